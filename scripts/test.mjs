/**
 * Runs the checks of the project: node scripts/test.mjs [full] [steps]. `full` runs the slow part instead: the files
 * `*.full.test.ts` and the browser stories without `@smoke`. `changed [commit]` runs the checks that depend on changes
 * since a commit, HEAD when absent.
 */
import { mkdirSync, rmSync } from 'node:fs';
import os from 'node:os';
import { ensureBrowser } from './lib/browser.mjs';
import { buildStale } from './lib/build.mjs';
import { freePort } from './lib/free-port.mjs';
import { ensureInstalled } from './lib/install.mjs';
import { inRoot, pinnedNode } from './lib/paths.mjs';
import { run, stopWithChildren } from './lib/processes.mjs';
import { main, Refusal, say, step } from './lib/terminal.mjs';
import { failures, playwrightTally, slowestFiles, vitestTally } from './lib/test-report.mjs';

const staticMs = 180_000;
const vitestMs = 1_080_000;
const playwrightMs = 2_130_000;
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

/**
 * The compiler of version 7 takes a fifth of the time; what calls a compiler as a library still needs version 5. Its
 * checkers share nothing, so more than there are idle cores only repeat each other's work: four take half as much again
 * as one.
 */
const checkers = String(Math.max(1, Math.floor(os.availableParallelism() / 2)));
const types = check('types', [
  'node_modules/typescript-7/bin/tsc',
  ...['--noEmit', '--checkers', checkers],
  ...['--incremental', '--tsBuildInfoFile', 'node_modules/.cache/types.tsbuildinfo'],
]);
const biome = (folders) =>
  check('biome', ['node_modules/@biomejs/biome/bin/biome', 'ci', '--error-on-warnings', ...folders]);
const imports = (folders) =>
  check('imports', [
    'node_modules/dependency-cruiser/bin/dependency-cruiser.mjs',
    ...['--config', '.dependency-cruiser.cjs', ...folders],
  ]);
const knip = check('knip', ['node_modules/knip/bin/knip.js', '--no-progress']);
const licences = check('licences', ['scripts/third-party.mjs', '--check']);

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

/**
 * @param {'short' | 'full'} part see `vitest.config.ts` @param {readonly string[]} files paths; all of the part when
 * empty
 */
const unitTests = (part, files = []) => ({
  name: 'vitest',
  isShown: true,
  async work() {
    // Signs and labels that the engine draws need the Chinese font that comes with it.
    await ensureBrowser();
    const { isOk, isTimeout } = await node(
      [
        'node_modules/vitest/vitest.mjs',
        ...['run', '--reporter=default', '--reporter=json', `--outputFile.json=${vitestReport}`, ...files],
      ],
      {
        env: { ...environment, TESTS: part },
        timeoutMs: vitestMs,
        onOutput: (text) => process.stdout.write(text),
      },
    );
    return { ...vitestTally(vitestReport, isOk), isTimeout };
  },
});

/** @param {readonly string[]} chosen arguments of Playwright that choose stories */
const browserTests = (chosen) => ({
  name: 'playwright',
  isShown: true,
  async work() {
    const chromium = await ensureBrowser();
    const env = {
      ...environment,
      E2E_PORT: String(await freePort()),
      E2E_ENGINE_PORT: String(await freePort()),
      PLAYWRIGHT_JSON_OUTPUT_NAME: inRoot(playwrightReport),
      ...(chromium ? { CHROMIUM_PATH: chromium } : {}),
    };
    const { isOk, isTimeout } = await node(
      ['node_modules/@playwright/test/cli.js', 'test', '--reporter=list,json', ...chosen],
      { env, timeoutMs: playwrightMs, onOutput: (text) => process.stdout.write(text) },
    );
    return { ...playwrightTally(playwrightReport, isOk), isTimeout };
  },
});

