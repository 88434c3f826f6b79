// Unpacks the Chromium of @sparticuz/chromium into the temporary folder it is started with, system libraries included.

import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import chromium, { inflate } from '@sparticuz/chromium';

const packed = fileURLToPath(new URL('../bin/', import.meta.resolve('@sparticuz/chromium')));
await chromium.executablePath();
await inflate(join(packed, 'al2023.tar.br'));
