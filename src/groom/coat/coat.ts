import { hashUnit } from '../../numeric/random.ts';
import { growCore } from '../core.ts';
import { curlFields } from '../curl.ts';
import { Edge } from '../edge.ts';
import { ONE, ONES } from '../fields/field.ts';
import { type HairFieldSources, type HairFields, overrideFields } from '../fields/hair-fields.ts';
import { fieldsAtRest } from '../fields/rest-pose.ts';
import { ONE_GROUP } from '../groups.ts';
import type { CoreScratch, HairEnd, HairGrowth, HairSource } from '../growth.ts';
import type { Path } from '../path.ts';
import type { Skin, SkinPlace } from '../skin.ts';
import { LaidHair } from './laid-hair.ts';
import type { CoatStyle } from './style.ts';

/** What a coat is laid by: fields, and which hair a place belongs to where not all of it may be blended (groups.ts). */
export interface CoatFields extends HairFieldSources {
  readonly group?: (place: SkinPlace) => number;
}

/** Fields that are given, or that follow from the skin. */
export type CoatFieldsOn = CoatFields | ((skin: Skin, seed: number) => CoatFields);

export interface CoatOptions {
  /** Region that it grows on; all over where absent. */
  readonly region?: string;
  /** Fields that take the place of the coat's own. */
  readonly given?: HairFieldSources;
}

/** A coat of hair on any skin: its direction and length are fields, and so is whatever else is given. */
export function coatHair(style: CoatStyle, fields: CoatFieldsOn, options: CoatOptions = {}): HairSource {
  const { region = null, given = {} } = options;
  return {
    style,
    region: () => region,
    on: (skin, seed) => {
      const own = typeof fields === 'function' ? fields(skin, seed) : fields;
      return new Coat(skin, style, seed, { ...own, ...given });
    },
  };
}

/** Hair that follows its fields: it leaves the skin as they say and lies down along it, as far as it is to. */
export class Coat implements HairGrowth {
  readonly skin: Skin;
  readonly style: CoatStyle;
  readonly seed: number;
  readonly fields: HairFields;
  readonly edge: Edge | null;
  readonly group: (place: SkinPlace) => number;

  constructor(skin: Skin, style: CoatStyle, seed: number, given: CoatFields) {
    this.skin = skin;
    this.style = style;
    this.seed = seed;
    const { mesh } = skin;
    this.fields = this.varied(fieldsAtRest(overrideFields(this.ownFields(), given, mesh.rest ?? mesh), mesh));
    this.edge = style.edge.fade === 0 ? null : new Edge(skin, style.edge, { seed });
    this.group = given.group ?? (() => ONE_GROUP);
  }

  private ownFields(): HairFields {
    const { style, seed } = this;
    const { base } = style.length;
    const { lift } = style.body;
    return {
      length: { at: () => base, constant: base },
      direction: { at: (_, out) => out.fill(0) },
      lift: { at: () => lift, constant: lift },
      density: ONE,
      ...curlFields(style, seed),
      stiffness: ONE,
      clumping: ONE,
      width: ONE,
      colour: ONES,
    };
  }

  /** No two hairs are quite as long. */
  private varied(fields: HairFields): HairFields {
    const { variation } = this.style.length;
    const shorter = (id: number): number => 1 - variation * hashUnit(id, this.seed, 1);
    return { ...fields, length: { at: (place) => fields.length.at(place) * shorter(place.id) } };
  }

  lead(place: SkinPlace, length: number, curlRadius: number, path: Path, w: CoreScratch): HairEnd {
    const hair = new LaidHair(this, place, length, curlRadius);
    return { length, cut: growCore(this.skin.field, hair, place, path, w), ragged: 0 };
  }

  away(p: Float64Array, out: Float64Array): void {
    const sample = new Float64Array(4);
    this.skin.field.sample(p[0]!, p[1]!, p[2]!, sample);
    out.set(sample.subarray(1));
  }

  hand(): number {
    return 1;
  }

  shownGroup(place: SkinPlace): number {
    return this.group(place);
  }
}
