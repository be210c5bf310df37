// Every check there is: node scripts/test.mjs [names of steps]; without names all of them.
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { ensureBrowser } from './lib/browser.mjs';
import { buildStale } from './lib/build.mjs';
import { freePort } from './lib/free-port.mjs';
import { ensureInstalled } from './lib/install.mjs';
import { inRoot, pinnedNode } from './lib/paths.mjs';
import { run, stopWithChildren } from './lib/processes.mjs';
import { main, Refusal, say, step } from './lib/terminal.mjs';
import { playwrightTally, vitestTally } from './lib/test-report.mjs';

const staticMs = 180_000;
const vitestMs = 780_000;
const playwrightMs = 1_050_000;
const vitestReport = 'test-results/vitest.json';
const playwrightReport = 'test-results/playwright.json';

const environment = { ...process.env, FORCE_COLOR: process.stdout.isTTY ? '1' : '0' };
const node = (args, options) => run(pinnedNode, args, { env: environment, ...options });
const asCheck = (isOk) => ({ passed: Number(isOk), failed: Number(!isOk), skipped: 0 });

/** A check that passes or fails as a whole and prints only when it fails. */
const check = (name, args) => ({
  name,
  async work() {
    const result = await node(args, { timeoutMs: staticMs });
    return { ...asCheck(result.isOk), output: result.isOk ? '' : result.output, isTimeout: result.isTimeout };
  },
});

/** Types, imports and knip read what Umi generates from the routes, so this goes first, whatever is chosen. */
const setup = check('setup', ['node_modules/@umijs/max/bin/max.js', 'setup']);

const staticChecks = [
  check('types', ['node_modules/typescript/bin/tsc', '--noEmit']),
  check('biome', ['node_modules/@biomejs/biome/bin/biome', 'ci', '--error-on-warnings', '.']),
  check('imports', [
    'node_modules/dependency-cruiser/bin/dependency-cruiser.mjs',
    '--config',
    '.dependency-cruiser.cjs',
    ...['shared', 'engine', 'user-app', 'admin-app', 'mock-server', 'tests', 'scripts'],
  ]),
  check('knip', ['node_modules/knip/bin/knip.js', '--no-progress']),
];

const build = {
  name: 'build',
  async work() {
    try {
      await buildStale();
      return asCheck(true);
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      return { ...asCheck(false), output: error.message };
    }
  },
};

const unitTests = {
  name: 'vitest',
  isShown: true,
  async work() {
    rmSync(inRoot(vitestReport), { force: true });
    // Signs and labels that the engine draws need the Chinese font that comes with it.
    await ensureBrowser();
    const { isOk, isTimeout } = await node(
      [
        'node_modules/vitest/vitest.mjs',
        ...['run', '--reporter=default', '--reporter=json', `--outputFile.json=${vitestReport}`],
      ],
      { timeoutMs: vitestMs, onOutput: (text) => process.stdout.write(text) },
    );
    return { ...vitestTally(vitestReport, isOk), isTimeout };
  },
};

const browserTests = {
  name: 'playwright',
  isShown: true,
  async work() {
    rmSync(inRoot(playwrightReport), { force: true });
    const chromium = await ensureBrowser();
    const dataFolder = mkdtempSync(path.join(os.tmpdir(), 'zhuhui-e2e-'));
    const env = {
      ...environment,
      E2E_PORT: String(await freePort()),
      DATA_DIR: dataFolder,
      PLAYWRIGHT_JSON_OUTPUT_NAME: inRoot(playwrightReport),
      ...(chromium ? { CHROMIUM_PATH: chromium } : {}),
    };
    try {
      const { isOk, isTimeout } = await node(['node_modules/@playwright/test/cli.js', 'test', '--reporter=list,json'], {
        env,
        timeoutMs: playwrightMs,
        onOutput: (text) => process.stdout.write(text),
      });
      return { ...playwrightTally(playwrightReport, isOk), isTimeout };
    } finally {
      rmSync(dataFolder, { recursive: true, force: true });
    }
  },
};

const allSteps = [...staticChecks, build, unitTests, browserTests];

/** Rows for the table at the end, in the order of the steps. */
const rows = new Map();

async function perform(task) {
  const start = performance.now();
  if (task.isShown) say(`\n── ${task.name} ──`);
  const outcome = task.isShown ? await task.work() : (await step(task.name, task.work)).value;
  if (outcome.isTimeout) outcome.note = '超时，已终止';
  rows.set(task.name, { ...outcome, seconds: (performance.now() - start) / 1000 });
  if (outcome.output) say(`\n── ${task.name} ──\n${outcome.output.trimEnd()}\n`);
}

/** Works a list off with as many at a time as there are cores. */
async function performSideBySide(tasks) {
  const next = tasks.values();
  const lanes = Math.max(1, Math.min(os.availableParallelism(), tasks.length));
  await Promise.all(
    Array.from({ length: lanes }, async () => {
      for (const task of next) await perform(task);
    }),
  );
}

function printTable(tasks) {
  say('\n  step          passed  failed  skipped  seconds');
  for (const { name } of tasks) {
    const { passed, failed, skipped, seconds, note } = rows.get(name);
    const cells = [passed, failed, skipped, seconds.toFixed(1)].map((value, index) =>
      String(value).padStart(6 + Number(index > 0) + Number(index === 3)),
    );
    say(`${failed > 0 ? '✗' : '✓'} ${name.padEnd(13)} ${cells.join(' ')}${note ? `  ${note}` : ''}`);
  }
}

function chosenSteps(names) {
  const unknown = names.filter((name) => allSteps.every((task) => task.name !== name));
  if (unknown.length > 0) {
    throw new Refusal(`没有这一步：${unknown.join('、')}。可选：${allSteps.map(({ name }) => name).join('、')}`);
  }
  return names.length === 0 ? allSteps : allSteps.filter(({ name }) => names.includes(name));
}

await main(async () => {
  stopWithChildren();
  const tasks = chosenSteps(process.argv.slice(2));
  const needsBuild = tasks.includes(browserTests) && !tasks.includes(build);
  await ensureInstalled();
  mkdirSync(inRoot('test-results'), { recursive: true });
  await perform(setup);
  await performSideBySide(tasks.filter((task) => !task.isShown));
  if (needsBuild) await buildStale();
  for (const task of tasks.filter((each) => each.isShown)) await perform(task);

  printTable([setup, ...tasks]);
  const total = (key) => [...rows.values()].reduce((sum, row) => sum + row[key], 0);
  process.exitCode = total('failed') > 0 ? 1 : 0;
  console.log(`\n${total('passed')} passed, ${total('failed')} failed`);
  process.exit();
});
