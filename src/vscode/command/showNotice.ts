// A notice with buttons, of which each says what it does.

import type { Messages } from '../platform/messages.ts';

export interface NoticeButton {
  readonly label: string;
  readonly run: () => Promise<unknown>;
}

/** Resolves when its button has done its work, or the notice was closed. */
export async function showNotice(
  messages: Messages,
  how: 'info' | 'warn' | 'error',
  text: string,
  ...[first, ...others]: readonly [NoticeButton, ...NoticeButton[]]
): Promise<void> {
  const chosen = await messages[how](text, first.label, ...others.map(({ label }) => label));
  await [first, ...others].find(({ label }) => label === chosen)?.run();
}
