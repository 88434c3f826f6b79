// What stays in sight: the group, its connection and how dangerous that is, the state of its draft, and the sending
// button.

import * as l10n from '@vscode/l10n';
import { html, nothing, type TemplateResult } from 'lit-html';
import { repeat } from 'lit-html/directives/repeat.js';
import { grouped, isOne } from '../core/language.ts';
import type { Action, FormState, Problem, FormConnection } from '../protocol/formProtocol.ts';
import { icon } from '../webview/icons.ts';
import { ARIA_SEND_KEYS, sendKeys } from '../webview/pageKeys.ts';
import type { Run } from './actionButton.ts';
import type { DocumentFields } from './documentFields.ts';
import { identity } from './identity.ts';
import { menuButton, type MenuItem } from './menuButton.ts';
import { SEND_PROBLEM, stateLine } from './stateLine.ts';
import { toolbarKeys } from './toolbarKeys.ts';

export interface HeaderActions {
  readonly run: Run;
  readonly goToFirstProblem: () => void;
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

/**
 * The connection of the document and its environment; of a document without a group yet, chosen from a menu:
 * nothing moves to another connection by a key that only looks for one.
 */
function connectionLine({ connection, connections }: FormState, choose: (name: string) => void): TemplateResult {
  const name = connection?.name ?? (connections.length === 0 ? l10n.t('No connection') : l10n.t('Choose…'));
  return html`
    <div class="connection">
      ${
        connections.length === 0
          ? html`<strong title=${l10n.t('Connection: {0}', name)}>${name}</strong>`
          : menuButton({
              id: 'connection',
              label: l10n.t('Connection: {0}', name),
              content: html`<strong>${name}</strong> ${icon('more')}`,
              items: connections.map((each) => ({
                title:
                  each.hasGroup === true
                    ? l10n.t('{0} ({1}) · has this group', each.name, each.environment)
                    : `${each.name} (${each.environment})`,
                isChosen: each.name === connection?.name,
                isOff: false,
                run: () => {
                  if (each.name !== connection?.name) choose(each.name);
                },
              })),
            })
      }
      ${connection === undefined ? nothing : environmentMark(connection)}
    </div>
  `;
}

function environmentMark({ isGuarded, environment }: FormConnection): TemplateResult {
  return isGuarded
    ? html`<strong class="guarded" title=${environment}>${icon('production')} <span>${environment}</span></strong>`
    : html`<span class="quiet-words">${environment}</span>`;
}

interface ToolButton {
  readonly id: Action | 'problems';
  readonly title: unknown;
  /** What cannot be used now keeps its place, so that nothing moves when it can. */
  readonly isSeen: boolean;
  readonly press: () => void;
}

/** What can be done about the draft, its problems and its text. */
function draftTools(state: FormState, problems: readonly Problem[], actions: HeaderActions): TemplateResult {
  const buttons = draftButtons(state, problems, actions);
  // The Tab stop.
  const stop = buttons.findIndex(({ isSeen }) => isSeen);
  // Each stays the element that it is, with the focus and a press that has begun.
  return html`
    <div class="tools" role="toolbar" aria-label=${l10n.t('Draft')} @keydown=${toolbarKeys}>
      ${repeat(
        buttons,
        ({ id }) => id,
        ({ title, isSeen, press }, index) =>
          html`<button
            type="button"
            class=${isSeen ? 'quiet small' : 'quiet small kept-place'}
            tabindex=${index === stop ? nothing : '-1'}
            @click=${press}
          >
            ${title}
          </button>`,
      )}
    </div>
  `;
}

function draftButtons(
  { kind, actions, hasChanges }: FormState,
  problems: readonly Problem[],
  { run, goToFirstProblem }: HeaderActions,
): ToolButton[] {
  const action = (name: Action, title: string, isSeen: boolean): ToolButton[] =>
    actions.includes(name) ? [{ id: name, title, isSeen, press: () => run(name) }] : [];
  return [
    ...(problems.length > 0
      ? [{ id: 'problems' as const, title: problemsTitle(problems), isSeen: true, press: goToFirstProblem }]
      : []),
    ...action('openKnown', l10n.t('Open Group'), true),
    ...action('compareWithSent', l10n.t('Compare'), hasChanges),
    ...action('discardDraft', l10n.t('Discard…'), hasChanges || kind === 'new'),
    ...action('openAsText', l10n.t('Open as JSON'), true),
  ];
}

function problemsTitle(problems: readonly Problem[]): TemplateResult {
  const worst = (['error', 'warning'] as const).find((each) => problems.some(({ severity }) => severity === each));
  const { length } = problems;
  return html`${icon(worst ?? 'info')} ${isOne(length) ? l10n.t('1 problem') : l10n.t('{0} problems', grouped(length))}`;
}

/** It keeps the focus while nothing can be sent, since a disabled button would lose it. */
function sendButton(state: FormState, run: Run): TemplateResult {
  const { sendLabel, sendProblem, isBusy, isSending, hasChanges } = state;
  const isOff = isBusy || sendProblem !== undefined;
  const items = menuItems(state, isOff, run);
  return html`
    <div
      class=${hasChanges ? 'sending primary' : 'sending'}
      role="toolbar"
      aria-label=${l10n.t('Send')}
      @keydown=${toolbarKeys}
    >
      <button
        type="button"
        class="send"
        title="${sendLabel} (${sendKeys()})"
        aria-keyshortcuts=${ARIA_SEND_KEYS}
        aria-busy=${isSending}
        aria-disabled=${isOff}
        aria-describedby=${sendProblem === undefined ? nothing : SEND_PROBLEM}
        @click=${() => run('send')}
      >
        <span class="words">${sendLabel}</span
        >${isSending ? html`<span class="busy" aria-hidden="true"></span>` : nothing}
      </button>
      ${
        items.length === 0
          ? nothing
          : menuButton({
              id: 'send-menu',
              label: l10n.t('More Ways to Send'),
              content: icon('more'),
              items,
              isStop: false,
            })
      }
    </div>
  `;
}

function menuItems({ actions }: FormState, isOff: boolean, run: Run): MenuItem[] {
  const titles: readonly (readonly [Action, string, boolean])[] = [
    ['sendAnyway', l10n.t('Send Anyway'), isOff],
    ['copyAsCurl', l10n.t('Copy as cURL'), false],
  ];
  return titles
    .filter(([action]) => actions.includes(action))
    .map(([action, title, isItemOff]) => ({ title, isOff: isItemOff, run: () => run(action) }));
}
