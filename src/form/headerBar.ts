// What stays in sight: the group, its connection and how dangerous that is, the state of its draft, and the sending
// button.

import * as l10n from '@vscode/l10n';
import { html, nothing, type TemplateResult } from 'lit-html';
import { live } from 'lit-html/directives/live.js';
import type { FormConnection, FormState, Problem } from '../protocol/formProtocol.ts';
import { icon } from '../webview/icons.ts';
import { actionButton } from './actionButton.ts';
import type { DocumentFields } from './documentFields.ts';
import { draftBar, type DraftActions } from './draftBar.ts';
import { identity } from './identity.ts';
import { sendButton } from './sendButton.ts';

export interface HeaderActions extends DraftActions {
  readonly chooseConnection: (name: string) => void;
}

export interface HeaderShown {
  readonly state: FormState;
  readonly fields: DocumentFields;
  /** Not only until what is in progress has ended. */
  readonly isReadOnlyForGood: boolean;
  /** What went wrong between the page and the editor. */
  readonly notice: string | undefined;
  readonly problems: readonly Problem[];
  /** Sending was tried. */
  readonly isTried: boolean;
}

export function headerBar(
  { state, fields, isReadOnlyForGood, notice, problems, isTried }: HeaderShown,
  actions: HeaderActions,
): TemplateResult {
  return html`
    <header class=${state.connection?.isGuarded === true ? 'bar of-guarded' : 'bar'}>
      <div class="row">${identity(state, fields, isTried)} ${sendButton(state, actions.run)}</div>
      <div class="row">
        <div class="connection">${connectionLine(state, actions)}</div>
        ${draftBar(state, problems, actions)}
      </div>
      ${isReadOnlyForGood ? html`<p class="remark">${icon('info')} ${l10n.t('This document is read-only.')}</p>` : nothing}
      ${sendRemark(state, actions)}
      <div role="alert" class="notices">
        ${notice === undefined ? nothing : html`<p class="notice">${icon('error')} ${notice}</p>`}
      </div>
    </header>
  `;
}

/** Why nothing can be sent now, and what opens the way. */
function sendRemark({ sendProblem, actions }: FormState, { run }: HeaderActions): TemplateResult {
  return html`
    <div class="remark" ?hidden=${sendProblem === undefined}>
      <p id="send-problem">${sendProblem === undefined ? nothing : html`${icon('warning')} ${sendProblem}`}</p>
      ${actionButton(actions, 'resolveApiToken', l10n.t('Review API Token…'), run)}
      ${actionButton(actions, 'setApiToken', l10n.t('Set API Token…'), run)}
    </div>
  `;
}

function connectionLine({ connection, connections }: FormState, { chooseConnection }: HeaderActions): TemplateResult {
  const mark = connection === undefined ? nothing : environmentMark(connection);
  if (connections.length === 0) {
    return html`<strong title=${l10n.t('Connection')}>${connection?.name ?? l10n.t('No connection')}</strong> ${mark}`;
  }
  const choose = (event: Event): void => chooseConnection((event.target as HTMLSelectElement).value);
  return html`
    <label class="caption" for="connection">${l10n.t('Connection')}</label>
    <select id="connection" .value=${live(connection?.name ?? '')} @change=${choose}>
      ${connection === undefined ? html`<option value="" disabled selected>${l10n.t('Choose…')}</option>` : nothing}
      ${connections.map((each) => connectionOption(each, connection))}</select
    >${mark}
  `;
}

function environmentMark({ isGuarded, environment }: FormConnection): TemplateResult {
  return isGuarded
    ? html` <strong class="guarded">${icon('production')} ${environment}</strong>`
    : html` <span class="environment">${environment}</span>`;
}

function connectionOption({ name, environment }: FormConnection, chosen: FormConnection | undefined): TemplateResult {
  return html`<option value=${name} ?selected=${name === chosen?.name}>${name} (${environment})</option>`;
}
