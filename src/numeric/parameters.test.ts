import { describe, expect, expectTypeOf, it } from 'vitest';
import type { Curve } from './curve.ts';
import { InputError } from './input-error.ts';
import {
  choice,
  colour,
  completeParameters,
  completeValue,
  curve,
  flag,
  group,
  type InputsOf,
  list,
  parameterProblems,
  quantity,
  required,
  text,
  type ValuesOf,
  variant,
  vector,
} from './parameters.ts';
import type { Vec3 } from './vector.ts';

const table = {
  length: quantity({ unit: 'm', about: 'How long.', min: 0.1, max: 2, default: 1 }),
  count: quantity({ unit: '', about: 'How many.', min: 1, integer: true, default: 3 }),
  free: quantity({ unit: 's', about: 'Any number.', default: -4 }),
  wet: flag({ about: 'Whether it is wet.', default: false }),
  turn: choice({ about: 'Which way.', options: ['left', 'right'], default: 'right' }),
  name: text({ about: 'A name.', default: 'x' }),
  along: curve({ about: 'Along the hair.' }),
  wind: group({ to: vector({ about: 'Where to.', notZero: 'it blows somewhere', default: [1, 0, 0] }) }),
  dye: variant({
    variants: {
      none: {},
      picked: { colour: required(colour({ about: 'Colour.', default: '#000000' })) },
      mixed: { parts: vector({ about: 'Red, green, blue.', min: 0, max: 1, default: [1, 0, 0] }) },
    },
    default: { kind: 'none' },
  }),
};

const says = (given: unknown): string[] => parameterProblems(table, given);

describe('parameters', () => {
  it('have their defaults where nothing is given, each time a value of its own', () => {
    const values = completeParameters(table);
    expect(values).toEqual({
      ...{ length: 1, count: 3, free: -4, wet: false, turn: 'right', name: 'x', along: [] },
      ...{ wind: { to: [1, 0, 0] }, dye: { kind: 'none' } },
    });
    expect(completeParameters(table, values)).toEqual(values);
    expect(completeParameters(table).wind.to).not.toBe(values.wind.to);
    expect(completeParameters(table, { length: undefined, wind: {} })).toEqual(values);
  });

  it('have types that follow from the table', () => {
    type Values = ValuesOf<typeof table>;
    expectTypeOf<Values['length']>().toEqualTypeOf<number>();
    expectTypeOf<Values['turn']>().toEqualTypeOf<'left' | 'right'>();
    expectTypeOf<Values['along']>().toEqualTypeOf<Curve>();
    expectTypeOf<Values['wind']>().toEqualTypeOf<{ readonly to: Vec3 }>();
    expectTypeOf<Extract<Values['dye'], { kind: 'mixed' }>['parts']>().toEqualTypeOf<Vec3>();
    expectTypeOf<{ wind: object; dye: { kind: 'picked'; colour: string } }>().toExtend<InputsOf<typeof table>>();
    expectTypeOf<{ dye: { kind: 'picked' } }>().not.toExtend<InputsOf<typeof table>>();
    expectTypeOf<{ turn: 'up' }>().not.toExtend<InputsOf<typeof table>>();
    // The compiler has checked those; at run time there are as many values as the table has rows.
    expect(Object.keys(completeParameters(table)).sort()).toEqual(Object.keys(table).sort());
  });

  it.each([
    [{ length: 0 }, 'length must be at least 0.1 m, not 0'],
    [{ length: 3 }, 'length must be at most 2 m, not 3'],
    [{ length: '1' }, 'length must be a number from 0.1 to 2 m, not "1"'],
    [{ length: Number.NaN }, 'length must be a number from 0.1 to 2 m, not NaN'],
    [{ count: 1.5 }, 'count must be a whole number of at least 1, not 1.5'],
    [{ free: null }, 'free must be a number, not null'],
    [{ free: Number.POSITIVE_INFINITY }, 'free must be a number, not Infinity'],
    [{ wet: 1 }, 'wet must be true or false, not 1'],
    [{ turn: 'rihgt' }, 'turn must be one of left, right, not "rihgt"; did you mean right?'],
    [{ name: 7 }, 'name must be text in quotes, not 7'],
    [{ along: 1 }, 'along must be a list [ ], not 1'],
    [{ along: [[0]] }, 'along.0 must be a list of 2 numbers, not [0]'],
    [{ along: [[0, 101]] }, 'along.0.1 must be at most 100, not 101'],
    [
      {
        along: [
          [1, 1],
          [0, 1],
        ],
      },
      'along: knots must be sorted, no two at one place',
    ],
    [{ wind: 3 }, 'wind must be an object { }, not 3'],
    [{ wind: { to: [0, 0, 0] } }, 'wind.to must not be [0, 0, 0]: it blows somewhere'],
    [{ wind: { to: [0, 1] } }, 'wind.to must be a list of 3 numbers, not [0,1]'],
    [{ wind: { strength: 1 } }, 'there is no wind.strength (known here: to)'],
    [{ lenght: 1 }, 'there is no lenght (did you mean length?)'],
    [{ dye: {} }, 'dye.kind is missing: it must be one of none, picked, mixed'],
    [{ dye: { kind: 'pickd' } }, 'dye.kind must be one of none, picked, mixed, not "pickd"; did you mean picked?'],
    [{ dye: { kind: 'toString' } }, 'dye.kind must be one of none, picked, mixed, not "toString"'],
    [{ dye: { kind: 'picked' } }, 'dye.colour is missing: it must be text in quotes'],
    [{ dye: { kind: 'picked', colour: 'red' } }, 'dye.colour must be a colour such as #8a5a33, not "red"'],
    [{ dye: { kind: 'mixed', parts: [0, 2, 0] } }, 'dye.parts.1 must be at most 1, not 2'],
    [[], 'it must be an object { }, not []'],
    [JSON.parse('{"__proto__": 1}'), 'there is no __proto__ (known here: '],
  ])('that are given as %j are refused', (given, sentence) => {
    const said = says(given);
    expect(said).toHaveLength(1);
    expect(said[0]!.slice(0, sentence.length)).toBe(sentence);
  });

  it('are refused all at once, in a sentence that says where', () => {
    const wrong = { length: 0, count: 0, wnd: {} };
    const sentence =
      'The rope: length must be at least 0.1 m, not 0; count must be at least 1, not 0; there is no wnd (did you mean wind?).';
    expect(() => completeParameters(table, wrong, 'The rope')).toThrow(new InputError('parameters/invalid', sentence));
    expect(parameterProblems(table, { length: 0 }, ['model', 'rope'])).toEqual([
      'model.rope.length must be at least 0.1 m, not 0',
    ]);
  });

  it('may be lists', () => {
    const some = list({ about: 'Some.', item: variant({ variants: { a: { of: table.count }, b: {} } }), most: 2 });
    expect(completeValue(some, undefined, 'Some')).toEqual([]);
    expect(completeValue(some, [{ kind: 'b' }, { kind: 'a' }], 'Some')).toEqual([{ kind: 'b' }, { kind: 'a', of: 3 }]);
    expect(() => completeValue(some, [{ kind: 'a', of: 0 }], 'Some')).toThrow('Some: 0.of must be at least 1, not 0.');
    expect(() => completeValue(some, [{}, {}, {}], 'Some')).toThrow(
      'Some: it must have at most 2 entries, not [{},{},{}].',
    );
  });
});
