import { choice, quantity, type ValuesOf } from '../../numeric/parameters.ts';
import { at, type Vec3 } from '../../numeric/vector.ts';
import { rootOf } from '../selection.ts';
import type { Pose } from '../stroke.ts';
import type { Tool, Work } from '../tool.ts';
import { nearestPlace } from '../volumes/capsule.ts';
import { besideLine, DRAWN_WIDTH, DrawnLine, insideLine } from '../volumes/drawn-line.ts';

const parameters = {
  way: choice({
    about:
      'brush: hair that is painted over; lasso: hair inside the drawn line; side: hair to the left of the drawn line; inverse: all other hair; all: no section any more; groom: all hair of one kind.',
    options: ['brush', 'lasso', 'side', 'inverse', 'all', 'groom'],
    default: 'brush',
  }),
  does: choice({
    about: 'only: a new section; more: added to the section; less: taken out of it.',
    options: ['only', 'more', 'less'],
    default: 'only',
  }),
  by: choice({
    about: 'hair: a strand that has any part there; roots: a strand that grows there.',
    options: ['hair', 'roots'],
    default: 'hair',
  }),
  groom: quantity({
    unit: '',
    about: 'Which hair, by its place in the list: 0 is the first.',
    min: 0,
    max: 1000,
    integer: true,
    default: 0,
  }),
  radius: quantity({ unit: 'm', about: 'Radius of the brush.', min: 0.002, max: 0.3, default: 0.02 }),
  depth: quantity({
    unit: 'm',
    about: 'How deep a lasso reaches before and behind where it was drawn.',
    min: 0.001,
    max: 1,
    default: 0.08,
  }),
};

type SectionParameters = ValuesOf<typeof parameters>;

/** Chooses a section of the hair: from then on tools touch only that. Memory: the drawn line. */
export const section: Tool<typeof parameters> = {
  name: 'section',
  about: 'Sections off hair by painting or with a lasso: from then on tools touch only that section.',
  parameters,
  memoryWidth: DRAWN_WIDTH,
  volume: (own, pose) => ({ kind: 'capsules', capsules: [brushOf(own, pose, pose)] }),
  work(work, own) {
    if (!(work.to.press > 0)) return;
    if (own.way === 'brush') {
      if (work.isFirst && own.does === 'only') work.selection.ids.clear();
      choose(work, own, paintedOver(work, own));
    } else if (own.way === 'lasso' || own.way === 'side') new DrawnLine(work.rows).extend(work.to);
    else if (work.isFirst) {
      const { selection, changes } = work;
      const chosen = chosenAtOnce(work, own);
      const isNew = own.way !== 'groom' || own.does === 'only';
      if (isNew) for (const id of selection.ids) changes.touched.add(id);
      if (isNew) selection.ids.clear();
      choose(work, isNew ? { ...own, does: 'more' } : own, chosen);
    }
  },
  finish(work, own) {
    if (own.way !== 'lasso' && own.way !== 'side') return;
    const { all, rows, selection, to } = work;
    const line = new DrawnLine(rows);
    line.extend(to);
    const isInside = own.way === 'lasso' ? insideLine(line, own.depth) : besideLine(line);
    if (own.does === 'only') selection.ids.clear();
    choose(
      work,
      own,
      all.byId().filter((k) => isThere(work, own, k, isInside)),
    );
  },
};

/** What needs no place to point at: the other hair, one kind of hair, or none. */
function chosenAtOnce({ all, selection }: Work, { way, groom }: SectionParameters): number[] {
  const { ids, groom: grooms } = all.hair;
  if (way === 'inverse') return all.byId().filter((k) => !selection.ids.has(ids[k]!));
  if (way === 'groom') return all.byId().filter((k) => (grooms?.[k] ?? 0) === groom);
  return [];
}

const brushOf = ({ radius }: SectionParameters, from: Pose, to: Pose): { a: Vec3; b: Vec3; radius: number } => ({
  a: from.origin,
  b: to.origin,
  radius,
});

function paintedOver({ all, from, to, isFirst }: Work, own: SectionParameters): number[] {
  const { a, b, radius } = brushOf(own, isFirst ? to : from, to);
  return all.byId().filter((k) => {
    const found = nearestPlace(all.hair, k, a, b, radius);
    return found !== null && (own.by === 'hair' || found.s < radius);
  });
}

function isThere({ all }: Work, own: SectionParameters, k: number, isInside: (x: Vec3) => boolean): boolean {
  if (own.by === 'roots' || own.way === 'side') return isInside(rootOf(all, k));
  for (let i = all.hair.first[k]!; i < all.hair.first[k + 1]!; i++) if (isInside(at(all.hair.position, i))) return true;
  return false;
}

/** Strands that grow; what was cut off is in no section. */
function choose({ all, selection, changes }: Work, { does }: SectionParameters, strands: readonly number[]): void {
  for (const k of strands) {
    const id = all.hair.ids[k]!;
    if (!all.isRooted(k)) continue;
    if (does === 'less') selection.ids.delete(id);
    else selection.ids.add(id);
    changes.touched.add(id);
  }
}
