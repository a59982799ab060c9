import { it } from 'vitest';
import { models } from '../models/index.ts';
import { EXPERIMENTS } from './registry.ts';
import { runExperiment } from './run.ts';

it('tries', () => {
  const [only, which = 'rod', json] = (process.env['TRY'] ?? '').split(':');
  for (const e of EXPERIMENTS.filter((e) => e.name === only))
    for (const inputs of json ? [JSON.parse(json.replaceAll('=', ':'))] : e.set) {
      const t = performance.now();
      const { plot, ...r } = runExperiment(e, models.find((m) => m.name === which)!, inputs);
      console.log(JSON.stringify(r), ((performance.now() - t) / 1000).toFixed(1), 's');
    }
}, 1e7);
