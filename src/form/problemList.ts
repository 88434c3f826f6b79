// The problems of the text, each of which leads to its place.

import { html, nothing, type TemplateResult } from 'lit-html';
import type { Problem } from '../protocol/formProtocol.ts';
import { icon } from '../webview/icons.ts';

/** Problems that are drawn; the rest is counted. */
const SHOWN = 200;

const WORDS: Readonly<Record<Problem['severity'], string>> = {
  error: 'Error',
  warning: 'Warning',
  info: 'Information',
};

/** `placeOf` names where a problem stands: "Mapping, line 3". */
export function problemList(
  problems: readonly Problem[],
  placeOf: (problem: Problem) => string,
  go: (problem: Problem) => void,
): TemplateResult {
  return html`
    <section class="problems" aria-labelledby="problems-heading">
      <h2 id="problems-heading">
        Problems${problems.length === 0 ? nothing : html` <span class="count">${problems.length}</span>`}
      </h2>
      ${problems.length === 0 ? html`<p class="quiet-words">No problems</p>` : nothing}
      <ul role="list" aria-label="Problems">
        ${problems.slice(0, SHOWN).map(
          (problem) => html`
            <li>
              <button type="button" class="problem" @click=${() => go(problem)}>
                ${icon(problem.severity)}<span class="unseen">${WORDS[problem.severity]}: </span>
                <span class="words">${problem.message}</span> <span class="place">${placeOf(problem)}</span>
              </button>
            </li>
          `,
        )}
        ${problems.length > SHOWN ? html`<li class="quiet-words">and ${problems.length - SHOWN} more</li>` : nothing}
      </ul>
    </section>
  `;
}
