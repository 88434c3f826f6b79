// What the form's page remembers of itself while its tab is hidden: how it looked, never what was typed.

import type { WebviewApi } from '../webview/hostChannel.ts';
import type { EditorMemory } from './jsonEditor.ts';

export interface FormMemory {
  readonly mappingView?: 'json' | 'table';
  readonly scrollTop?: number;
  /** What had the focus: an element by its id, or an editor by its field. */
  readonly focus?: string;
  readonly editors?: Readonly<Record<string, EditorMemory>>;
}

export function formMemory(api: WebviewApi): FormMemory {
  const kept = api.getState();
  return typeof kept === 'object' && kept !== null ? kept : {};
}