const sources = ['shared', 'engine', 'user-app', 'admin-app', 'mock-server', 'tests', 'scripts'];
const smoke = '@smoke';
/** The build first: it takes as long as the checks that run beside it. */
const shortSteps = [
  ...[build, types, biome(['.']), imports(sources), knip, licences],
  ...[unitTests('short'), browserTests(['--grep', smoke])],
];
const fullSteps = [unitTests('full'), browserTests(['--grep-invert', smoke])];

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

/** Returns the steps for the files that changed since a commit and everything that depends on them. */
async function stepsOfChange(commit) {
  const { isOk, output } = await node(['scripts/touched.ts', commit], { timeoutMs: staticMs });
  if (!isOk) throw new Refusal(output.trim());
  const { changed, tests, stories } = JSON.parse(output.trim().split('\n').at(-1));
  const steps = [];
  const readable = changed.filter((file) => /\.(ts|tsx|mjs|cjs|js|json|css)$/.test(file));
  if (readable.length > 0) steps.push(types, biome(['--no-errors-on-unmatched', ...readable]), imports(sources));
  const short = tests.filter((file) => !/\.full\.test\./.test(file));
  if (short.length > 0) steps.push(unitTests('short', short));
  const chosen = stories.files.length > 0 ? stories.files : ['--grep', smoke];
  if (stories.files.length > 0 || stories.isSmoke) {
    steps.unshift(build);
    steps.push(browserTests(chosen));
  }
  say(`改动 ${changed.length} 个文件，涉及 ${short.length} 个测试文件、${stories.files.length} 个浏览器故事文件`);
  return steps;
}

/** @param {readonly string[]} asked arguments of the command */
async function chosenSteps(asked) {
  if (asked[0] === 'changed') return stepsOfChange(asked[1] ?? 'HEAD');
  const isFull = asked[0] === 'full';
  const steps = isFull ? fullSteps : shortSteps;
  const names = isFull ? asked.slice(1) : asked;
  const unknown = names.filter((name) => steps.every((task) => task.name !== name));
  if (unknown.length > 0)
    throw new Refusal(`没有这一项：${unknown.join('、')}。可选：${steps.map(({ name }) => name).join('、')}`);
  return names.length === 0 ? steps : steps.filter(({ name }) => names.includes(name));
}

/** Prints the slowest test files, in seconds that a worker was busy. */
function printSlowest() {
  say('\n  最慢的文件  秒');
  for (const { file, seconds } of slowestFiles(vitestReport, playwrightReport, 15))
    say(`  ${seconds.toFixed(1).padStart(6)}  ${file}`);
}

/** The failures once more at the end, where logs that are cut short still show them. */
function printFailures() {
  const failed = failures(vitestReport, playwrightReport);
  if (failed.length === 0) return;
  say(`\n  失败的用例  ${failed.length}`);
  for (const { file, name, message } of failed) say(`  ${file}\n    ${name}\n    ${message}`);
}

await main(async () => {
  stopWithChildren();
  await ensureInstalled('all');
  const tasks = await chosenSteps(process.argv.slice(2));
  const needsBuild = tasks.some(({ name }) => name === 'playwright') && !tasks.includes(build);
  mkdirSync(inRoot('test-results'), { recursive: true });
  for (const report of [vitestReport, playwrightReport]) rmSync(inRoot(report), { force: true });
  await perform(setup);
  await performSideBySide(tasks.filter((task) => !task.isShown));
  if (needsBuild) await buildStale();
  for (const task of tasks.filter((each) => each.isShown)) await perform(task);

  if (tasks.some((task) => task.isShown)) {
    printSlowest();
    printFailures();
  }
  printTable([setup, ...tasks]);
  const total = (key) => [...rows.values()].reduce((sum, row) => sum + row[key], 0);
  process.exitCode = total('failed') > 0 ? 1 : 0;
  console.log(`\n${total('passed')} passed, ${total('failed')} failed`);
  process.exit();
});
