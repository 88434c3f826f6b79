import assert from 'node:assert/strict';
import { firstFocus } from '../../../src/form/formPage.ts';
import type { FormState } from '../../../src/protocol/formProtocol.ts';
import { standIn } from '../../support/standIn.ts';
import type { DocumentFields } from '../../../src/form/documentFields.ts';

function focusOf(
  kind: FormState['kind'],
  texts: Readonly<Record<string, string>>,
  { hasArrived = false, last }: { hasArrived?: boolean; last?: string } = {},
): string | undefined {
  const fields = standIn<DocumentFields>({ text: (field) => texts[field] });
  return firstFocus({ state: { kind }, hasArrived, fields, mapping: 'key-1', last });
}

describe('The first focus of a form', () => {
  it('is where a new group is still empty: its name, or the ID of a copy', () => {
    assert.equal(focusOf('new', { name: '', user_group_id: '' }), 'name');
    assert.equal(focusOf('new', { name: 'Acme copy', user_group_id: '' }), 'user_group_id');
    assert.equal(focusOf('new', { name: 'Acme', user_group_id: 'acme' }), 'name');
    assert.equal(focusOf('new', {}), 'name');
  });

  it('is in the mapping of a group that was just created, wherever it was before', () => {
    assert.equal(focusOf('group', { name: 'Acme' }, { hasArrived: true }), 'key-1');
    assert.equal(focusOf('group', { name: 'Acme' }, { hasArrived: true, last: 'name' }), 'key-1');
  });

  it('is where it was when the page comes back', () => {
    assert.equal(focusOf('new', { name: '', user_group_id: '' }, { last: 'user_group_id' }), 'user_group_id');
    assert.equal(focusOf('group', { mapping: '{}' }, { last: 'properties-editor' }), 'properties-editor');
  });

  it('is nowhere in another group that exists: the list keeps it', () => {
    assert.equal(focusOf('group', { name: '', user_group_id: 'acme', mapping: '{}' }), undefined);
  });
});
