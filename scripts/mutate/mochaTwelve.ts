// Loaded into Stryker's processes before anything else: Mocha 12 has renamed the files that Stryker's runner asks it
// for. To be deleted when that runner knows them (stryker-mutator/stryker-js, pull request 6205).

import { registerHooks } from 'node:module';

registerHooks({
  resolve: (specifier, context, next) =>
    next(/[\\/]mocha[\\/]lib[\\/]cli[\\/][a-z-]+$/.test(specifier) ? `${specifier}.cjs` : specifier, context),
});
