// Every text that reaches the user is translated: the product speaks a language with marks, and all that has none are
// the ids, names and values that the test gives.

import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Fault } from '../../../src/sandbox/faults.ts';
import { failureOf } from '../../support/clientUnderTest.ts';
import { speakEnglish, speakPseudoLanguage, unmarkedPart } from '../../support/l10n/pseudoLanguage.ts';
import { Reader } from '../../support/l10n/reader.ts';
import { documentOf, productStarter, type Product } from '../../support/product.ts';
import { temporaryFolder } from '../../support/temporaryFolder.ts';
import { ask } from '../sandbox/ask.ts';
import { allNodes, shownTree } from '../vscode/groups/treeText.ts';

const ACME = { connection: 'staging', user_group_id: 'acme' };
const STAGING = { connection: 'staging' };

interface Flow {
  readonly product: Product;
  readonly person: Reader;
  /** Where its files lie. */
  readonly folder: string;
}

/** Each begins with the group acme, sent with a mapping and properties. */
const FLOWS: Readonly<Record<string, (flow: Flow) => Promise<void>>> = {
  'the rows of the list': async ({ product, person }) => {
    await inManyStates(product);
    for (const { shown } of allNodes(await shownTree(product)))
      person.see('row', [shown.label, shown.description, shown.tooltip]);
  },
  'a connection, from its first day to its last': async ({ product, person }) => {
    await person.run('userGroups.addConnection', {}, 'second', 'https://second.example.com');
    await person.run('userGroups.setApiToken', { connection: 'second' }, 'secret');
    await person.run('userGroups.editConnection', { connection: 'second' });
    await person.run('userGroups.checkConnection', STAGING);
    await person.run('userGroups.removeConnection', { connection: 'second' });
    await person.run('userGroups.undoRemoveConnection', {});
    product.settings.edit([{ name: 'staging', baseUrl: 'https://moved.example.com', environment: 'Customer' }]);
    await person.run('userGroups.update', ACME);
    await person.run('userGroups.resolveConnection', STAGING);
  },
  'the sandbox': async ({ person }) => {
    await person.run('userGroups.startSandbox', {});
    await person.run('userGroups.stopSandbox', {});
  },
  'a new group': async ({ product: { services, connection }, person }) => {
    await person.run('userGroups.new', STAGING);
    await person.run('userGroups.addExisting', STAGING, 'globex');
    services.groups.saveDraft(connection, 'initech', documentOf({ user_group_id: 'initech', name: 'Initech' }));
    await person.run('userGroups.getOrCreate', { ...STAGING, user_group_id: 'initech' });
  },
  'copies of a group': async ({ product, person }) => {
    await person.run('userGroups.duplicate', ACME);
    product.settings.edit([
      ...product.settings.entries,
      { name: 'second', baseUrl: 'https://second.example.com', environment: 'Testing' },
    ]);
    await person.run('userGroups.copyToConnection', ACME);
    await person.run('userGroups.copyToConnection', ACME);
    product.services.groups.saveDraft(product.services.connections.named('second'), 'acme', documentOf());
    await person.run('userGroups.copyToConnection', ACME);
  },
  'an update, with a question': async ({ product, person }) => {
    await person.run('userGroups.update', ACME);
    draft(product);
    await changeElsewhere(product);
    await person.run('userGroups.update', ACME);
  },
  'looking at a group': async ({ product, person }) => {
    draft(product);
    for (const command of [
      'fetch',
      'showHistory',
      'checkUserGroup',
      'compareWith',
      'actions',
      'copyAsCurl',
      'copyLink',
    ] as const)
      await person.run(`userGroups.${command}`, ACME);
    await person.run('userGroups.compareWithSent', ACME);
    await person.run('userGroups.compareWithAnswered', ACME);
    await person.run('userGroups.showHistoryOfAll', {});
    await person.run('userGroups.goTo', {});
    await person.run('userGroups.filterList', {});
  },
  tokens: async ({ product, person }) => {
    await person.run('userGroups.copyToken', ACME);
    await person.run('userGroups.rotateToken', ACME);
    await person.run('userGroups.copyPreviousToken', ACME);
    await person.run('userGroups.markAsDeployed', ACME);
    await person.run('userGroups.findGroupByToken', {}, product.remote.group('acme')?.token ?? '');
    await person.run('userGroups.rotateLeakedToken', STAGING, product.remote.group('acme')?.token ?? '');
  },
  'a rotation without an answer': async ({ product, person }) => {
    product.remote.misbehave('resetBeforeAnswer', { times: 1, operation: 'rotate' });
    await person.run('userGroups.rotateToken', ACME);
    await person.run('userGroups.resolveRotation', ACME);
    product.remote.misbehave('resetBeforeAnswer', { times: 1, operation: 'rotate' });
    await person.run('userGroups.rotateToken', ACME);
    await person.run('userGroups.dismissRotation', ACME);
  },
  'the end of a group': async ({ product, person }) => {
    draft(product);
    await person.run('userGroups.discardDraft', ACME);
    await person.run('userGroups.removeFromList', ACME);
    await person.run('userGroups.deleteLocalData', {});
  },
  'an import': async ({ person, folder }) => {
    const file = join(folder, 'groups.csv');
    writeFileSync(file, 'user_group_id,name,region\nacme,Other,EU\nglobex,Globex,\n,nobody,\n');
    await person.run('userGroups.import', { ...STAGING, file });
    await person.press();
    await person.run('userGroups.showRuns', {});
  },
  'the list in a file': async ({ product, person, folder }) => {
    const file = join(folder, 'list.usergroups.jsonl');
    await person.run('userGroups.exportList', { ...STAGING, file });
    draft(product);
    await person.run('userGroups.importList', { ...STAGING, file });
  },
  'groups in a folder': async ({ product, person, folder }) => {
    await person.run('userGroups.saveGroupsToFolder', { ...STAGING, folder });
    draft(product);
    await person.run('userGroups.saveGroupsToFolder', { ...STAGING, folder });
    await person.run('userGroups.sendChangedFiles', { ...STAGING, folder });
    await person.press();
  },
  'many groups at once': async ({ product, person }) => {
    await person.run('userGroups.editMany', STAGING);
    await person.run('userGroups.editMany', {
      ...STAGING,
      user_group_ids: ['acme'],
      change: TO_US,
      on_failure: 'stop',
    });
    await person.press('staging');
    const [run] = product.services.runs.list();
    if (run !== undefined) await product.services.runs.whenLeft(run.id);
    await person.run('userGroups.undoRun', {});
    await person.run('userGroups.rotateMany', STAGING, 'staging');
  },
  'failures of the service': async ({ product, person }) => {
    for (const fault of FAULTS) {
      product.remote.misbehave(fault, { times: 3 });
      draft(product);
      await person.run('userGroups.update', ACME);
    }
    await person.run('userGroups.fetch', ACME);
    product.remote.misbehave(undefined);
    await product.stopRemote();
    await person.run('userGroups.update', ACME);
    await person.run('userGroups.checkConnection', STAGING);
  },
};

