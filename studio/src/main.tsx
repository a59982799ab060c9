import { createRoot } from 'react-dom/client';
import { DEFAULT_EXAMPLE, exampleNames } from '../../src/scene/examples.ts';
import { App } from './app.tsx';
import { readParameters } from './page/parameters.ts';
import { SimulationStore } from './simulation/store.ts';
import { isProblem, requestGpu } from './viewport/gpu.ts';
import './theme/tokens.css';
import './theme/base.css';

/** Where the processor draws, motion matters more than every strand and pixel. */
const SOFTWARE = { strands: 1500, resolution: 0.6 };
const HARDWARE = { strands: undefined, resolution: 1 };

const { scene, paused, frame, strands, guides, shadow } = readParameters(window.location.search);
const firstGpu = await requestGpu();
const isSketch = !isProblem(firstGpu) && firstGpu.isSoftware && frame === undefined;
const quality = isSketch ? SOFTWARE : HARDWARE;
const prefersStillness = window.matchMedia('(prefers-reduced-motion: reduce)').matches;
const store = new SimulationStore({ playing: !paused && !prefersStillness, strands: strands ?? quality.strands });

createRoot(document.getElementById('studio')!).render(
  <App
    firstGpu={firstGpu}
    store={store}
    exampleNames={exampleNames}
    look={shadow ? {} : { shadow: 0 }}
    resolution={quality.resolution}
  />,
);
if (!isProblem(firstGpu)) {
  store.open({ kind: 'example', name: scene ?? DEFAULT_EXAMPLE }, { guides, frame });
  if (isSketch) store.say('note', 'No graphics processor was found: fewer strands are drawn, and slowly.');
}
