// What stays in sight: the group, its connection and how dangerous that is, the state of its draft, and the sending
// button.

import { html, nothing, type TemplateResult } from 'lit-html';
import type { FormState, Problem } from '../protocol/formProtocol.ts';
import { icon } from '../webview/icons.ts';
import { connectionLine } from './connectionLine.ts';
import type { DocumentFields } from './documentFields.ts';
import { draftTools, type DraftActions } from './draftTools.ts';
import { identity } from './identity.ts';
import { sendButton } from './sendButton.ts';
import { stateLine } from './stateLine.ts';

export interface HeaderActions extends DraftActions {
  readonly chooseConnection: (name: string) => void;
}

export interface HeaderShown {
  readonly state: FormState;
  readonly fields: DocumentFields;
  /** What went wrong between the page and the editor. */
  readonly notice: string | undefined;
  readonly problems: readonly Problem[];
  /** Sending was tried. */
  readonly isTried: boolean;
}

export function headerBar(
  { state, fields, notice, problems, isTried }: HeaderShown,
  actions: HeaderActions,
): TemplateResult {
  return html`
    <header class=${state.connection?.isGuarded === true ? 'bar of-guarded' : 'bar'}>
      ${identity(state, fields, isTried)}
      <div class="line">
        ${connectionLine(state, actions.chooseConnection)} ${stateLine(state, actions.run)}
        ${draftTools(state, problems, actions)}
      </div>
      ${sendButton(state, actions.run)}
      <div role="alert" class="notices">
        ${notice === undefined ? nothing : html`<p class="notice">${icon('error')} ${notice}</p>`}
      </div>
    </header>
  `;
}
