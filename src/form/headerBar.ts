// What stays in sight: the group, its connection and how dangerous that is, the state of its draft, and the sending
// button.

import { html, nothing, type TemplateResult } from 'lit-html';
import * as l10n from '@vscode/l10n';
import type { FormState, Problem, FormConnection } from '../protocol/formProtocol.ts';
import { icon } from '../webview/icons.ts';
import type { DocumentFields } from './documentFields.ts';
import { draftTools, type DraftActions } from './draftTools.ts';
import { identity } from './identity.ts';
import { sendButton } from './sendButton.ts';
import { stateLine } from './stateLine.ts';
import { menuButton } from './menuButton.ts';

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
