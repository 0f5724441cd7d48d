// What the status bar says of the server.

export type ServerState =
  | { readonly kind: "starting" }
  | { readonly kind: "running"; readonly version: string; readonly path: string; readonly origin: string }
  | { readonly kind: "stopped" }
  | { readonly kind: "failed"; readonly reason: string };

export interface StatusWords {
  readonly text: string;
  readonly tooltip: string;
  readonly isError: boolean;
}

export function wordsOf(state: ServerState): StatusWords {
  switch (state.kind) {
    case "starting":
      return { text: "$(sync~spin) syncfree-lint", tooltip: "syncfree-lint starts", isError: false };
    case "running":
      return {
        text: "$(check) syncfree-lint",
        tooltip: `syncfree-lint ${state.version}\n${state.path} (${state.origin})`,
        isError: false,
      };
    case "stopped":
      return { text: "$(circle-slash) syncfree-lint", tooltip: "syncfree-lint is stopped", isError: false };
    case "failed":
      return { text: "$(error) syncfree-lint", tooltip: `syncfree-lint: ${state.reason}`, isError: true };
  }
}
