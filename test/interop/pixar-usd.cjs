/**
 * node --require ./page-shim.cjs pixar-usd.cjs '[{ "path": …, "codes": [ … ] }, …]': what Pixar's USD 0.22 finds in files,
 * as JSON: prims that are drawn, their points and bounds at each time code, and errors. Starting it takes seconds,
 * so one process opens them all.
 */
const { readFileSync } = require('node:fs');
const { basename, dirname, join } = require('node:path');

const folder = join(dirname(require.resolve('three-usdz-loader/package.json')), 'external');
const getUsdModule = require(join(folder, 'emHdBindings.js'));
const jobs = JSON.parse(process.argv[2]);
let errors = [];

function boundsOf(points) {
  const box = [Infinity, Infinity, Infinity, -Infinity, -Infinity, -Infinity];
  points.forEach((x, i) => {
    box[i % 3] = Math.min(box[i % 3], x);
    box[3 + (i % 3)] = Math.max(box[3 + (i % 3)], x);
  });
  return box;
}

async function main() {
  const usd = await getUsdModule(
    {
      wasmBinary: readFileSync(join(folder, 'emHdBindings.wasm')),
      print: () => {},
      // Its own plugins for volumes are not packed with it, and it draws no uniform primvars: neither is about the file.
      printErr: (line) => /UsdVol|Unsupported interpolation/.test(line) || errors.push(line),
    },
    folder,
  );
  await usd.ready;
  const reports = jobs.map((job) => {
    errors = [];
    try {
      return { prims: draw(usd, job), errors };
    } catch (error) {
      return { prims: {}, errors: [...errors, String(error)] };
    }
  });
  process.stdout.write(JSON.stringify(reports), () => process.exit(0));
}

function draw(usd, { path: file, codes }) {
  const name = basename(file);
  usd.FS.createDataFile('/', name, new Uint8Array(readFileSync(file)), true, true, true);
  const prims = {};
  const isNone = (key) => typeof key === 'symbol' || key === 'then';
  const ignore = new Proxy({}, { get: (_, key) => (isNone(key) ? undefined : () => ignore) });
  const drawn = (type, path) => {
    prims[path] = { type, points: 0, bounds: [] };
    const updatePoints = (points) => {
      prims[path].points = points.length / 3;
      prims[path].bounds.push(boundsOf(points));
    };
    return new Proxy(
      {},
      { get: (_, key) => (key === 'updatePoints' ? updatePoints : isNone(key) ? undefined : () => {}) },
    );
  };
  const page = new Proxy(
    {},
    { get: (_, key) => (key === 'createRPrim' ? drawn : isNone(key) ? undefined : () => ignore) },
  );
  const driver = new usd.HdWebSyncDriver(page, name);
  driver.Draw();
  for (const code of codes) {
    driver.SetTime(code);
    driver.Draw();
  }
  return prims;
}

main();
