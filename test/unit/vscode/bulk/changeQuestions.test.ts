// The questions of Edit Multiple Groups…: only what the change needs, counted, with names in use proposed.

import assert from 'node:assert/strict';
import type { Connection } from '../../../../src/core/connection.ts';
import { askChange, type ChangeAsked } from '../../../../src/vscode/bulk/changeQuestions.ts';
import { nextBox, nextList } from '../../../support/editor/fakeVscode.ts';
import { standIn } from '../../../support/standIn.ts';

function asked(): Promise<ChangeAsked> {
  return askChange({
    connection: standIn<Connection>({ name: 'staging' }),
    words: 'all 66 groups on staging',
    input: {},
    namesOf: (field) =>
      field === 'mapping'
        ? [{ value: '40', description: 'in 66 groups' }]
        : [
            { value: 'region', description: 'in 66 groups' },
            { value: 'tier', description: 'in 60 groups' },
          ],
    requireReadable: () => Promise.resolve(),
  });
}

const stepOf = ({
  step,
  totalSteps,
}: {
  readonly step?: number | undefined;
  readonly totalSteps?: number | undefined;
}) => `${step}/${totalSteps ?? ''}`;

describe('The questions of Edit Multiple Groups…', () => {
  it('are three for a property, of which names in use are proposed', async () => {
    const change = asked();
    const kinds = await nextList();
    assert.equal(stepOf(kinds), '1/');
    kinds.choose('Set a property');
    const names = await nextList();
    assert.deepEqual(
      [stepOf(names), names.placeholder, names.labels],
      ['2/3', 'Select or type the name of a property', ['region', 'tier']],
    );
    names.choose('tier');
    const value = await nextBox();
    assert.equal(stepOf(value), '3/3');
    value.type('gold');
    value.accept();
    assert.deepEqual(await change, {
      change: { action: 'set', field: 'properties', key: 'tier', value: '"gold"' },
      problems: [],
    });
  });

  it('accept a name that is typed, and count again after another kind of change was chosen', async () => {
    const change = asked();
    (await nextList()).choose('Set a property');
    (await nextList()).back();
    const kinds = await nextList();
    assert.equal(stepOf(kinds), '1/3');
    kinds.choose('Remove a schema ID');
    const ids = await nextList();
    assert.deepEqual([stepOf(ids), ids.labels], ['2/2', ['40']]);
    ids.type('41 ');
    assert.deepEqual(
      ids.items.map(({ label, description }) => [label, description]),
      [
        ['41␠', 'as typed'],
        ['40', 'in 66 groups'],
      ],
    );
    assert.match(ids.items[0]?.detail ?? '', /leading or trailing spaces/);
    ids.type('40');
    assert.deepEqual(ids.labels, ['40']);
    ids.accept();
    assert.deepEqual((await change).change, { action: 'remove', field: 'mapping', key: '40' });
  });

  it('accept no new name that is the old one, and keep what was typed when they are closed', async () => {
    const change = asked();
    (await nextList()).choose('Rename a property');
    (await nextList()).choose('region');
    const names = await nextList();
    assert.deepEqual(names.labels, ['tier']);
    names.type('region');
    assert.equal(names.items[0]?.detail, 'Enter another name.');
    names.accept();
    names.type('area');
    names.close();
    await assert.rejects(change, { kind: 'cancelled' });
    const again = asked();
    (await nextList()).accept();
    (await nextList()).accept();
    const kept = await nextList();
    assert.equal(kept.value, 'area');
    kept.accept();
    assert.deepEqual((await again).change, { action: 'rename', field: 'properties', key: 'region', to: 'area' });
  });
});
