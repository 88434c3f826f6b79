// Values of application settings. A workspace's value never counts, in any version of the editor.

/** VS Code's parts of a value: `globalValue` is the person's own. */
export type Inspect = (name: string) => { readonly globalValue?: unknown } | undefined;

/** An address must not come from a workspace: tokens go there. */
export function ownConnections(inspect: Inspect): readonly unknown[] {
  const value = inspect('connections')?.globalValue;
  return Array.isArray(value) ? value : [];
}

/** What describes how an API token is sent must not, either. */
export function ownApis(inspect: Inspect): unknown {
  return inspect('apis')?.globalValue;
}

/** A program must not come from a workspace: it is run, and given tokens. */
export function ownHandOverCommand(inspect: Inspect): readonly unknown[] {
  const value = inspect('handOverCommand')?.globalValue;
  return Array.isArray(value) ? value : [];
}

export function ownConfirmSend(inspect: Inspect): 'customer' | 'always' | 'never' {
  const value = inspect('confirmSend')?.globalValue;
  return value === 'always' || value === 'never' ? value : 'customer';
}

/** What cannot be understood allows nothing. */
export function ownAssistants(inspect: Inspect): 'off' | 'on' {
  return (inspect('assistants')?.globalValue ?? 'on') === 'on' ? 'on' : 'off';
}

/** Anything but `true` counts as not set. */
export function ownFlag(inspect: Inspect, name: 'keepTokensFromList'): boolean {
  return inspect(name)?.globalValue === true;
}

const BOUNDS = {
  requestTimeoutSeconds: { fallback: 30, least: 1, most: 600 },
  clipboardClearSeconds: { fallback: 60, least: 0, most: 86_400 },
  keepReplacedTokensDays: { fallback: 90, least: 0, most: 3_650 },
  rotateAfterDays: { fallback: 0, least: 0, most: 3_650 },
  refreshListMinutes: { fallback: 0, least: 0, most: 1_440 },
} as const;

/** Settings files may hold anything: a value that is no number in range counts as not set. */
export function ownNumber(inspect: Inspect, name: keyof typeof BOUNDS): number {
  const { fallback, least, most } = BOUNDS[name];
  const value = inspect(name)?.globalValue;
  return typeof value === 'number' && value >= least && value <= most ? value : fallback;
}
