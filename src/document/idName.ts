// The name of the ID in a document: the service's own where the user sees the text and where it is sent, the contract's
// where it is stored, so that a stored text can be read whatever a service description says later.

import { USER_GROUP_API, type RequestNames } from '../contract/serviceApi.ts';
import { fieldsTolerantly } from './jsonFields.ts';

export const STORED_NAMES: RequestNames = USER_GROUP_API.request;

/** The field that stands under this key: the ID under either name. */
export function fieldOfKey(key: string, { id }: RequestNames): string {
  return key === id ? STORED_NAMES.id : key;
}

/** The key under which the user sees the field. */
export function shownKey(field: string, { id }: RequestNames): string {
  return field === STORED_NAMES.id ? id : field;
}

/** Never throws. A text that has the ID under both names, or twice, stays as it is. */
export function asShown(text: string, { id }: RequestNames): string {
  return renamed(text, STORED_NAMES.id, id);
}

/** Likewise. */
export function asStored(text: string, { id }: RequestNames): string {
  return renamed(text, id, STORED_NAMES.id);
}

function renamed(text: string, from: string, to: string): string {
  if (from === to) return text;
  const [only, ...others] = fieldsTolerantly(text).fields.filter(({ key }) => key === from || key === to);
  if (only?.key !== from || others.length > 0) return text;
  const { keyStart, keyText } = only;
  return text.slice(0, keyStart) + JSON.stringify(to) + text.slice(keyStart + keyText.length);
}
