// The state of the group and of its draft, and what can be done about it.

import * as l10n from '@vscode/l10n';
import { html, nothing, type TemplateResult } from 'lit-html';
import { repeat } from 'lit-html/directives/repeat.js';
import type { Action, FormState, Problem } from '../protocol/formProtocol.ts';
import { icon } from '../webview/icons.ts';
import type { Run } from './actionButton.ts';
import { toolbarKeys } from './toolbarKeys.ts';

export interface DraftActions {
  readonly run: Run;
  readonly goToFirstProblem: () => void;
}

/** What describes the id that cannot be used. */
export const KNOWN_ID = 'known-id';

interface BarButton {
  readonly id: Action | 'problems';
  readonly title: unknown;
  /** What cannot be used now keeps its place, so that nothing moves when it can. */
  readonly isSeen: boolean;
  readonly press: () => void;
}

export function draftBar(state: FormState, problems: readonly Problem[], actions: DraftActions): TemplateResult {
  return html`
    <div class="state" role="status">${state.isIdKnown ? knownId() : stateChip(stateText(state))}</div>
    <div class="tools" role="toolbar" aria-label=${l10n.t('Draft')} @keydown=${toolbarKeys}>
      ${draftButtons(state, problems, actions)}
    </div>
  `;
}

/** The most important one; the others are in its tooltip, and heard. */
function stateChip([first, ...others]: readonly string[]): TemplateResult {
  return html`<span class="chip of-state" title=${[first, ...others].join('\n')}
    >${first}<span class="unseen">${others.map((words) => `. ${words}`)}</span></span
  >`;
}

/** In place of other words, so that nothing moves. */
function knownId(): TemplateResult {
  return html`<span class="chip" id=${KNOWN_ID}>${icon('warning')} ${l10n.t('ID in use')}</span>`;
}

function stateText({ words, isSending }: FormState): readonly string[] {
  return isSending ? [l10n.t('Sending…'), ...words] : words;
}

/** The first that is seen is the Tab stop. */
function draftButtons(
  state: FormState,
  problems: readonly Problem[],
  { run, goToFirstProblem }: DraftActions,
): unknown {
  const { kind, actions, hasChanges } = state;
  const action = (name: Action, title: string, isSeen: boolean): BarButton[] =>
    actions.includes(name) ? [{ id: name, title, isSeen, press: () => run(name) }] : [];
  const buttons: BarButton[] = [
    ...(problems.length > 0
      ? [{ id: 'problems' as const, title: problemsTitle(problems), isSeen: true, press: goToFirstProblem }]
      : []),
    ...action('openKnown', l10n.t('Open Group'), true),
    ...action('compareWithSent', l10n.t('Compare'), hasChanges),
    ...action('discardDraft', l10n.t('Discard…'), hasChanges || kind === 'new'),
    ...action('openAsText', l10n.t('Open as JSON'), true),
  ];
  const stop = buttons.findIndex(({ isSeen }) => isSeen);
  // Each stays the element that it is, with the focus and a press that has begun.
  return repeat(
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
  );
}

function problemsTitle(problems: readonly Problem[]): TemplateResult {
  const worst = (['error', 'warning'] as const).find((each) => problems.some(({ severity }) => severity === each));
  const { length } = problems;
  return html`${icon(worst ?? 'info')} ${length === 1 ? l10n.t('1 problem') : l10n.t('{0} problems', length)}`;
}
