import { headShakeHolds } from './head-shake.fixture.ts';

/** Few strands; `head-shake.stress.test.ts` has more. */
headShakeHolds(10);
