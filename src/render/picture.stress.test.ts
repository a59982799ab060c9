import { hairLooksRight } from './picture.fixture.ts';

hairLooksRight({ strands: 5000, width: 2.5e-3, references: 'references' });
