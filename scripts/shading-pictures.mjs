/** Draws the pictures of docs/shading.md from the shading functions: `node scripts/shading-pictures.mjs`. */
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { crc32, deflateSync } from 'node:zlib';
import { build } from './build.mjs';
import { root } from './setup.mjs';

await build();
const { direction, dualScatter, fibreOf, makeHairLook, scatterFar, SHADING, strandFibre } = await import(
  join(root, 'dist', 'lib', 'shading.js')
);
const folder = join(root, 'docs', 'images');
mkdirSync(folder, { recursive: true });

const subtract = (a, b) => a.map((x, i) => x - b[i]);

/** A line plot: series of [colour, label, points]; the legend ends at `legend`. Heights are square roots, so that faint lobes show. */
function plot(file, title, ticks, series, legend) {
  const [w, h, left, top] = [560, 240, 50, 30];
  const xs = series.flatMap(([, , points]) => points.map(([x]) => x));
  const high = Math.max(...series.flatMap(([, , points]) => points.map(([, y]) => y)));
  const [x0, x1] = [Math.min(...xs), Math.max(...xs)];
  const px = (x) => left + ((x - x0) / (x1 - x0)) * (w - left - 20);
  const py = (y) => h - 40 - Math.sqrt(Math.max(0, y) / high) * (h - 40 - top);
  const lines = series.map(
    ([colour, label, points], i) =>
      `<path d="M${points.map(([x, y]) => `${px(x).toFixed(1)} ${py(y).toFixed(1)}`).join('L')}" fill="none" stroke="${colour}" stroke-width="1.6"/>` +
      `<text x="${px(legend)}" y="${top + 14 + 15 * i}" fill="${colour}" text-anchor="end">${label}</text>`,
  );
  const marks = ticks.map(
    ([x, label]) =>
      `<line x1="${px(x)}" x2="${px(x)}" y1="${top}" y2="${h - 40}" stroke="#ccc"/>` +
      `<text x="${px(x)}" y="${h - 24}" text-anchor="middle" fill="#555">${label}</text>`,
  );
  writeFileSync(
    join(folder, file),
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${w} ${h}" font-family="sans-serif" font-size="11"><title>${title}</title>` +
      `<rect width="${w}" height="${h}" fill="#fff"/><text x="${left}" y="18" font-size="13">${title}</text>` +
      `${marks.join('')}${lines.join('')}</svg>\n`,
  );
}

function lobePlots() {
  const brown = fibreOf(makeHairLook({ roughness: 0.15, tilt: 0.05, variation: 0 }));
  const surface = { ...brown, sigma: [100, 100, 100] };
  const along = (fibre, phi, channel) =>
    Array.from({ length: 241 }, (_, i) => {
      const theta = -0.6 + (1.2 * i) / 240;
      return [theta, scatterFar(fibre, direction(0, phi), direction(theta, 0))[channel]];
    });
  const inner = along(brown, 0.1, 0).map(([x, y], i) => [x, y - along(surface, 0.1, 0)[i][1]]);
  plot(
    'shading-along.svg',
    'Light from straight across: what goes to the root and to the tip (square root)',
    [
      [-0.6, 'root −0.6'],
      [-0.1, '−2 tilt'],
      [0, '0'],
      [0.2, '+4 tilt'],
      [0.6, '0.6 tip'],
    ],
    [
      ['#777', 'white highlight (R)', along(surface, 0.1, 0)],
      ['#b5651d', 'coloured highlight (TRT and longer)', inner],
      ['#000', 'sum', along(brown, 0.1, 0)],
    ],
    0.58,
  );
  const around = (sigma) =>
    Array.from({ length: 181 }, (_, i) => {
      const phi = (Math.PI * i) / 180;
      return [phi, scatterFar({ ...brown, tilt: 0, sigma }, direction(0, phi), direction(0, 0))[0]];
    });
  plot(
    'shading-around.svg',
    'Around the fibre: 0 back to the light, π straight through (square root)',
    [
      [0, '0'],
      [Math.PI / 2, 'π/2'],
      [Math.PI, 'π'],
    ],
    [
      ['#d9a441', 'blond (σ 0.13)', around([0.13, 0.13, 0.13])],
      ['#7b4a21', 'brown (σ 0.55)', around([0.55, 0.55, 0.55])],
      ['#111', 'black (σ 3.4)', around([3.4, 3.4, 3.4])],
    ],
    1.4,
  );
}

const SIZE = 130;
const dot = (a, b) => a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
const unit = (a) => a.map((x) => x / Math.sqrt(dot(a, a)));

