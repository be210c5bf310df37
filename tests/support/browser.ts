import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import path from 'node:path';
import { chromium } from 'playwright';

/** The shell without windows first: it draws the same and takes a quarter less time for the stories. */
const names = ['chromium-headless-shell', 'chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable'];
/** A phone that is held upright, as a story of Playwright is told. */
export const phoneLook = {
  viewport: { width: 390, height: 844 },
  deviceScaleFactor: 2,
  isMobile: true,
  hasTouch: true,
};

const macChrome = '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome';

/** Some systems put a script in PATH that only says how to install the real thing. */
function isRunnable(file: string): boolean {
  return existsSync(file) && spawnSync(file, ['--version'], { stdio: 'ignore' }).status === 0;
}

/** Path of a Chromium to test with: $CHROMIUM_PATH as it is, one in PATH, or the one Playwright downloaded. */
export function findChromium(): string | undefined {
  const { CHROMIUM_PATH: chosen, PATH: folders = '' } = process.env;
  if (chosen) return chosen;
  const inPath = names.flatMap((name) => folders.split(path.delimiter).map((folder) => path.join(folder, name)));
  return [...inPath, macChrome, chromium.executablePath()].find(isRunnable);
}

/** Returns true when pages can show Chinese; true where fontconfig is not the judge (macOS, Windows). */
function hasChineseFont(): boolean {
  if (process.platform !== 'linux') return true;
  const list = spawnSync('fc-list', [':lang=zh', 'family'], { encoding: 'utf8' });
  return list.status === 0 && list.stdout.trim() !== '';
}

if (import.meta.main) console.log(JSON.stringify({ chromium: findChromium(), hasChineseFont: hasChineseFont() }));
