// Texts that look as if a person reads them, and are none: by file, each with the reason.

export const NOT_SHOWN: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  'src/api/attempts.ts': { 'no answer: {}': 'Of a line of the log.' },
  'src/api/decodeAnswer.ts': { Object: 'A type, as the library names it.' },
  'src/api/proxyChoice.ts': { 'Basic {}': 'A header of a request.' },
  'src/core/bugText.ts': { '\nCaused by: ': 'Of a line of the log.', '{} was thrown': 'Of a line of the log.' },
  'src/core/connection.ts': { Sandbox: 'The name of a connection, by which commands are called.' },
  'src/contract/fields.ts': {
    Customer: 'A value of the service.',
    Testing: 'A value of the service.',
  },
  'src/vscode/command/pickGroup.ts': {
    '$(filter) region=EU': 'An example, as it is typed.',
  },
  'src/vscode/connections/askConnection.ts': {
    Testing: 'A value of the service.',
    Customer: 'A value of the service.',
  },
  'src/form/editorKeys.ts': { Tab: 'A key.', 'editor search-panel': 'Where keys are read.' },
  'src/form/labelMarks.ts': {
    Array: 'A node of the syntax tree.',
    Number: 'A node of the syntax tree.',
    Property: 'A node of the syntax tree.',
    String: 'A node of the syntax tree.',
  },
  'src/store/database/tokenSealer.ts': { 'user group token: {}': 'What a key is made for.' },
  'src/vscode/editing/schemas/groupDocuments.ts': { 'User Groups': 'The name of the product.' },
  'src/vscode/platform/channelLog.ts': {
    'User Groups': 'The name of the product.',
    ' (attempt {})': 'Of a line of the log.',
    '{}{} on {}: {}, {} ms, {} bytes{}': 'A line of the log.',
  },
};
