// Unit tests run without VS Code: what imports it gets fakeVscode.ts in its place.

import { registerHooks } from 'node:module';

const fake = new URL('fakeVscode.ts', import.meta.url).href;

registerHooks({ resolve: (specifier, context, next) => next(specifier === 'vscode' ? fake : specifier, context) });
