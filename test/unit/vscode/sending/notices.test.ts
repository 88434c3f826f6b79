// What pops up after an answer: one notice at most, with what became of it and what else is to know.

import assert from 'node:assert/strict';
import { showAnswerNotice } from '../../../../src/vscode/command/answerNotice.ts';
import { editingContextOf } from '../../../support/editor/editingContextOf.ts';
import { PlayedPerson } from '../../../support/editor/playedPerson.ts';
import { productStarter } from '../../../support/product.ts';

describe('The notice after an answer', () => {
  const start = productStarter();

  it('leads to the API token where the answer contradicts it', async () => {
    const { connection, services } = await start();
    const person = new PlayedPerson();
    const mismatch = { about: 'environment', reason: '' } as const;
    services.connections.withId = () => ({ ...connection, mismatch });
    showAnswerNotice(editingContextOf({ services }, person), connection, { notes: ['It is declared Customer.'] });
    assert.deepEqual(person.shown, ['warning: It is declared Customer. [userGroups.reviewApiToken]']);
  });

  it('says in one what became of it and what else is to know', async () => {
    const product = await start();
    const person = new PlayedPerson();
    showAnswerNotice(editingContextOf(product, person), product.connection, {
      text: 'The service has other values: name',
      buttons: [{ label: 'Compare', run: () => Promise.resolve() }],
      notes: ['It returned fields that nobody knows.', 'It returned another team.'],
    });
    assert.deepEqual(person.shown, [
      'warning: The service has other values: name. It returned fields that nobody knows. It returned another team. [Compare] [userGroups.showLog]',
    ]);
  });
});
