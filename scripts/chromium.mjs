/** Chromium, for browser tests and pictures. */
import { ensureProgram, findProgram } from './program.mjs';

const CHROMIUM = {
  title: 'Chromium',
  use: 'the browser tests',
  variable: 'CHROMIUM_PATH',
  names: ['chromium', 'chromium-browser', 'google-chrome-stable', 'google-chrome', 'chrome', 'microsoft-edge'],
  places: [
    '/usr/bin/chromium',
    '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
    '/Applications/Chromium.app/Contents/MacOS/Chromium',
    'C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe',
    'C:\\Program Files (x86)\\Microsoft\\Edge\\Application\\msedge.exe',
  ],
  debian: 'chromium',
};

/**
 * WebGPU with a canvas and without a graphics processor: SwiftShader in place of the driver. Without the Vulkan
 * feature an adapter appears, but its device is lost as soon as a canvas is configured.
 */
export const WEBGPU_FLAGS = [
  '--headless=new',
  '--no-sandbox',
  '--enable-unsafe-webgpu',
  '--use-webgpu-adapter=swiftshader',
  '--enable-unsafe-swiftshader',
  '--enable-features=Vulkan',
  '--use-angle=swiftshader',
  '--use-vulkan=swiftshader',
  // Text and panels are painted in plain memory: SwiftShader would take several times as long.
  '--disable-gpu-rasterization',
  '--disable-accelerated-2d-canvas',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  // The address bar that nobody sees would load two pages of its own for every window: 0.7 s of CPU each time. The others are
  // what Playwright leaves out: the last list counts.
  '--disable-features=WebUIOmniboxPopup,WebUIOmniboxAimPopup,MediaRouter,OptimizationHints,PaintHolding,HttpsUpgrades',
];

/**
 * For pages that nobody looks at: Chromium puts them together in plain memory, not several times a second with SwiftShader. A
 * WebGPU canvas is drawn and can be read, but is not on the page.
 */
export const UNSEEN_FLAGS = ['--disable-gpu-compositing'];

/** @returns {string | null} */
export const findChromium = () => findProgram(CHROMIUM);
/** @returns {string | null} */
export const ensureChromium = () => ensureProgram(CHROMIUM);
