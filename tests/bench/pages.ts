import { type Browser, chromium, type Page } from '@playwright/test';
import lighthouse, { desktopConfig } from 'lighthouse';
import { pagePaths } from '#shared/domain/page-paths';
import { findChromium } from '../support/browser.ts';
import { type Measurement, say, tell } from './measurement.ts';
import { startServer } from './server.ts';

const debuggingPort = 9333;
const quiet = ['--no-sandbox', '--disable-gpu', '--disable-quic', '--disable-background-networking'];

/** Pages Lighthouse looks at: the first screens and one tool. */
const firstScreens = ['/', '/list', '/toline', '/membership'];
/** Of Lighthouse's categories. */
const judged = ['performance', 'accessibility', 'best-practices'];
const screens = [
  { name: '1440 px', viewport: { width: 1440, height: 900 } },
  { name: '390 px', viewport: { width: 390, height: 844 } },
];
/** How long a page may still move after its last request, ms. */
const restMs = 700;
const shiftLimit = 0.02;

declare global {
  interface Window {
    shift: number;
  }
}

/**
 * Loads pages in a real browser: bytes of the main page over the wire, Lighthouse's scores of the first screens for
 * phones and desktops, and how much every page of the product moves while it loads (cumulative layout shift), for a
 * visitor and for a member.
 */
export async function benchPages(): Promise<Measurement[]> {
  const { origin, stop } = await startServer();
  const executablePath = findChromium();
  const browser = await chromium.launch({
    ...(executablePath ? { executablePath } : {}),
    args: [...quiet, `--remote-debugging-port=${debuggingPort}`],
  });
  try {
    return [...(await firstLoad(browser, origin)), ...(await scores(origin)), ...(await shifts(browser, origin))];
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

async function scores(origin: string): Promise<Measurement[]> {
  const found: Measurement[] = [];
  for (const path of firstScreens) {
    for (const [device, config, performanceTarget] of [
      ['mobile', undefined, 90],
      ['desktop', desktopConfig, 98],
    ] as const) {
      say(`Lighthouse looks at ${path} (${device})`);
      const report = await lighthouse(origin + path, { port: debuggingPort, output: 'json' }, config);
      for (const { id, title, score } of Object.values(report?.lhr.categories ?? {})) {
        if (!judged.includes(id)) continue;
        const ours = Math.round((score ?? 0) * 100);
        const target = id === 'performance' ? `at least ${performanceTarget}` : '100';
        found.push(tell({ name: `Lighthouse ${path} (${device}): ${title}`, ours, unit: 'of 100', target }));
      }
      const failed = Object.values(report?.lhr.audits ?? {}).filter(
        ({ id, score }) => score === 0 && /^(errors-in-console|color-contrast|.*-name|inspector-issues)$/.test(id),
      );
      for (const { id, title } of failed) say(`${path} (${device}): ${id}: ${title}`);
    }
  }
  return found;
}

async function shifts(browser: Browser, origin: string): Promise<Measurement[]> {
  const found: Measurement[] = [];
  for (const { name, viewport } of screens) {
    for (const who of ['visitor', 'member'] as const) {
      const page = await browser.newPage({ viewport });
      await page.addInitScript(noteShifts);
      if (who === 'member') {
        const phoneNo = `198${String(Date.now()).slice(-8)}`;
        await page.request.post(`${origin}/__mock/accounts`, { data: { phoneNo, plan: 'pro', tickets: 100 } });
      }
      let worst = { path: '', shift: 0 };
      for (const path of pagePaths) {
        const shift = await shiftOf(page, origin + path.replace(/:\w+/g, '1'));
        if (shift > shiftLimit) say(`${path} (${name}, ${who}) shifts by ${shift.toFixed(3)}`);
        if (shift > worst.shift) worst = { path, shift };
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
