/** Lines for a person: what is going on, for how long, and how it ended. */

const isInteractive = Boolean(process.stdout.isTTY) && !process.env.CI;
const quietSeconds = 15;

/** @type {Map<string, number>} what is running now and since when */
const running = new Map();
let ticker;
let ticks = 0;

const secondsSince = (start) => (performance.now() - start) / 1000;

function clearLine() {
  if (isInteractive && running.size > 0) process.stdout.write('\r\x1b[2K');
}

function drawRunning() {
  const parts = [...running].map(([label, start]) => `${label} ${Math.round(secondsSince(start))} 秒`);
  process.stdout.write(`\r\x1b[2K  … ${parts.join(' · ')}`);
}

function tick() {
  ticks += 1;
  if (isInteractive) drawRunning();
  else if (ticks % quietSeconds === 0) {
    for (const [label, start] of running) console.log(`  … ${label}，已 ${Math.round(secondsSince(start))} 秒`);
  }
}

/** Prints one line above whatever is ticking. */
export function say(line = '') {
  clearLine();
  console.log(line);
}

/**
 * Runs a long piece of work under a label: seconds tick on a terminal, a line now and then goes to a log.
 * @template T
 * @param {string} label
 * @param {() => Promise<T>} work
 * @returns {Promise<{ value: T, seconds: number }>}
 */
export async function step(label, work) {
  const start = performance.now();
  if (!isInteractive) console.log(`  … ${label}`);
  running.set(label, start);
  ticker ??= setInterval(tick, 1000);
  let mark = '✗';
  try {
    const value = await work();
    mark = '✓';
    return { value, seconds: secondsSince(start) };
  } finally {
    clearLine();
    running.delete(label);
    console.log(`  ${mark} ${label} ${secondsSince(start).toFixed(1)} 秒`);
    if (running.size === 0) {
      clearInterval(ticker);
      ticker = undefined;
      ticks = 0;
    }
  }
}

/** A failure that a person can act on: its message is the whole story, no stack is shown. */
export class Refusal extends Error {}

/**
 * Runs a script's body; a refusal ends it with its sentence, anything else with its stack.
 * @param {() => Promise<void>} body
 */
export async function main(body) {
  try {
    await body();
  } catch (error) {
    clearLine();
    console.error(error instanceof Refusal ? `\n${error.message}\n` : error);
    process.exit(1);
  }
}
