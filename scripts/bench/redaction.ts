// Redacting a long text beside as much in short ones: the time is in proportion to the length.

import { Redactor } from '../../src/core/redactor.ts';
import { handBack } from './alone.ts';
import { byTurns, elapsed } from './rounds.ts';
import { compared, milliseconds } from './row.ts';

const rounds = 15;
const times = 10;
const secrets = 1_000;

const redactor = new Redactor();
for (let index = 0; index < secrets; index += 1)
  redactor.add(Buffer.from(`secret ${index} of the bench`).toString('base64'));
const group = {
  name: 'Acme "Corporation"',
  properties: { note: 'one\ntwo', at: `https://dash.example/?of=${encodeURIComponent('a b/c=d')}` },
};
const short = JSON.stringify(Array.from({ length: 2_000 }, () => group));
const long = short.repeat(times);

const { ours, peer } = await byTurns(rounds, {
  ours: () => elapsed(() => redactor.redact(long)),
  peer: () =>
    elapsed(() => {
      for (let time = 0; time < times; time += 1) redactor.redact(short);
    }),
});
handBack([compared('redact 2.5 MB, 1,000 secrets in use, beside ten texts of 250 KB', ours, peer, milliseconds, 1.5)]);
