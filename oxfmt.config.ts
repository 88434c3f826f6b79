// One formatting for all files.

import { defineConfig } from 'oxfmt';

export default defineConfig({
  printWidth: 120,
  singleQuote: true,
  proseWrap: 'always',
  sortPackageJson: false,
  ignorePatterns: ['ThirdPartyNotices.txt'],
});
