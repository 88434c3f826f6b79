// A link as the editor hands it over: decoded once.

import type { EditorLink } from '../../src/document/groupLink.ts';

export function delivered(link: string): EditorLink {
  const { pathname: path, search, hash } = new URL(link);
  return { path, query: decodeURIComponent(search.slice(1)), fragment: decodeURIComponent(hash.slice(1)) };
}
