// What stays in sight: the connection and how dangerous it is, the state of the group, and the sending button.

import { html, nothing, type TemplateResult } from 'lit-html';
import { live } from 'lit-html/directives/live.js';
import type { Action, FormConnection, FormState } from '../protocol/formProtocol.ts';
import { icon } from '../webview/icons.ts';

const SHORTCUT = navigator.userAgent.includes('Mac') ? '⌘Enter' : 'Ctrl+Enter';

export interface HeaderActions {
  readonly run: (action: Action) => void;
  readonly chooseConnection: (name: string) => void;
}

/**
 * `isReadOnlyForGood`: not only until what is in progress has ended. `notice`: what went wrong between the page and the
 * editor.
 */
export function headerBar(
  state: FormState,
  isReadOnlyForGood: boolean,
  notice: string | undefined,
  actions: HeaderActions,
): TemplateResult {
  const { connection, sendProblem } = state;
  return html`
    <header class="bar">
      ${connection?.isGuarded === true ? html`<p class="guarded">${icon('production')} <strong>${connection.environment}</strong> <span>${connection.name}</span></p>` : nothing}
      <div class="row">
        <div class="connection">${connectionLine(state, actions)}</div>
        <div class="state" role="status">
          ${stateText(state).map((words, index) => html`<span class=${index === 0 ? 'chip first' : 'chip'}>${words}</span> `)}
        </div>
        <div class="sending">${sendButton(state, actions)}</div>
      </div>
      ${isReadOnlyForGood ? html`<p class="remark">${icon('info')} This document can be read only: nothing can be changed here.</p>` : nothing}
      <p id="send-problem" class="remark" ?hidden=${sendProblem === undefined}>
        ${sendProblem === undefined ? nothing : html`${icon('warning')} ${sendProblem}`}
      </p>
      <div role="alert">${notice === undefined ? nothing : html`<p class="notice">${icon('error')} ${notice}</p>`}</div>
    </header>
  `;
}

function stateText({ words, isSending }: FormState): readonly string[] {
  return isSending ? ['Sending…', ...words] : words;
}

function connectionLine({ connection, connections }: FormState, { chooseConnection }: HeaderActions): TemplateResult {
  const environment =
    connection === undefined || connection.isGuarded
      ? nothing
      : html` <span class="environment">${connection.environment}</span>`;
  if (connections.length === 0) {
    return html`<span class="caption">Connection</span>
      <strong>${connection?.name ?? 'none chosen'}</strong>${environment}`;
  }
  const choose = (event: Event): void => chooseConnection((event.target as HTMLSelectElement).value);
  return html`
    <label class="caption" for="connection">Connection</label>
    <select id="connection" .value=${live(connection?.name ?? '')} @change=${choose}>
      ${connection === undefined ? html`<option value="" disabled selected>Choose…</option>` : nothing}
      ${connections.map((each) => connectionOption(each, connection))}</select
    >${environment}
  `;
}

function connectionOption({ name, environment }: FormConnection, chosen: FormConnection | undefined): TemplateResult {
  return html`<option value=${name} ?selected=${name === chosen?.name}>${name} (${environment})</option>`;
}

/** It keeps the focus while nothing can be sent: a disabled button would lose it. */
function sendButton({ sendLabel, sendProblem, isBusy, isSending }: FormState, { run }: HeaderActions): TemplateResult {
  const isOff = isBusy || sendProblem !== undefined;
  return html`
    <button
      type="button"
      class="primary send"
      title="${sendLabel} (${SHORTCUT})"
      aria-keyshortcuts="Control+Enter Meta+Enter"
      aria-busy=${isSending}
      aria-disabled=${isOff}
      aria-describedby=${sendProblem === undefined ? nothing : 'send-problem'}
      @click=${() => run('send')}
    >
      ${sendLabel}${isSending ? html`<span class="busy" aria-hidden="true"></span>` : nothing}
    </button>
  `;
}
