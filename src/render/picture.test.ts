import { hairLooksRight } from './picture.fixture.ts';

/** Few and thick; `picture.stress.test.ts` has four times as many. What a processor draws costs by the hair. */
hairLooksRight({ strands: 1200, width: 1e-2, references: 'references/few' });
