// Texts that look as if a person reads them, and are none: by file, each with the reason.

export const NOT_SHOWN: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  'src/contract/fields.ts': {
    Customer: 'A value of the service.',
    Testing: 'A value of the service.',
  },
  'src/vscode/command/groupCapabilities.ts': {
    'canOpen hasHistory canForget': 'Names of capabilities.',
  },
  'src/vscode/command/pickGroup.ts': {
    '$(filter) region=EU': 'An example, as it is typed.',
  },
  'src/vscode/connections/askConnection.ts': {
    Testing: 'A value of the service.',
    Customer: 'A value of the service.',
  },
};