describe('A person of another language', () => {
  const start = productStarter();
  let flow: Flow;

  before(speakPseudoLanguage);
  after(speakEnglish);
  beforeEach(async () => {
    const product = await start();
    await product.services.sending.getOrCreate(product.connection, GROUP);
    flow = { product, person: new Reader(product), folder: temporaryFolder('user-groups-pseudo-') };
  });
  afterEach(() => {
    flow.person.close();
  });

  for (const [what, run] of Object.entries(FLOWS))
    it(`reads nothing in English, and no message or dialog that is long: ${what}`, async () => {
      await run(flow);
      const { person, product, folder } = flow;
      await person.readTables();
      const given = [...GIVEN, new URL(product.remote.baseUrl).host];
      const left = Array.from(person.read, ([text, where]) => ({
        where,
        // The end of its name is random, and may look like the code of an error.
        part: unmarkedPart(text.replaceAll(folder, '·'), given),
      }));
      assert.ok(left.length > 0, 'something was read');
      assert.deepEqual(
        left.filter(({ part }) => part !== '').map(({ where, part }) => `${where}: ${part}`),
        [],
      );
      assert.deepEqual(person.tooLong, []);
    });
});

function draft({ services, connection }: Product): void {
  services.groups.saveDraft(connection, 'acme', documentOf({ mapping: { 40: '214' }, properties: { region: 'US' } }));
}

async function changeElsewhere({ remote }: Product): Promise<void> {
  await ask(remote, 'PUT', '{"user_group_id":"acme","name":"Acme","properties":{"region":"US"}}');
}

async function inManyStates(product: Product): Promise<void> {
  const { services, connection, remote } = product;
  draft(product);
  services.groups.addNewDraft(connection);
  await ask(remote, 'GET', '{"user_group_id":"globex","name":"Globex"}');
  await services.sending.getOrCreate(connection, documentOf({ user_group_id: 'globex', name: 'Other' }));
  await services.sending.getOrCreate(connection, documentOf({ user_group_id: 'initech', name: 'Initech' }));
  remote.misbehave('resetBeforeAnswer', { times: 1, operation: 'rotate' });
  await failureOf(services.rotation.rotate(connection, 'initech'));
}

/** `change` of a command. */
const TO_US = { action: 'set', property: 'region', value: 'US' };

const FAULTS: readonly Fault[] = [
  'successZero',
  'html',
  'redirect',
  'status403',
  'status429Plain',
  'status500',
  'status502Html',
  'status503RetryAfter',
  'nullUserGroup',
  'tokenMissing',
  'otherProvidedId',
  'array',
  'truncated',
  'empty',
  'gzip',
  'hugeAnswer',
  'resetBeforeAnswer',
  'resetWhileSending',
];

const GROUP = documentOf({ user_group_id: 'acme', name: 'Acme', mapping: { 40: '213' }, properties: { region: 'EU' } });

/** Ids, names and values of the test, and what is written the same in every language. */
const GIVEN = [
  'acme',
  'Acme',
  'globex',
  'Globex',
  'staging',
  'initech',
  'Initech',
  'second',
  'region',
  'EU',
  'US',
  'user_group_id',
  'somebody_else',
  'success',
  'null',
  'two words',
  'address.country=DE',
  'Testing',
  'Other',
  'nobody',
  'JSON',
  'cURL',
  'DNS',
  'TCP',
];
