// Generated cases print their seed when one fails; TEST_SEED plays them again.

import fc from 'fast-check';

const seed = Number(process.env.TEST_SEED ?? NaN);
if (Number.isInteger(seed)) fc.configureGlobal({ ...fc.readConfigureGlobal(), seed });
