// Says where an authority that is trusted comes from, in a process of its own, whose environment may name more.

import { X509Certificate } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { anchorOf } from '../../../src/api/trust.ts';

const [, , pemFile = ''] = process.argv;
console.log(
  anchorOf(new X509Certificate(readFileSync(pemFile)).raw, { authorities: undefined, system: false, verify: true }),
);
