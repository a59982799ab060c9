import type { Implicit } from '../clay/implicit.ts';
import { collapseShort, type Density, sizeByCurvature, sizeByPlace, splitLong } from './density.ts';
import { flipForValence, flipTowardsSurface } from './flips.ts';
import type { Soup } from './marching-tetrahedra.ts';
import { relax, splitAcrossCreases, untangle } from './relax.ts';
import { type Crease, Sheet } from './sheet.ts';

export interface RemeshOptions {
  readonly density: Density;
  /** Lines that edges should follow. */
  readonly creases: readonly Crease[];
  readonly rounds: number;
}

const EXACT_ROUNDS = 3;

/**
 * A good mesh of the half at x >= 0 of a mirror-symmetric implicit surface, from any manifold mesh near it (Botsch and
 * Kobbelt 2004): split long edges, collapse short ones, flip towards even valence, relax along the surface, and step back
 * onto it. The wanted length follows the curvature, so that triangles go where the form turns.
 */
export function remesh(f: Implicit, soup: Soup, options: RemeshOptions): Soup {
  const { density, creases, rounds } = options;
  const sheet = thinned(f, soup, density);
  for (let round = 0; round < rounds; round++) {
    sizeByCurvature(sheet, density);
    splitLong(sheet);
    collapseShort(sheet);
    flipForValence(sheet);
    relax(sheet, creases);
    sheet.updateNormals();
    // The first rounds move much and can do with the mesh's own normals; the last ones see the true curvature.
    if (round >= rounds - EXACT_ROUNDS) forEachVertex(sheet, (v) => sheet.settle(v));
  }
  splitAcrossCreases(sheet);
  collapseShort(sheet);
  flipForValence(sheet);
  relax(sheet, creases);
  sheet.updateNormals();
  forEachVertex(sheet, (v) => sheet.settle(v));
  untangle(sheet);
  collapseShort(sheet);
  untangle(sheet);
  flipTowardsSurface(sheet);
  return sheet.pack();
}

/** The sheet without the many small triangles that marching leaves, its vertices on the surface. */
function thinned(f: Implicit, soup: Soup, density: Density): Sheet {
  const rough = new Sheet(f, soup);
  sizeByPlace(rough, density);
  collapseShort(rough);
  const sheet = new Sheet(f, rough.pack());
  sizeByPlace(sheet, density);
  sheet.updateNormals();
  forEachVertex(sheet, (v) => sheet.approach(v));
  return sheet;
}

function forEachVertex(sheet: Sheet, visit: (v: number) => void): void {
  const { corner } = sheet.mesh;
  for (let v = 0; v < corner.length; v++) if (corner[v]! >= 0) visit(v);
}
