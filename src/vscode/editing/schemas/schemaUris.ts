// Addresses of the schemas that VS Code's JSON features read from us.

import * as vscode from 'vscode';

/** Without a hyphen, which patterns of schemas do not support. */
export const SCHEMA_SCHEME = 'usergroupschema';
const AUTHORITY = 'schemas';

/** The schema of every document; package.json names it (`contributes.jsonValidation`). */
export const DOCUMENT_SCHEMA = vscode.Uri.from({ scheme: SCHEMA_SCHEME, authority: AUTHORITY, path: '/document.json' });

/** A file of a workspace folder, by its path within it, as one edition of the schemas shows it. */
export interface EditionPath {
  readonly edition: number;
  /** Place of the folder in the workspace. */
  readonly folder: number;
  readonly file: string;
}

export function editionUri({ edition, folder, file }: EditionPath): vscode.Uri {
  return vscode.Uri.from({ scheme: SCHEMA_SCHEME, authority: AUTHORITY, path: `/${edition}/${folder}/${file}` });
}

export function parseEditionUri({ path }: vscode.Uri): EditionPath | undefined {
  const [, edition, folder, file] = /^\/(\d+)\/(\d+)\/(.+)$/.exec(path) ?? [];
  return file === undefined ? undefined : { edition: Number(edition), folder: Number(folder), file };
}
