// Set API Token… and Review API Token…: what is asked before a token is stored for a connection, kept, or removed.

import assert from 'node:assert/strict';
import type { TokenMismatch } from '../../../../src/core/connection.ts';
import type { CommandContext } from '../../../../src/vscode/command/commandContext.ts';
import type { Invocation } from '../../../../src/vscode/command/invocation.ts';
import { reviewApiToken, setApiToken } from '../../../../src/vscode/connections/apiTokenCommands.ts';
import { assertApproved, type Said } from '../../../support/approved.ts';
import { nextBox } from '../../../support/editor/fakeVscode.ts';
import { PlayedPerson } from '../../../support/editor/playedPerson.ts';
import { documentOf, productStarter, type Product } from '../../../support/product.ts';
import { standIn } from '../../../support/standIn.ts';

const OTHER = 'https://other.example.com';
const about = (connection: string): Invocation => ({ origin: 'item', input: { connection } });
const fromPalette: Invocation = { origin: 'palette', input: {} };

describe('The API token of a connection', () => {
  const start = productStarter();

  /** What is typed into the masked box, or that no box opens. */
  interface Play {
    readonly types?: string;
    readonly answers?: readonly string[];
    readonly invocation?: Invocation;
  }

  const tokenOf = async ({ services, remote }: Product, name: string): Promise<string> => {
    const connection = services.connections.list().find((each) => each.name === name);
    const source = connection && (await services.apiTokens.find(connection));
    if (source === undefined || source.from === 'none') return 'none';
    return source.token === remote.apiToken ? 'that of staging' : source.token;
  };

  /** What is shown, and which token the connection has then. */
  async function played(product: Product, name: string, command: typeof setApiToken, play: Play): Promise<string[]> {
    const person = new PlayedPerson(play.answers);
    const context = standIn<CommandContext>({
      services: product.services,
      messages: person.messages,
      run: person.run,
    });
    const ended = person.linesOf(command(context, play.invocation ?? about(name)));
    const seen: string[] = [];
    if (play.types !== undefined) {
      const box = await nextBox();
      box.type(play.types);
      box.accept();
      const isMasked = box.password ? 'masked' : 'plain';
      seen.push(`box (${isMasked}): ${box.title} · ${box.prompt} · ${box.placeholder}`);
      if (box.validationMessage !== undefined) {
        seen.push(`problem: ${box.validationMessage.message}`);
        box.close();
      }
    }
    const lines = [...seen, ...(await ended), `token of ${name}: ${await tokenOf(product, name)}`];
    return lines.map((line) => line.replaceAll(product.remote.baseUrl, '<staging>'));
  }

  type Situation = readonly [situation: string, name: string, product: () => Promise<Product>, ...plays: Play[]];
  async function assertPlayed(topic: string, command: typeof setApiToken, all: readonly Situation[]): Promise<void> {
    const said: Said[] = [];
    for (const [situation, name, product, ...plays] of all) {
      const there = await product();
      const lines: string[] = [];
      for (const play of plays) lines.push(...(await played(there, name, command, play)));
      said.push([situation, lines]);
    }
    assertApproved(topic, said);
  }

  /** Beside `staging` there is `other`, which has no token. */
  const withOther = (environment?: 'Customer' | 'Testing') => async (): Promise<Product> => {
    const product = await start();
    const other = { name: 'other', baseUrl: OTHER, ...(environment !== undefined && { environment }) };
    product.settings.edit([...product.settings.entries, other]);
    await product.services.sending.getOrCreate(product.connection, documentOf());
    return product;
  };

  /** The variable that `other` names holds a token that was used for `staging`. */
  async function usedElsewhere(): Promise<Product> {
    const product = await start({ entry: { apiTokenEnv: 'STAGING_TOKEN' } });
    await product.services.apiTokens.delete(product.connection);
    product.variables.set('STAGING_TOKEN', product.remote.apiToken);
    await product.services.sending.getOrCreate(product.connection, documentOf());
    product.settings.edit([{ name: 'other', baseUrl: OTHER, apiTokenEnv: 'STAGING_TOKEN' }]);
    return product;
  }

  it('is set by a masked box that names the one address it is sent to, after a question where it is of another', async () => {
    let [apiToken, token] = ['', ''];
    const withTokens = async (): Promise<Product> => {
      const product = await withOther()();
      [apiToken, token] = [product.remote.apiToken, product.remote.group('acme')!.token];
      return product;
    };
    const typing = (text: () => string, ...answers: string[]): Play => ({
      answers,
      get types() {
        return text();
      },
    });
    await assertPlayed('connections/setApiToken', setApiToken, [
      ['Two words, then a token', 'other', withOther('Customer'), { types: 'two words' }, { types: ' a-token ' }],
      [
        'That of another connection: no, yes',
        'other',
        withTokens,
        typing(() => apiToken),
        typing(() => apiToken, 'Set Anyway'),
      ],
      ['That of a group: no', 'other', withTokens, typing(() => token)],
      [
        'The sandbox',
        'Sandbox',
        async () => {
          const product = await start();
          await product.services.sandbox.start();
          return product;
        },
        {},
      ],
      [
        'A connection whose new name is not resolved',
        'renamed',
        async () => {
          const product = await withOther()();
          product.settings.edit([{ name: 'renamed', baseUrl: product.remote.baseUrl }]);
          return product;
        },
        {},
      ],
      [
        'A variable that was used elsewhere: closed, another one',
        'other',
        usedElsewhere,
        {},
        { answers: ['Set Another Token…'], types: 'another-token' },
      ],
      [
        'A variable that was used elsewhere: its name is typed',
        'other',
        usedElsewhere,
        { answers: ['Use Token'], types: 'other' },
      ],
    ]);
  });

  it('is reviewed: kept, set again or removed', async () => {
    const kept: string[] = [];
    const unverified =
      (entry: object = {}) =>
      async (): Promise<Product> => {
        const product = await start({ entry });
        const { services } = product;
        const mismatch: TokenMismatch = { about: 'environment', reason: 'The service returned another environment.' };
        const named = services.connections.named.bind(services.connections);
        services.connections.named = (name) => ({ ...named(name), mismatch });
        services.trust.keep = ({ name }, { about: what }) => void kept.push(`${name}: ${what}`);
        return product;
      };
    const variable = async (): Promise<Product> => {
      const product = await unverified({ apiTokenEnv: 'STAGING_TOKEN', environment: 'Customer' })();
      await product.services.apiTokens.delete(product.connection);
      product.variables.set('STAGING_TOKEN', product.remote.apiToken);
      return product;
    };
    const oneOfTwo = async (): Promise<Product> => {
      const product = await unverified()();
      const { connections } = product.services;
      const staging = connections.named('staging');
      const listed = [
        { ...staging, mismatch: undefined },
        { ...staging, name: 'other' },
      ];
      connections.list = () => listed;
      return product;
    };
    await assertPlayed('connections/reviewApiToken', reviewApiToken, [
      ['Closed', 'staging', unverified(), {}],
      ['Kept', 'staging', unverified(), { answers: ['Keep Token'] }],
      ['Another one', 'staging', unverified(), { answers: ['Set Another Token…'], types: 'another-token' }],
      ['Removed', 'staging', unverified(), { answers: ['Remove Token'] }],
      ['That of a variable, guarded', 'staging', variable, {}],
      ['Nothing is unverified', 'staging', () => start(), {}],
      ['From the palette, one of two', 'staging', oneOfTwo, { invocation: fromPalette }],
    ]);
    assert.deepEqual(kept, ['staging: environment']);
  });
});
