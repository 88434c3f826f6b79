// lit-html asks while it is loaded whether there is a document: from then on there is one, for whoever loads it first.

import { createRequire, registerHooks } from 'node:module';

const require = createRequire(import.meta.url);

registerHooks({
  resolve: (specifier, context, next) => {
    if (specifier === 'lit-html') require('./dom.ts');
    return next(specifier, context);
  },
});
