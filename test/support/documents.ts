// Texts of documents.

/** A document, formatted as users do. */
export function documentOf(fields: Readonly<Record<string, unknown>> = {}): string {
  return `${JSON.stringify({ user_group_id: 'acme', name: 'Acme', ...fields }, null, 2)}\n`;
}