/** A ball of hair combed from its top down, lit by one light; rows of linear RGB. */
function ball({ look, light, backlit }) {
  const model = SHADING[look.model ?? 'energy-conserving'];
  const fibre = fibreOf(makeHairLook({ variation: 0.2, tips: 1, ...look }));
  const eye = [0, 0, 1];
  return Array.from({ length: SIZE * SIZE }, (_, i) => {
    const x = (2 * ((i % SIZE) + 0.5)) / SIZE - 1;
    const y = 1 - (2 * (Math.floor(i / SIZE) + 0.5)) / SIZE;
    const reach = (x * x + y * y) / 0.92;
    if (reach >= 1) return [0.035, 0.037, 0.042];
    const n = [x / Math.sqrt(0.92), y / Math.sqrt(0.92), Math.sqrt(1 - reach)];
    const strand = Math.floor((Math.atan2(n[0], n[2]) + Math.PI) * 60);
    const place = n[1];
    // Down the meridian, with a lean of its own for every strand.
    const down = unit([-n[0] * place, 1 - place * place + 1e-6, -n[2] * place].map((v) => -v));
    const side = [down[1] * n[2] - down[2] * n[1], down[2] * n[0] - down[0] * n[2], down[0] * n[1] - down[1] * n[0]];
    const lean = 0.12 * Math.sin(strand * 12.9898 + place * 4);
    const tangent = unit(down.map((v, k) => v + lean * side[k]));
    const across = unit(
      subtract(
        n,
        tangent.map((v) => v * dot(n, tangent)),
      ),
    );
    const third = [
      tangent[1] * across[2] - tangent[2] * across[1],
      tangent[2] * across[0] - tangent[0] * across[2],
      tangent[0] * across[1] - tangent[1] * across[0],
    ];
    const local = (d) => [dot(d, tangent), dot(d, across), dot(d, third)];
    const wi = local(light);
    const wo = local(eye);
    const own = strandFibre(fibre, strand, 0.5);
    const depth = Math.max(0, backlit ? 3 * n[2] - 0.5 : -4 * dot(n, light));
    const isDefault = look.model === undefined;
    const S = isDefault ? dualScatter(own, wi, wo, depth) : model.scatter(own, wi, wo).map((s) => s * Math.exp(-depth));
    const cosine = Math.sqrt(1 - wi[0] * wi[0]);
    return S.map((s, c) => (backlit ? 1.5 : 7) * s * cosine + 0.12 * own.colour[c]);
  });
}

const toByte = (v) => {
  const mapped = Math.min(1, Math.max(0, (v * (2.51 * v + 0.03)) / (v * (2.43 * v + 0.59) + 0.14)));
  return Math.round(255 * (mapped <= 0.0031308 ? 12.92 * mapped : 1.055 * mapped ** (1 / 2.4) - 0.055));
};

function png(file, width, height, colourAt) {
  const raw = Buffer.alloc(height * (1 + 3 * width));
  for (let y = 0; y < height; y++)
    for (let x = 0; x < width; x++)
      colourAt(x, y).forEach((v, c) => {
        raw[y * (1 + 3 * width) + 1 + 3 * x + c] = toByte(v);
      });
  const chunk = (type, data) => {
    const body = Buffer.concat([Buffer.from(type), data]);
    const out = Buffer.alloc(8 + body.length);
    out.writeUInt32BE(data.length, 0);
    body.copy(out, 4);
    out.writeUInt32BE(crc32(body), 4 + body.length);
    return out;
  };
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.set([8, 2, 0, 0, 0], 8);
  const signature = Buffer.from([137, 80, 78, 71, 13, 10, 26, 10]);
  writeFileSync(
    join(folder, file),
    Buffer.concat([
      signature,
      chunk('IHDR', header),
      chunk('IDAT', deflateSync(raw, { level: 9 })),
      chunk('IEND', Buffer.alloc(0)),
    ]),
  );
}

const front = unit([-0.35, 0.55, 0.75]);
const behind = unit([0.3, 0.35, -0.9]);
const melanin = (value, redness = 0.3) => ({ kind: 'melanin', melanin: value, redness });
const balls = [
  { look: { colour: melanin(0.6) }, light: front },
  { look: { colour: melanin(0.2) }, light: front },
  { look: { colour: melanin(0.97, 0.1) }, light: front },
  { look: { colour: melanin(0.97, 0.1), wetness: 1 }, light: front },
  { look: { colour: melanin(0.2) }, light: behind, backlit: true },
  { look: { colour: melanin(0.6), model: 'marschner' }, light: front },
  { look: { colour: melanin(0.6), model: 'kajiya-kay' }, light: front },
  { look: { colour: melanin(0.6), model: 'goldman' }, light: front },
  { look: { colour: melanin(0.6), model: 'dual-highlight' }, light: front },
  { look: { colour: melanin(0.6), model: 'fur' }, light: front },
];

lobePlots();
const drawn = balls.map(ball);
png('shading-models.png', 5 * SIZE, 2 * SIZE, (x, y) => {
  const tile = 5 * Math.floor(y / SIZE) + Math.floor(x / SIZE);
  return drawn[tile][(y % SIZE) * SIZE + (x % SIZE)];
});
console.log(`Wrote the pictures of docs/shading.md to ${folder}.`);
