import { existsSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { makeBust } from '../body/bust.ts';
import { CoherentDistance } from '../body/coherent-distance.ts';
import type { TriangleMesh } from '../body/mesh.ts';
import { MeshDistance } from '../body/mesh-distance.ts';
import { bindToBody } from '../groom/body-binding.ts';
import { clearGroom } from '../groom/clear/clear-groom.ts';
import { carryGroom } from '../groom/head/carry/carry-groom.ts';
import { selectStrands } from '../strands/selection.ts';
import { readHair, readMesh } from './registry.ts';

/** Hair and heads that others made lie beside the checkout, if at all. */
const folder = new URL('../../../shared/data/', import.meta.url);
const present = existsSync(folder);
if (!present) console.log(`left out: real heads and hair are not at ${folder.pathname}`);

const bytes = (name: string): Uint8Array => readFileSync(new URL(name, folder));
const head = (name: string): TriangleMesh => readMesh(name, bytes(`heads/${name}`)).mesh;

describe.runIf(present)('real hair from head to head', () => {
  // Made once: the bust takes a second.
  let made: TriangleMesh | null = null;
  const bust = (): TriangleMesh => {
    made ??= makeBust();
    return made;
  };
  const load = () => {
    const all = readHair('sintel.tfx', bytes('grooms/sintel-11400x16.tfx')).strands;
    return { hair: selectStrands(all, (k) => k % 40 === 0), from: head('sintel-head.obj') };
  };

  it('is bound to its own head: millimetres of gap, and a few roots beyond reach', () => {
    const { hair, from } = load();
    const { gaps } = bindToBody(hair, from, { reach: 0.003 });
    expect(gaps.mean).toBeLessThan(0.001);
    expect(gaps.worst).toBeLessThan(0.007);
    expect(gaps.far.length).toBeLessThan(0.1 * hair.id.length);
  });

  it.each(['bust', 'ict-head.obj', 'sintel-collider.obj'])('is carried to %s', (name) => {
    const { hair, from } = load();
    const to = name === 'bust' ? bust() : head(name);
    const { strands, report } = carryGroom(hair, from, to);
    expect(report.correspondence).toBe('surface');
    expect(report.scale).toBeGreaterThan(0.93);
    expect(report.scale).toBeLessThan(1.03);
    expect(report.missed.mean).toBeLessThan(0.0008);
    expect(report.clearance.mean).toBeLessThan(0.0005);
    const again = bindToBody(strands, to);
    expect(again.gaps.mean).toBeLessThan(1.2 * report.gaps.mean);
    expect(again.gaps.worst).toBeLessThan(report.gaps.worst + 0.001);
  });

  it('and pushed out of it there', () => {
    const { hair, from } = load();
    const body = new CoherentDistance(new MeshDistance(bust()));
    const { strands, report } = clearGroom(carryGroom(hair, from, bust()).strands, body);
    expect(report.pushed.length).toBeGreaterThan(20 * (report.cut.length + report.leftOut.length));
    for (let k = 0; k < strands.positions.length; k += 3)
      expect(
        body.distance(strands.positions[k]!, strands.positions[k + 1]!, strands.positions[k + 2]!),
      ).toBeGreaterThan(-1e-4);
  });
});
