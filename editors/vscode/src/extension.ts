// The extension: it finds the program, runs it as a language server, and says how that goes.
import * as os from "node:os";
import * as vscode from "vscode";
import { LanguageClient, LanguageClientOptions, State } from "vscode-languageclient/node";
import { argumentsOf, findProgram, Program } from "./program";
import { needsRestart, settingsForServer } from "./server_settings";
import { ServerState, wordsOf } from "./status";

const SECTION = "syncfree-lint";
const LANGUAGES = ["python", "cpp", "cuda-cpp"];

class Extension {
  private readonly output = vscode.window.createOutputChannel("syncfree-lint", { log: true });
  private readonly status = vscode.languages.createLanguageStatusItem(SECTION, LANGUAGES.map((language) => ({ language })));
  private readonly bar = vscode.window.createStatusBarItem(SECTION, vscode.StatusBarAlignment.Right, 0);
  private client: LanguageClient | undefined;
  private turn: Promise<void> = Promise.resolve();

  constructor(private readonly context: vscode.ExtensionContext) {
    this.bar.name = "syncfree-lint";
    this.bar.command = "syncfree-lint.showOutput";
    this.status.name = "syncfree-lint";
    this.status.command = { command: "syncfree-lint.restart", title: "restart" };
    context.subscriptions.push(
      this.output,
      this.status,
      this.bar,
      vscode.commands.registerCommand("syncfree-lint.restart", () => this.restart()),
      vscode.commands.registerCommand("syncfree-lint.showOutput", () => this.output.show(true)),
      vscode.workspace.onDidChangeConfiguration((event) => {
        if (needsRestart((key) => event.affectsConfiguration(key))) void this.restart();
      }),
    );
    this.bar.show();
  }

  /** One start or stop after the other, however often somebody asks. */
  restart(): Promise<void> {
    this.turn = this.turn.then(async () => {
      await this.end();
      await this.begin();
    });
    return this.turn;
  }

  async stop(): Promise<void> {
    await this.turn;
    await this.end();
  }

  private show(state: ServerState): void {
    const words = wordsOf(state);
    this.bar.text = words.text;
    this.bar.tooltip = words.tooltip;
    this.bar.backgroundColor = words.isError ? new vscode.ThemeColor("statusBarItem.errorBackground") : undefined;
    this.status.text = words.tooltip;
    this.status.severity = words.isError ? vscode.LanguageStatusSeverity.Error : vscode.LanguageStatusSeverity.Information;
    this.status.busy = state.kind === "starting";
  }

  private async begin(): Promise<void> {
    this.show({ kind: "starting" });
    const settings = vscode.workspace.getConfiguration(SECTION);
    const program = findProgram({
      setting: settings.get<string>("path", ""),
      extension: this.context.extensionPath,
      workspace: vscode.workspace.workspaceFolders?.[0]?.uri.fsPath,
      home: os.homedir(),
      search: process.env.PATH ?? "",
    });
    if (typeof program === "string") return this.fail(program);
    this.output.info(`starting ${program.path} (${program.origin})`);
    const run = { command: program.path, args: argumentsOf(settings.get<number>("jobs", 0)) };
    const client = new LanguageClient(SECTION, "syncfree-lint", { run, debug: run }, this.clientOptions());
    client.onDidChangeState(({ newState }) => this.showState(client, program, newState));
    this.client = client;
    try {
      await client.start();
    } catch (error) {
      this.fail(error instanceof Error ? error.message : String(error));
    }
  }

  private clientOptions(): LanguageClientOptions {
    return {
      documentSelector: [
        ...LANGUAGES.flatMap((language) => ["file", "untitled"].map((scheme) => ({ scheme, language }))),
        { notebook: "jupyter-notebook", language: "python" },
      ],
      outputChannel: this.output,
      traceOutputChannel: this.output,
      initializationOptions: settingsForServer(vscode.workspace.getConfiguration().get(SECTION)),
      middleware: {
        workspace: {
          configuration: async (params, token, next) => {
            const answer = await next(params, token);
            return Array.isArray(answer) ? answer.map(settingsForServer) : answer;
          },
        },
      },
    };
  }

  private showState(client: LanguageClient, program: Program, state: State): void {
    if (client !== this.client) return;
    if (state === State.Starting) this.show({ kind: "starting" });
    if (state === State.Stopped) this.show({ kind: "stopped" });
    if (state !== State.Running) return;
    const version = client.initializeResult?.serverInfo?.version ?? "";
    this.show({ kind: "running", version, path: program.path, origin: program.origin });
  }

  private fail(reason: string): void {
    this.output.error(reason);
    this.show({ kind: "failed", reason });
    void vscode.window.showErrorMessage(`syncfree-lint: ${reason}`);
  }

  private async end(): Promise<void> {
    const client = this.client;
    this.client = undefined;
    if (client === undefined) return;
    try {
      await client.dispose();
    } catch (error) {
      this.output.warn(`the server did not stop by itself: ${String(error)}`);
    }
    this.show({ kind: "stopped" });
  }
}

let extension: Extension | undefined;

export async function activate(context: vscode.ExtensionContext): Promise<void> {
  extension = new Extension(context);
  await extension.restart();
}

export async function deactivate(): Promise<void> {
  await extension?.stop();
}
