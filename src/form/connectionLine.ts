// The connection of the document and its environment; of a document without a group yet, chosen from a menu: nothing
// moves to another connection by a key that only looks for one.

import * as l10n from '@vscode/l10n';
import { html, nothing, type TemplateResult } from 'lit-html';
import type { FormConnection, FormState } from '../protocol/formProtocol.ts';
import { icon } from '../webview/icons.ts';
import { menuButton } from './menuButton.ts';

export function connectionLine({ connection, connections }: FormState, choose: (name: string) => void): TemplateResult {
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
