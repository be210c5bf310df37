import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { constants } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { root } from './paths.mjs';

export const stopSignals = ['SIGINT', 'SIGTERM', 'SIGHUP'];
/** Time in which a command may end in order when the script is told to stop, milliseconds. */
const stopMs = 2000;
const isWindows = process.platform === 'win32';
/** @type {Set<import('node:child_process').ChildProcess>} */
const children = new Set();
let isStopping = false;

/** Ends a child that leads its own process group, with all that it started. */
function killTree(child, signal) {
  if (child.pid === undefined || child.exitCode !== null || child.signalCode !== null) return;
  try {
    if (isWindows) spawn('taskkill', ['/pid', String(child.pid), '/T', '/F'], { stdio: 'ignore' });
    else process.kill(-child.pid, signal);
  } catch (error) {
    if (error.code !== 'ESRCH') throw error;
  }
}

/**
 * Runs a command to its end and keeps what it printed.
 * @param {string} command
 * @param {readonly string[]} args
 * @param {{ env?: NodeJS.ProcessEnv, timeoutMs?: number, onOutput?: (text: string) => void }} [options]
 *   `timeoutMs`: the command and all that it started are ended after this long
 * @returns {Promise<{ isOk: boolean, code: number | null, output: string, stdout: string, isTimeout: boolean }>}
 *   never rejects: a command that does not exist is `isOk: false` with the reason in `output`
 */
export function run(command, args, { env = process.env, timeoutMs, onOutput } = {}) {
  return new Promise((resolve) => {
    const child = spawn(command, args, {
      cwd: root,
      env,
      stdio: ['ignore', 'pipe', 'pipe'],
      detached: !isWindows,
      shell: isWindows && command.endsWith('.cmd'),
    });
    children.add(child);
    let output = '';
    let stdout = '';
    let isTimeout = false;
    const take = (chunk) => {
      output += chunk;
      onOutput?.(String(chunk));
    };
    child.stdout.setEncoding('utf8').on('data', (chunk) => {
      stdout += chunk;
      take(chunk);
    });
    child.stderr.setEncoding('utf8').on('data', take);
    const timers = [];
    if (timeoutMs !== undefined) {
      timers.push(
        setTimeout(() => {
          isTimeout = true;
          killTree(child, 'SIGTERM');
        }, timeoutMs),
        setTimeout(() => killTree(child, 'SIGKILL'), timeoutMs + 5000),
      );
    }
    const finish = (code) => {
      for (const timer of timers) clearTimeout(timer);
      children.delete(child);
      // What was ended because the script ends has not failed: nobody is to hear of it.
      if (!isStopping) resolve({ isOk: code === 0 && !isTimeout, code, output, stdout, isTimeout });
    };
    child.on('error', (error) => {
      output += error.message;
      finish(null);
    });
    child.on('close', finish);
  });
}

/** Id of the parent of a process; undefined when the system has no /proc, or the process is gone. */
function parentOf(pid) {
  try {
    // "pid (name) state parent …"; the name may hold spaces and brackets.
    return Number(readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ').at(-1)?.split(' ')[1]);
  } catch {
    return undefined;
  }
}

/** The script's parent; under npm, which runs scripts in a shell, npm as well. */
function ancestors() {
  const parent = process.ppid;
  const isUnderNpm = process.env.npm_lifecycle_event !== undefined;
  return `${parent} ${isUnderNpm ? parentOf(parent) : ''}`;
}

/**
 * Calls back once when whoever started the script is gone: npm passes SIGTERM only to the shell between it and the
 * script, and SIGKILL to nobody, which would leave the script behind.
 * @param {() => void} callback
 * @returns {() => void} stops watching
 */
export function whenOrphaned(callback) {
  const before = ancestors();
  const watch = setInterval(() => {
    if (ancestors() === before) return;
    clearInterval(watch);
    callback();
  }, 1000);
  watch.unref();
  return () => clearInterval(watch);
}

export const exitCodeOf = (code, signal) => code ?? 128 + (constants.signals[signal] ?? 0);

/**
 * Ends the running commands when the script is told to stop.
 * @returns {() => void} takes this back, for a script that goes on to something of its own
 */
export function stopWithChildren() {
  // An npm that is installing goes on after SIGTERM; what is left half-way is done anew by the next start.
  const stop = async (signal) => {
    isStopping = true;
    for (const child of children) killTree(child, 'SIGTERM');
    const patience = AbortSignal.timeout(stopMs);
    while (children.size > 0 && !patience.aborted) await sleep(50);
    for (const child of children) killTree(child, 'SIGKILL');
    process.exit(exitCodeOf(null, signal));
  };
  for (const signal of stopSignals) process.on(signal, stop);
  const unwatch = whenOrphaned(() => stop('SIGTERM'));
  return () => {
    for (const signal of stopSignals) process.off(signal, stop);
    unwatch();
  };
}

/**
 * The environment for npm: without the `.bin` folders that npm itself put in front of PATH, since an install removes
 * the Node that lies in ours while npm is running on it.
 */
function npmEnvironment() {
  const folders = (process.env.PATH ?? '').split(path.delimiter);
  const outside = folders.filter((folder) => !/node_modules[\\/](\.bin|.*node-gyp-bin)$/.test(folder));
  return { ...process.env, PATH: outside.join(path.delimiter) };
}

/** @param {readonly string[]} args @param {Parameters<typeof run>[2]} [options] */
export const npm = (args, options) => run(isWindows ? 'npm.cmd' : 'npm', args, { env: npmEnvironment(), ...options });
