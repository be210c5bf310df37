import { chromium } from '@playwright/test';
import lighthouse, { desktopConfig } from 'lighthouse';
import { findChromium } from '../support/browser.ts';
import { type Measurement, say } from './measurement.ts';
import { startServer } from './server.ts';

const debuggingPort = 9333;
const quiet = ['--no-sandbox', '--disable-gpu', '--disable-quic', '--disable-background-networking'];

/** Loads the home page in a real browser: bytes of scripts over the wire, and Lighthouse's desktop scores. */
export async function benchPages(): Promise<Measurement[]> {
  const { origin, stop } = await startServer();
  const executablePath = findChromium();
  const browser = await chromium.launch({
    ...(executablePath ? { executablePath } : {}),
    args: [...quiet, `--remote-debugging-port=${debuggingPort}`],
  });
  try {
    const page = await browser.newPage();
    const session = await page.context().newCDPSession(page);
    await session.send('Network.enable');
    const scripts = new Set<string>();
    let bytes = 0;
    session.on('Network.responseReceived', ({ requestId, type }) => type === 'Script' && scripts.add(requestId));
    session.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
      if (scripts.has(requestId)) bytes += encodedDataLength;
    });
    await page.goto(origin, { waitUntil: 'networkidle' });
    await page.close();

    say('Lighthouse looks at the main page');
    const report = await lighthouse(`${origin}/`, { port: debuggingPort, output: 'json' }, desktopConfig);
    const categories = Object.values(report?.lhr.categories ?? {});
    return [
      { name: 'first load of /: scripts over the wire', ours: bytes / 1000, unit: 'kB', target: 'at most 250 kB' },
      ...categories.map(({ title, score }) => ({
        name: `Lighthouse (desktop): ${title}`,
        ours: Math.round((score ?? 0) * 100),
        unit: 'of 100',
      })),
    ];
  } finally {
    await browser.close();
    await stop();
  }
}
