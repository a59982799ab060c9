import { vertexNormals } from '../../src/body/mesh.ts';
import { marchTetrahedra } from '../surface/marching-tetrahedra.ts';
import { remesh } from '../surface/remesh.ts';
import { colourAt } from './colours.ts';
import { FOX_CREASES, FOX_DENSITY, firstGrid } from './detail.ts';
import { foxDistance } from './figure.ts';
import { FOX_REGIONS, type FoxRegion, regionsAt } from './regions.ts';

/** The half of the fox at x >= 0; vertices of its border have x exactly 0. */
export interface FoxHalf {
  readonly positions: Float32Array;
  readonly triangles: Uint32Array;
  readonly regions: ReadonlyMap<FoxRegion, Float32Array>;
  /** Three a vertex, linear. */
  readonly colours: Float32Array;
}

export function sculptFox(): FoxHalf {
  const rough = marchTetrahedra(foxDistance, firstGrid());
  const half = remesh(foxDistance, rough, { density: FOX_DENSITY, creases: FOX_CREASES, rounds: 5 });
  const positions = Float32Array.from(half.positions);
  const triangles = Uint32Array.from(half.triangles);
  return { positions, triangles, ...paint(positions, triangles) };
}

/** Regions and colours of the half. */
export function paint(p: Float32Array, triangles: Uint32Array): Pick<FoxHalf, 'regions' | 'colours'> {
  const n = vertexNormals(p, triangles);
  const regions = new Map(FOX_REGIONS.map((name) => [name, new Float32Array(p.length / 3)]));
  const colours = new Float32Array(p.length);
  for (let v = 0, k = 0; k < p.length; v++, k += 3) {
    const point = { x: p[k]!, y: p[k + 1]!, z: p[k + 2]!, nx: n[k]!, ny: n[k + 1]!, nz: n[k + 2]! };
    const here = regionsAt(point);
    for (const name of FOX_REGIONS) regions.get(name)![v] = here[name];
    colours.set(colourAt(point, here), k);
  }
  return { regions, colours };
}
