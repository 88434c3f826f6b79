// Texts that look as if a person reads them, and are none: by file, each with the reason.

export const NOT_SHOWN: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  'src/contract/fields.ts': {
    Customer: 'A value of the service.',
    Testing: 'A value of the service.',
  },
};
