import { farmSurvives } from './farm-events.fixture.ts';
import { farmGoesOn } from './farm-resume.fixture.ts';

farmSurvives({ shots: 6, frames: 24, guides: 20, strands: 200, size: '96x64' });
farmGoesOn({ frames: 240, killedAt: 100, drawnFrom: 201, guides: 20 });
