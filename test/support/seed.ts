// Generated cases print their seed when one fails; FAST_CHECK_SEED plays them again.

import fc from 'fast-check';

const seed = Number(process.env.FAST_CHECK_SEED ?? NaN);
if (Number.isInteger(seed)) fc.configureGlobal({ ...fc.readConfigureGlobal(), seed });
