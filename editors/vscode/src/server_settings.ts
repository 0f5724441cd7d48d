// What the server is told of the settings: it refuses keys that are only the extension's.

const FOR_SERVER = ["scope", "options", "rulePages"] as const;

export type ServerSettings = Partial<Record<(typeof FOR_SERVER)[number], unknown>>;

export function settingsForServer(section: unknown): ServerSettings {
  const settings: ServerSettings = {};
  if (typeof section !== "object" || section === null) return settings;
  const all = section as Record<string, unknown>;
  for (const key of FOR_SERVER) {
    if (all[key] !== undefined && all[key] !== null) settings[key] = all[key];
  }
  return settings;
}

/** Whether a change of these keys needs another process; `isChanged` says so of one key. */
export function needsRestart(isChanged: (key: string) => boolean): boolean {
  return isChanged("syncfree-lint.path") || isChanged("syncfree-lint.jobs");
}
