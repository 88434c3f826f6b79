import assert from 'node:assert/strict';
import { firstFocus } from '../../../src/form/firstFocus.ts';
import { standIn } from '../../support/standIn.ts';
import type { DocumentFields } from '../../../src/form/documentFields.ts';

function fields(texts: Readonly<Record<string, string>>): Pick<DocumentFields, 'text'> {
  return standIn<DocumentFields>({ text: (field) => texts[field] });
}

describe('The first focus of a form', () => {
  it('is where a new group is still empty: its name, or the ID of a copy', () => {
    assert.equal(firstFocus({ kind: 'new' }, fields({ name: '', user_group_id: '' })), 'name');
    assert.equal(firstFocus({ kind: 'new' }, fields({ name: 'Acme copy', user_group_id: '' })), 'user_group_id');
    assert.equal(firstFocus({ kind: 'new' }, fields({ name: 'Acme', user_group_id: 'acme' })), 'name');
    assert.equal(firstFocus({ kind: 'new' }, fields({})), 'name');
  });

  it('is nowhere in a group that exists: the list keeps it', () => {
    assert.equal(firstFocus({ kind: 'group' }, fields({ name: '', user_group_id: 'acme' })), undefined);
  });
});
