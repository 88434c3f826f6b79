// Says where an authority that is trusted comes from, in a process of its own, whose environment may name more.

import { X509Certificate } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { anchorOf } from '../../../src/api/trust.ts';

const [, , pemFile = '', system = ''] = process.argv;
const trust = { authorities: undefined, system: system === 'on', verify: true };
console.log(anchorOf(new X509Certificate(readFileSync(pemFile)).raw, trust) ?? 'not trusted');
