import { findChromium } from '../scripts/chromium.mjs';
import { findFirefox } from '../scripts/firefox.mjs';

export type BrowserName = 'chrome' | 'firefox';

const FOUND: Readonly<Record<BrowserName, () => string | null>> = { chrome: findChromium, firefox: findFirefox };

/** Where the browser is. Without one its tests are left out and a sentence says so; in CI that is a failure. */
export function browserPath(browser: BrowserName): string | null {
  const path = FOUND[browser]();
  if (path) return path;
  const sentence = `No ${browser} was found here: what needs one is left out.`;
  if (process.env['CI']) throw new Error(`${sentence} In CI nothing may be.`);
  console.warn(sentence);
  return null;
}

/** Runs a bundled script in an empty page of that browser and gives what an expression is afterwards. */
export async function evaluateIn(
  browser: BrowserName,
  path: string,
  script: string,
  expression: string,
): Promise<unknown> {
  const { default: puppeteer } = await import('puppeteer-core');
  const running = await puppeteer.launch({
    browser,
    executablePath: path,
    headless: true,
    // A busy machine makes everything wait.
    timeout: 180_000,
    protocolTimeout: 280_000,
    args: browser === 'chrome' ? ['--no-sandbox', '--disable-gpu'] : [],
  });
  try {
    const page = await running.newPage();
    await page.addScriptTag({ content: script });
    return await page.evaluate(expression);
  } finally {
    await running.close();
  }
}
