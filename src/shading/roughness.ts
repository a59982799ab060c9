/** Roughness as artists set it, 0 .. 1 in even steps of looks, to the widths of lobes (Chiang et al. 2016, fits). */

const power = (x: number, n: number): number => x ** n;

/** Variance of the R lobe along the fibre, in the full angle θi + θo; TT has a quarter of it, TRT four times. */
export const longitudinalVariance = (roughness: number): number =>
  power(0.726 * roughness + 0.812 * roughness * roughness + 3.7 * power(roughness, 20), 2);

/** Width of a lobe around the fibre: scale of the logistic. */
export const azimuthalWidth = (roughness: number): number =>
  Math.sqrt(Math.PI / 8) * (0.265 * roughness + 1.194 * roughness * roughness + 5.372 * power(roughness, 22));
