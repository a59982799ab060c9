import { cardsLookLikeHair } from './hair-cards.fixture.ts';

cardsLookLikeHair(['long-straight', 'curly', 'bob']);
