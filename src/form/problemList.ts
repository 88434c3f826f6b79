// The problems of the text, each of which leads to its place. Nothing where there are none.

import * as l10n from '@vscode/l10n';
import { grouped } from '../core/language.ts';
import { html, nothing, type TemplateResult } from 'lit-html';
import type { Problem } from '../protocol/formProtocol.ts';
import { icon } from '../webview/icons.ts';

/** Problems that are drawn; the rest is counted. */
const SHOWN = 200;

/** `placeOf` names where a problem stands: "Mapping, line 3". */
export function problemList(
  problems: readonly Problem[],
  placeOf: (problem: Problem) => string,
  go: (problem: Problem) => void,
): TemplateResult | typeof nothing {
  if (problems.length === 0) return nothing;
  const more = problems.length - SHOWN;
  return html`
    <section class="problems" aria-labelledby="problems-heading">
      <h2 id="problems-heading">${l10n.t('Problems')} <span class="count">${problems.length}</span></h2>
      <ul role="list" aria-label=${l10n.t('Problems')}>
        ${problems.slice(0, SHOWN).map((problem) => problemRow(problem, placeOf(problem), go))}
        ${more > 0 ? html`<li class="quiet-words">${l10n.t('{0} more', grouped(more))}</li>` : nothing}
      </ul>
    </section>
  `;
}

function problemRow(problem: Problem, place: string, go: (problem: Problem) => void): TemplateResult {
  const { severity, message } = problem;
  return html`
    <li>
      <button type="button" class="problem" @click=${() => go(problem)}>
        ${icon(severity)}<span class="unseen">${severityText(severity)}: </span> <span class="words">${message}</span>
        <span class="place">${place}</span>
      </button>
    </li>
  `;
}

function severityText(severity: Problem['severity']): string {
  if (severity === 'error') return l10n.t('Error');
  return severity === 'warning' ? l10n.t('Warning') : l10n.t('Information');
}
