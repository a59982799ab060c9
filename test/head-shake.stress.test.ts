import { headShakeHolds } from './head-shake.fixture.ts';

headShakeHolds(24);
