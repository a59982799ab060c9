import { HASH_NUMBERS } from '../numeric/random.ts';

const { wideShift, narrowShift, firstFactor, secondFactor, words, range } = HASH_NUMBERS;
/** Bits of a hash that a single-precision number holds. */
const HELD_BITS = 24;

/** `hash` and `hashUnit` of src/numeric/random.ts: the same integers, and units to 24 bits. */
export const hashWgsl: string = /* wgsl */ `
fn hair_mix_bits(value: u32) -> u32 {
  var h = value;
  h = (h ^ (h >> ${wideShift}u)) * ${firstFactor}u;
  h = (h ^ (h >> ${narrowShift}u)) * ${secondFactor}u;
  return h ^ (h >> ${wideShift}u);
}

fn hair_hash(a: u32, b: u32, c: u32) -> u32 {
  var h = hair_mix_bits(a + ${words[0]}u);
  h = hair_mix_bits((h + b) ^ ${words[1]}u);
  h = hair_mix_bits((h + c) ^ ${words[2]}u);
  return hair_mix_bits(h ^ ${words[3]}u);
}

fn hair_hash_unit(a: u32, b: u32) -> f32 {
  return f32(hair_hash(a, b, 0u) >> ${Math.log2(range) - HELD_BITS}u) / ${2 ** HELD_BITS}.0;
}
`;
