import { openEdges } from '../../body/holes.ts';
import { type TriangleMesh, triangleCount, vertexCount } from '../../body/mesh.ts';
import { grouped } from '../../formats/budget.ts';
import type { MeshFile } from '../../formats/index.ts';
import { bytesText, counted } from '../table.ts';
import { type Bounds, boundsText } from './bounds.ts';
import type { Description } from './description.ts';

export function describeMesh(name: string, bytes: number, { mesh, notes }: MeshFile): Description {
  const bounds = boundsOf(mesh);
  const open = openEdges(mesh).length / 2;
  const regions = [...mesh.regions.keys()];
  return {
    title: `${name}: mesh`,
    rows: [
      ['size', bytesText(bytes)],
      ['vertices', grouped(vertexCount(mesh))],
      ['triangles', grouped(triangleCount(mesh))],
      ['bounds', boundsText(bounds)],
      ['surface', open === 0 ? 'closed' : `open: ${counted(open, 'edge')} at holes`],
      ['regions', regions.join(', ') || 'none'],
    ],
    notes,
    json: {
      file: name,
      kind: 'mesh',
      unit: 'm',
      bytes,
      vertices: vertexCount(mesh),
      triangles: triangleCount(mesh),
      bounds,
      openEdges: open,
      regions,
      problemCount: 0,
      problems: [],
    },
  };
}

function boundsOf({ positions }: TriangleMesh): Bounds | null {
  if (positions.length === 0) return null;
  const min: [number, number, number] = [Infinity, Infinity, Infinity];
  const max: [number, number, number] = [-Infinity, -Infinity, -Infinity];
  for (let i = 0; i < positions.length; i++) {
    const c = i % 3;
    min[c] = Math.min(min[c]!, positions[i]!);
    max[c] = Math.max(max[c]!, positions[i]!);
  }
  return { min, max };
}
