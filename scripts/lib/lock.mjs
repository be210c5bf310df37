import { randomUUID } from 'node:crypto';
import { linkSync, mkdirSync, readFileSync, renameSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { inRoot } from './paths.mjs';
import { say } from './terminal.mjs';

const beatMs = 2000;
const staleMs = 30_000;

/** Content and age of the lock; nothing when nobody holds it. */
function look(file) {
  try {
    return { owner: readFileSync(file, 'utf8'), ageMs: Date.now() - statSync(file).mtimeMs };
  } catch (error) {
    if (error.code === 'ENOENT') return undefined;
    throw error;
  }
}

function tryTake(file, owner) {
  try {
    writeFileSync(file, owner, { flag: 'wx' });
    return true;
  } catch (error) {
    if (error.code === 'EEXIST') return false;
    throw error;
  }
}

/** Removes a lock whose holder has stopped beating, unless somebody else was quicker and holds a new one. */
function evict(file, owner) {
  const aside = `${file}.${randomUUID()}`;
  try {
    renameSync(file, aside);
    if (readFileSync(aside, 'utf8') !== owner) linkSync(aside, file);
  } catch (error) {
    if (error.code !== 'ENOENT' && error.code !== 'EEXIST') throw error;
  } finally {
    rmSync(aside, { force: true });
  }
}

/**
 * Runs work that only one process of this checkout may do at a time (installing, building); others wait for it.
 * A holder that was killed is noticed by its missing heartbeat after 30 s.
 * @template T
 * @param {() => Promise<T>} work
 * @param {string} [name] works of different names may run at the same time
 * @returns {Promise<T>}
 */
export async function withLock(work, name = '') {
  mkdirSync(inRoot('dist'), { recursive: true });
  const file = inRoot(`dist/.lock${name && `-${name}`}`);
  const owner = `${process.pid} ${randomUUID()}`;
  let hasSaid = false;
  while (!tryTake(file, owner)) {
    const held = look(file);
    if (held && held.ageMs > staleMs) evict(file, held.owner);
    else if (!hasSaid) {
      hasSaid = true;
      say('  另一个进程正在安装或构建，等它完成……');
    }
    await sleep(300);
  }
  const beat = setInterval(() => {
    try {
      utimesSync(file, new Date(), new Date());
    } catch {
      // The lock was taken from us while the machine slept; the work is idempotent.
    }
  }, beatMs);
  const release = () => {
    if (look(file)?.owner === owner) rmSync(file, { force: true });
  };
  process.once('exit', release);
  try {
    return await work();
  } finally {
    clearInterval(beat);
    process.off('exit', release);
    release();
  }
}
