// The fields that a service has beside those of the contract, as its description names them (serviceApi.ts).

/** Types of further fields. `strings`: an array of strings. */
export const FURTHER_TYPES = ['string', 'strings', 'boolean'] as const;

/** A field that the contract does not have, and the service has. */
export interface FurtherField {
  readonly type: (typeof FURTHER_TYPES)[number];
  /** Its name in an answer, within the object. Absent: it is never answered. */
  readonly response?: string | undefined;
}

/** Whether the JSON text is a value of this type. */
export function isOfFurtherType(type: FurtherField['type'], json: string): boolean {
  return isFurtherValue(type, JSON.parse(json));
}

export function isFurtherValue(type: FurtherField['type'], value: unknown): boolean {
  if (type !== 'strings') return typeof value === type;
  return Array.isArray(value) && value.every((item) => typeof item === 'string');
}
