import { createRoot } from 'react-dom/client';
import { adaptScene } from '../../src/scene/adapt.ts';
import { exampleNames } from '../../src/scene/examples.ts';
import type { Scene } from '../../src/scene/schema.ts';
import { App } from './app.tsx';
import { applyColourScheme } from './page/colour-scheme.ts';
import { keptView } from './page/kept-view.ts';
import { linkedScene } from './page/link.ts';
import { isFirstTime } from './page/once.ts';
import { readParameters, rememberScene } from './page/parameters.ts';
import { savedWork } from './page/storage.ts';
import { watchTabbing } from './page/tabbed.ts';
import { claimWorkPlace } from './page/work-place.ts';
import { isStyle, START_STYLE } from './simulation/start-scenes.ts';
import { SimulationStore } from './simulation/store.ts';
import { isProblem, requestGpu } from './viewport/gpu.ts';
import { requestStillGl } from './viewport/request-still.ts';
import { isStillGl } from './viewport/screen.ts';
import './theme/tokens.css';
import './theme/base.css';

/** Where the processor draws, motion matters more than every strand and pixel: these stand for all, and are wider. */
const SOFTWARE = { strands: 3000, resolution: 0.6 };
/** Strands whose points the worker makes, for pictures without WebGPU. */
const PLAIN = { strands: 6000, resolution: 1 };
const HARDWARE = { strands: undefined, resolution: 1 };
const NO_CHANGE = {};
const NO_SHADOW = { shadow: 0 };

const guidesOf = ({ grooms }: Scene): number => grooms.reduce((sum, groom) => sum + groom.guides, 0);

/** How long the notice stays that there is no graphics processor, milliseconds. */
const PREVIEW_NOTICE = 10_000;

applyColourScheme();
watchTabbing();
const { scene, paused, frame, strands, guides, shadow, draw } = readParameters(window.location.search);
const [asked, place] = await Promise.all([requestGpu(), claimWorkPlace()]);
// Without WebGPU a simpler picture does.
const firstGpu = isProblem(asked) ? await requestStillGl(asked) : asked;
const work = await savedWork(place.key);
const isPlain = !isProblem(firstGpu) && isStillGl(firstGpu);
const isPreview = !isProblem(firstGpu) && !isPlain && firstGpu.isSoftware && frame === undefined;
if (!isProblem(firstGpu) && firstGpu.isSoftware) document.documentElement.dataset.drawing = 'slow';
const quality = isPlain ? PLAIN : isPreview ? SOFTWARE : HARDWARE;
const prefersStillness = window.matchMedia('(prefers-reduced-motion: reduce)').matches;
const shownStrands = strands ?? quality.strands;
// Work is found as it was left, standing still, unless the address asks for something else.
const restored = frame === undefined && work && (scene === undefined || scene === work.origin) ? work : null;
const firstScene = scene ?? START_STYLE;
const playing = !paused && !prefersStillness && !restored && !isStyle(firstScene);
const firstOrigin = restored ? restored.origin : firstScene;
const kept = keptView();
// Whoever comes for the first time, and for nothing else, is shown around.
const isNew = scene === undefined && !restored && window.location.hash === '' && isFirstTime('tour');
const store = new SimulationStore({ playing, strands, drawn: quality.strands, guides, isPlain });

createRoot(document.getElementById('studio')!).render(
  <App
    firstGpu={firstGpu}
    store={store}
    exampleNames={exampleNames}
    firstOrigin={firstOrigin}
    firstPlace={place}
    prefersStillness={paused || prefersStillness}
    kept={kept && kept.origin === firstOrigin ? kept : null}
    look={shadow ? NO_CHANGE : NO_SHADOW}
    resolution={quality.resolution}
    isDrawing={draw}
    strands={shownStrands}
    isNew={isNew}
  />,
);
if (!isProblem(firstGpu)) {
  const linked = await linkedScene(window.location.hash);
  if (linked) {
    store.open({ kind: 'files', files: [linked] });
    // A reload finds the work, not the link.
    rememberScene(null);
  } else if (restored) {
    const { scene: kept, step, files, labels, edits, stamp } = restored;
    // Other simulated strands than the work was done on: it is played again with them.
    const isAsked = guides !== undefined && guidesOf(kept) !== guides;
    store.open({
      ...{ kind: 'document', scene: isAsked ? adaptScene(kept, { guides }) : kept, step, files, labels },
      ...(edits === undefined ? {} : { edits }),
      ...(stamp === undefined || isAsked ? {} : { stamp }),
    });
  } else store.open({ kind: 'example', name: firstScene }, { frame });
  if (isStillGl(firstGpu)) {
    const { missing, remedy } = firstGpu.problem;
    store.say('note', `${missing} Hair is drawn more simply here, without shadows in it. ${remedy}`);
  } else if (isPreview && draw && isFirstTime('preview'))
    store.mention('No graphics processor was found: fewer strands are drawn, and slowly.', PREVIEW_NOTICE);
}
