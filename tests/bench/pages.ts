import { type Browser, chromium, type Page } from '@playwright/test';
import lighthouse, { type Config, defaultConfig, desktopConfig, type Result } from 'lighthouse';
import { pagePaths } from '#shared/domain/pages';
import { faultsInLightAndDark } from '../support/accessibility.ts';
import { findChromium } from '../support/browser.ts';
import { slowdownFor } from './cpu-slowdown.ts';
import { type Measurement, say, tell } from './measurement.ts';
import { startServer } from './server.ts';

const debuggingPort = 9333;
const quiet = ['--no-sandbox', '--disable-gpu', '--disable-quic', '--disable-background-networking'];

/** Pages Lighthouse looks at: the first screens and one tool. */
const firstScreens = ['/', '/list', '/toline', '/membership'];
const devices = { mobile: 90, desktop: 98 } as const;
type Device = keyof typeof devices;
/** Of Lighthouse's categories. */
const judged = ['performance', 'accessibility', 'best-practices'];
const screens = [
  { name: '1440 px', viewport: { width: 1440, height: 900 } },
  { name: '390 px', viewport: { width: 390, height: 844 } },
];
/** Time in which a page may still move after its last request, ms. */
const restMs = 700;
const shiftLimit = 0.02;
const unit = 'of 100';

declare global {
  interface Window {
    shift: number;
  }
}

/**
 * Loads pages in a real browser: bytes of the main page over the wire, Lighthouse's scores of the first screens for
 * phones and desktops, and of every page of the product how much it moves while it loads (cumulative layout shift) and
 * what axe finds in it, light and dark, for a visitor and for a member.
 * @param asked addresses, `mobile` or `desktop`: Lighthouse looks at these only, and nothing else is measured; `walk`: only
 * every page is gone through
 */
export async function benchPages(asked: readonly string[] = []): Promise<Measurement[]> {
  const isWalk = asked.length === 1 && asked[0] === 'walk';
  const { paths, chosen } = sorted(isWalk ? [] : asked);
  // The examples of a first start would be drawn while the first page is looked at.
  const { origin, stop } = await startServer(undefined, { TEST_ENGINE: 'fast' });
  const executablePath = findChromium();
  const browser = await chromium.launch({
    ...(executablePath ? { executablePath } : {}),
    args: [...quiet, `--remote-debugging-port=${debuggingPort}`],
  });
  try {
    if (isWalk) return await walk(browser, origin);
    if (asked.length > 0) return await scores(origin, paths, chosen);
    return [
      ...(await firstLoad(browser, origin)),
      ...(await scores(origin, paths, chosen)),
      ...(await walk(browser, origin)),
    ];
  } finally {
    await browser.close();
    await stop();
  }
}

async function firstLoad(browser: Browser, origin: string): Promise<Measurement[]> {
  const page = await browser.newPage();
  const session = await page.context().newCDPSession(page);
  await session.send('Network.enable');
  const kinds = new Map<string, string>();
  const bytes = { Script: 0, Stylesheet: 0 };
  session.on('Network.responseReceived', ({ requestId, type }) => kinds.set(requestId, type));
  session.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
    const kind = kinds.get(requestId);
    if (kind === 'Script' || kind === 'Stylesheet') bytes[kind] += encodedDataLength;
  });
  await page.goto(origin, { waitUntil: 'networkidle' });
  await page.close();
  const part = { unit: 'kB' };
  return [
    { name: 'first load of /: scripts over the wire', ours: bytes.Script / 1000, ...part },
    { name: 'first load of /: styles over the wire', ours: bytes.Stylesheet / 1000, ...part },
    {
      name: 'first load of /: both',
      ours: (bytes.Script + bytes.Stylesheet) / 1000,
      ...part,
      target: 'at most 180 kB',
    },
  ].map(tell);
}

/** @throws where it is neither an address nor a device */
function sorted(asked: readonly string[]): { paths: readonly string[]; chosen: readonly Device[] } {
  const all = Object.keys(devices) as Device[];
  const paths = asked.filter((word) => word.startsWith('/'));
  const chosen = all.filter((device) => asked.includes(device));
  if (paths.length + chosen.length < asked.length) {
    throw new Error(`pages takes addresses like /toline, ${all.join(' or ')}, or walk`);
  }
  return { paths: paths.length > 0 ? paths : firstScreens, chosen: chosen.length > 0 ? chosen : all };
}

