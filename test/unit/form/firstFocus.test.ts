import assert from 'node:assert/strict';
import type { MappingView } from '../../../src/form/fieldViews.ts';
import { firstFocus } from '../../../src/form/firstFocus.ts';
import type { FormState } from '../../../src/protocol/formProtocol.ts';
import { standIn } from '../../support/standIn.ts';
import type { DocumentFields } from '../../../src/form/documentFields.ts';

function focusOf(
  kind: FormState['kind'],
  texts: Readonly<Record<string, string>>,
  { hasArrived = false, view = 'table', last }: { hasArrived?: boolean; view?: MappingView; last?: string } = {},
): string | undefined {
  const fields = standIn<DocumentFields>({
    text: (field) => texts[field],
    json: (field) => texts[field],
    isAbsent: (field) => texts[field] === undefined,
  });
  return firstFocus({ state: { kind }, hasArrived }, fields, view, last);
}

describe('The first focus of a form', () => {
  it('is where a new group is still empty: its name, or the ID of a copy', () => {
    assert.equal(focusOf('new', { name: '', user_group_id: '' }), 'name');
    assert.equal(focusOf('new', { name: 'Acme copy', user_group_id: '' }), 'user_group_id');
    assert.equal(focusOf('new', { name: 'Acme', user_group_id: 'acme' }), 'name');
    assert.equal(focusOf('new', {}), 'name');
  });

  it('is in the mapping of a group that was just created', () => {
    const empty = { name: 'Acme', user_group_id: 'acme', mapping: '{ }' };
    assert.equal(focusOf('group', empty, { hasArrived: true }), 'add-row');
    assert.equal(focusOf('group', empty, { hasArrived: true, view: 'json' }), 'mapping-editor');
    assert.equal(focusOf('group', { name: 'Acme' }, { hasArrived: true }), 'mapping-add');
    const mapped = { ...empty, mapping: '{"40":"213"}' };
    assert.equal(focusOf('group', mapped, { hasArrived: true }), 'mapping-view-table');
    assert.equal(focusOf('group', mapped, { hasArrived: true, view: 'json' }), 'mapping-editor');
    assert.equal(focusOf('group', empty, { hasArrived: true, last: 'name' }), 'add-row');
  });

  it('is where it was when the page comes back', () => {
    assert.equal(focusOf('new', { name: '', user_group_id: '' }, { last: 'user_group_id' }), 'user_group_id');
    assert.equal(focusOf('group', { mapping: '{}' }, { last: 'properties-editor' }), 'properties-editor');
  });

  it('is nowhere in another group that exists: the list keeps it', () => {
    assert.equal(focusOf('group', { name: '', user_group_id: 'acme', mapping: '{}' }), undefined);
  });
});
