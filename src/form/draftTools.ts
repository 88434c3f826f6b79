// What can be done about the draft, its problems and its text.

import * as l10n from '@vscode/l10n';
import { grouped, isOne } from '../core/language.ts';
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

interface ToolButton {
  readonly id: Action | 'problems';
  readonly title: unknown;
  /** What cannot be used now keeps its place, so that nothing moves when it can. */
  readonly isSeen: boolean;
  readonly press: () => void;
}

export function draftTools(state: FormState, problems: readonly Problem[], actions: DraftActions): TemplateResult {
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
  { run, goToFirstProblem }: DraftActions,
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
