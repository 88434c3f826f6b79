// Decodes an answer that lists groups, one after another, so that a long one does not hold up everything else.

import * as l10n from '@vscode/l10n';
import type { ListEndpoint } from '../contract/serviceApi.ts';
import { quotedId } from '../core/foreignText.ts';
import type { OddGroup } from '../core/ports/client.ts';
import { decodeGroup, identityIn, type AnswerApi, type DecodedGroup } from './decodeAnswer.ts';
import { JsonWalk } from './jsonWalk.ts';
import { NotTheContract } from './notTheContract.ts';

/** What is met on the way through an answer: a group, how many there are in all, or something else. */
export type ListPart =
  | { readonly group: DecodedGroup }
  | { readonly odd: OddGroup }
  | { readonly total: number }
  | 'more';

/** @throws NotTheContract where the list itself cannot be read */
export function* listParts(text: string, list: ListEndpoint, api: AnswerApi): Generator<ListPart, void> {
  if (text.trim() === '') throw new NotTheContract(l10n.t('The response is empty.'));
  let isListed = false;
  for (const part of partsOf(new JsonWalk(text), [], list, api)) {
    if (part === 'listed') isListed = true;
    else yield part;
  }
  if (!isListed) throw new NotTheContract(l10n.t('The response has no "{0}".', list.groups));
}

/** @param place names of the members that the walk is in */
function* partsOf(
  walk: JsonWalk,
  place: readonly string[],
  list: ListEndpoint,
  api: AnswerApi,
): Generator<ListPart | 'listed', void> {
  if (!walk.isObject)
    throw new NotTheContract(
      place.length === 0
        ? l10n.t('The response is not an object.')
        : l10n.t('"{0}" of the response is not an object.', place.join('.')),
    );
  for (const member of walk.members()) {
    const here = [...place, member];
    const path = here.join('.');
    if (path === list.groups) {
      yield* groupsOf(walk, list, api);
      yield 'listed';
    } else if (path === list.total) yield totalIn(walk.value(), path);
    else if (isOnTheWay(path, list)) yield* partsOf(walk, here, list, api);
    else for (const _ of walk.skipped()) yield 'more';
  }
}

function* groupsOf(walk: JsonWalk, list: ListEndpoint, api: AnswerApi): Generator<ListPart> {
  if (!walk.isArray) throw new NotTheContract(l10n.t('"{0}" of the response is not an array.', list.groups));
  let number = 0;
  for (const element of walk.elements()) {
    number += 1;
    yield groupAt(list, number, element, api);
  }
}

/** Odd also where it has no ID: nobody would know which one it is. */
function groupAt({ groups }: ListEndpoint, number: number, text: string, api: AnswerApi): ListPart {
  try {
    const group = decodeGroup(text, api);
    const { providedId = '' } = group.userGroup;
    if (providedId === '') throw new NotTheContract(l10n.t('The response has no "{0}".', api.response.id));
    // No document could be opened by it.
    if (!providedId.isWellFormed())
      throw new NotTheContract(l10n.t('"{0}" of the response is invalid.', api.response.id));
    return { group };
  } catch (error) {
    if (!(error instanceof NotTheContract)) throw error;
    return oddPart(l10n.t('Item {0} of "{1}": {2}', number, groups, error.what), identityIn(text, api.response));
  }
}

function oddPart(what: string, identity: Omit<OddGroup, 'reason'> = {}): { readonly odd: OddGroup } {
  const { userGroupId } = identity;
  return { odd: { ...identity, reason: userGroupId === undefined ? what : `${quotedId(userGroupId)}: ${what}` } };
}

function totalIn(text: string, path: string): ListPart {
  if (/^\d{1,12}$/.test(text)) return { total: Number(text) };
  return oddPart(l10n.t('"{0}" of the response is not a number.', path));
}

function isOnTheWay(path: string, { groups, total }: ListEndpoint): boolean {
  return [groups, total].some((other) => other?.startsWith(`${path}.`) === true);
}
