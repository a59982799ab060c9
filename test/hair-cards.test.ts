import { cardsLookLikeHair } from './hair-cards.fixture.ts';

/** Curls are hardest to lay flat; `hair-cards.stress.test.ts` has the other styles too. */
cardsLookLikeHair(['curly']);