async function scores(origin: string, paths: readonly string[], chosen: readonly Device[]): Promise<Measurement[]> {
  const found: Measurement[] = [];
  for (const path of paths) {
    for (const device of chosen) {
      say(`Lighthouse looks at ${path} (${device})`);
      const config = device === 'desktop' ? desktopConfig : undefined;
      const lhr = await look(origin + path, config);
      for (const { id, title, score } of Object.values(lhr.categories)) {
        if (!judged.includes(id)) continue;
        const target = id === 'performance' ? `at least ${devices[device]}` : '100';
        found.push(tell({ name: `Lighthouse ${path} (${device}): ${title}`, ours: outOf100(score), unit, target }));
      }
      say(`${path} (${device}): ${figuresOf(lhr)}`);
      const failed = Object.values(lhr.audits).filter(
        ({ id, score }) => score === 0 && /^(errors-in-console|color-contrast|.*-name|inspector-issues)$/.test(id),
      );
      for (const { id, title } of failed) say(`${path} (${device}): ${id}: ${title}`);
      if (device === 'mobile') found.push(await calibrated(origin + path, path, lhr));
    }
  }
  return found;
}

/** The phone that Lighthouse means, on whatever machine this is: the default slowdown means a fast desktop. */
async function calibrated(url: string, path: string, { environment }: Result): Promise<Measurement> {
  const multiplier = slowdownFor(environment.benchmarkIndex);
  const lhr = await look(url, {
    extends: 'lighthouse:default',
    settings: {
      onlyCategories: ['performance'],
      throttling: { ...defaultConfig.settings?.throttling, cpuSlowdownMultiplier: multiplier },
    },
  });
  say(`${path} (mobile, calibrated): ${figuresOf(lhr)}`);
  return tell({
    name: `Lighthouse ${path} (mobile, slowdown calibrated to ${multiplier.toFixed(1)}×): Performance`,
    ours: outOf100(lhr.categories.performance?.score ?? 0),
    unit,
    target: `at least ${devices.mobile}`,
  });
}

async function look(url: string, config: Config | undefined): Promise<Result> {
  const report = await lighthouse(url, { port: debuggingPort, output: 'json' }, config);
  if (!report) throw new Error(`Lighthouse has nothing to say of ${url}`);
  return report.lhr;
}

function figuresOf({ audits, environment, configSettings }: Result): string {
  const figures = [
    ['first paint', 'first-contentful-paint'],
    ['largest paint', 'largest-contentful-paint'],
    ['speed index', 'speed-index'],
    ['blocked', 'total-blocking-time'],
  ].map(([name, id = '']) => `${name} ${Math.round(audits[id]?.numericValue ?? 0)} ms`);
  const slowdown = configSettings.throttling.cpuSlowdownMultiplier;
  return `${figures.join(', ')}; benchmarkIndex ${environment.benchmarkIndex}, slowdown ${slowdown.toFixed(1)}×`;
}

const outOf100 = (score: number | null) => Math.round((score ?? 0) * 100);

/** Goes through every page, at both sizes, for a visitor and for a member. */
async function walk(browser: Browser, origin: string): Promise<Measurement[]> {
  const found: Measurement[] = [];
  for (const { name, viewport } of screens) {
    for (const who of ['visitor', 'member'] as const) {
      const page = await browser.newPage({ viewport });
      await page.addInitScript(noteShifts);
      let faults = 0;
      if (who === 'member') {
        const phoneNo = `198${String(Date.now()).slice(-8)}`;
        await page.request.post(`${origin}/__mock/accounts`, { data: { phoneNo, plan: 'pro', tickets: 100 } });
      }
      let worst = { path: '', shift: 0 };
      for (const path of pagePaths) {
        await page.emulateMedia({ colorScheme: 'light' });
        const shift = await shiftOf(page, origin + path.replace(/:\w+/g, '1'));
        if (shift > shiftLimit) say(`${path} (${name}, ${who}) shifts by ${shift.toFixed(3)}`);
        if (shift > worst.shift) worst = { path, shift };
        for (const fault of await faultsInLightAndDark(page)) {
          faults += 1;
          say(`${path} (${name}, ${who}): ${fault}`);
        }
      }
      await page.close();
      const target = `at most ${shiftLimit}`;
      found.push(
        tell({
          name: `layout shift in thousandths, worst of ${pagePaths.length} pages (${name}, ${who}${worst.path && `: ${worst.path}`})`,
          ours: Math.round(worst.shift * 1000),
          unit: '‰',
          target,
        }),
        tell({
          name: `findings of axe on ${pagePaths.length} pages, light and dark (${name}, ${who})`,
          ours: faults,
          unit: 'findings',
          target: '0',
        }),
      );
    }
  }
  return found;
}

async function shiftOf(page: Page, url: string): Promise<number> {
  await page.goto(url, { waitUntil: 'networkidle', timeout: 15_000 }).catch(() => undefined);
  await page.waitForTimeout(restMs);
  return page.evaluate(() => window.shift);
}

function noteShifts(): void {
  window.shift = 0;
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries() as (PerformanceEntry & { value: number; hadRecentInput: boolean })[])
      if (!entry.hadRecentInput) window.shift += entry.value;
  }).observe({ type: 'layout-shift', buffered: true });
}
