// What the dialog before an update says: a line for each change, and for what may be lost.

import assert from 'node:assert/strict';
import { updateLines } from '../../../../src/vscode/sending/update.ts';
import { shownLines } from '../../../../src/vscode/platform/messages.ts';
import { elsewhere } from '../../../support/elsewhere.ts';
import { productStarter } from '../../../support/product.ts';

const text = (fields: object): string => JSON.stringify({ user_group_id: 'acme', ...fields });

describe('The question before an update', () => {
  const start = productStarter();

  it('lists the changes, and names what the request omits', async () => {
    const { services, connection } = await start();
    const sent = { name: 'Acme', mapping: { 40: '213' }, properties: { region: 'EU', tier: 'gold' } };
    await services.sending.getOrCreate(connection, text(sent));
    const lines = (fields: object): string[] => {
      const document = services.sending.read(connection, text(fields));
      return shownLines(updateLines(services.sending.planUpdate(connection, document), []));
    };
    const changed = { ...sent, mapping: { 40: '214' }, properties: { region: 'US', tier: 'gold' } };
    const [heading = '', ...changes] = lines(changed);
    assert.match(heading, /^Changes since last sent \(\d+ days ago\):$/);
    assert.deepEqual(changes, ['• mapping.40: "213" → "214"', '• properties.region: "EU" → "US"']);
    assert.deepEqual(lines(sent), []);
    assert.deepEqual(lines({ name: 'Acme', properties: sent.properties }).slice(-1), [
      'The mapping is not sent. The service may keep or clear it.',
    ]);
    assert.deepEqual(lines({ name: 'Acme' }).slice(-3), [
      'Check first:',
      '• The mapping is not sent. The service may keep or clear it.',
      '• The properties are not sent. The service may keep or clear them.',
    ]);
  });

  it('warns where properties are replaced that contain a token on the service, and are not shown', async () => {
    const { services, connection, remote } = await start();
    const acme = { user_group_id: 'acme', name: 'Acme', mapping: {} };
    await elsewhere(remote, 'GET', acme);
    await elsewhere(remote, 'PUT', { ...acme, properties: { key: remote.group('acme')?.token } });
    await services.sending.getOrCreate(connection, text({ name: 'Acme' }));
    const document = services.sending.read(connection, text({ name: 'Acme', mapping: {}, properties: {} }));
    const lines = shownLines(updateLines(services.sending.planUpdate(connection, document), []));
    assert.deepEqual(
      lines.filter((line) => line.includes('token')),
      ['• Replaces "properties", which contains a token on the service and is not shown here.'],
    );
  });

  it('warns where a mapping that nobody here knows is replaced', async () => {
    const { services, connection, remote } = await start();
    await elsewhere(remote, 'GET', { user_group_id: 'acme', name: 'Acme', mapping: { 40: '213' } });
    await services.sending.getOrCreate(connection, text({ name: 'Acme' }));
    const document = services.sending.read(connection, text({ name: 'Acme', mapping: {}, properties: {} }));
    const lines = updateLines(services.sending.planUpdate(connection, document), []);
    assert.equal(lines.at(-1), 'The current mapping is unknown and will be replaced.');
  });
});
