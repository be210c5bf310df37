import { createHmac } from 'node:crypto';
import { mkdir, readdir, rename, rm, statfs } from 'node:fs/promises';
import path from 'node:path';
import { ProductError } from '#shared/errors';
import { withDeps } from '../with-deps.ts';
import { createBulkPool } from './bulk-pool.ts';
import type { BulkJob } from './bulk-thread.ts';
import { copyFolder } from './templates.ts';

/** Rows to insert by SQL, slice by slice; see `control/bulk/plan.ts`. */
export interface Plan {
  tables: readonly string[];
  steps: ReadonlyArray<{ title: string; rows: number; statements: readonly string[] }>;
  /** Bytes of disk that the template needs, about. */
  bytes: number;
}

export interface LargeTemplatesDeps {
  /** Folder of the templates; they stay when the process ends. */
  folder: string;
  /** Plans by scenario. */
  plans: Readonly<Record<string, Plan>>;
  /** Everything beside its plan that a template's contents depend on, secrets among it. */
  basis: string;
  /** Names of templates say nothing of the basis without it. */
  key(): string;
  /** Makes the data that the rows are added to and leaves no connection open. */
  make(scenario: string, folder: string): Promise<void>;
  /** Milliseconds, of which the rows are told. */
  now(): number;
  warn(error: unknown, words: string): void;
}

/** Progress of the template of a scenario. */
export interface TemplateState {
  state: 'none' | 'making' | 'ready';
  /** 0–1. */
  progress: number;
  /** Chinese words. */
  step: string;
}

interface Making {
  progress: number;
  step: string;
  isStopped: boolean;
  ended: Promise<void>;
}

const rowsOfSlice = 20_000;
/** An index of a million rows takes as long as many slices. */
const weightOfIndex = 40_000;
const draftEnd = '.draft';
/** Copying a template into a world takes its size once more. */
const copies = 2;

export type LargeTemplates = ReturnType<typeof createLargeTemplates>;

interface Parts extends LargeTemplatesDeps {
  pool: ReturnType<typeof createBulkPool>;
  makings: Map<string, Making>;
  /** Errors that ended the last making, until somebody was told. */
  failures: Map<string, unknown>;
}

/** Templates of scenarios with very many rows: made once for all processes, in a thread, with progress. */
export function createLargeTemplates(deps: LargeTemplatesDeps) {
  const parts: Parts = { ...deps, pool: createBulkPool(), makings: new Map(), failures: new Map() };
  return withDeps(parts, { start, begin, stateOf, fill, remove, close });
}

/** Deletes templates that were begun and not finished, and those that would be made otherwise today. */
async function start(deps: Parts): Promise<void> {
  const wanted = Object.keys(deps.plans).map((scenario) => nameOf(deps, scenario));
  const found = await namesIn(deps);
  for (const name of found.filter((each) => !wanted.includes(each)))
    await rm(path.join(deps.folder, name), { recursive: true, force: true });
}

/**
 * Begins to make the template unless it is there or being made, and tells how far it is. Throws
 * `scenario.no_room`, and what ended the last making once.
 */
async function begin(deps: Parts, scenario: string): Promise<TemplateState> {
  const failure = deps.failures.get(scenario);
  deps.failures.delete(scenario);
  if (failure !== undefined) throw failure;
  const found = await stateOf(deps, scenario);
  if (found.state !== 'none') return found;
  await requireRoom(deps, scenario);
  // Somebody else may have begun meanwhile.
  if (!deps.makings.has(scenario)) launch(deps, scenario);
  return stateOf(deps, scenario);
}

function launch(deps: Parts, scenario: string): void {
  const making: Making = { progress: 0, step: '准备', isStopped: false, ended: Promise.resolve() };
  deps.makings.set(scenario, making);
  making.ended = build(deps, scenario, making)
    .catch((error: unknown) => {
      if (making.isStopped) return;
      deps.failures.set(scenario, error);
      deps.warn(error, `the template of ${scenario} could not be made`);
    })
    .finally(() => deps.makings.delete(scenario));
}

async function stateOf(deps: Parts, scenario: string): Promise<TemplateState> {
  const making = deps.makings.get(scenario);
  if (making) return { state: 'making', progress: making.progress, step: making.step };
  const found = await namesIn(deps);
  const isReady = found.includes(nameOf(deps, scenario));
  return isReady ? { state: 'ready', progress: 1, step: '' } : { state: 'none', progress: 0, step: '' };
}

/** Copies the template, which has to be ready, into an empty folder. Throws `scenario.no_room`. */
async function fill(deps: Parts, scenario: string, target: string): Promise<void> {
  await requireRoom(deps, scenario, 1);
  await copyFolder(path.join(deps.folder, nameOf(deps, scenario)), target);
}

/** Ends the making of a template, or deletes it; worlds that were made of it stay. */
async function remove(deps: Parts, scenario: string): Promise<void> {
  await stop(deps.makings.get(scenario));
  deps.failures.delete(scenario);
  await rm(path.join(deps.folder, nameOf(deps, scenario)), { recursive: true, force: true });
}

/** Ends what is being made; its slice is waited for, as SQLite cannot be interrupted in one. */
async function close({ makings, pool }: Parts): Promise<void> {
  await Promise.all([...makings.values()].map(stop));
  await pool.close();
}

async function stop(making: Making | undefined): Promise<void> {
  if (!making) return;
  making.isStopped = true;
  await making.ended;
}

async function build(deps: Parts, scenario: string, making: Making): Promise<void> {
  const home = path.join(deps.folder, nameOf(deps, scenario));
  const draft = `${home}${draftEnd}`;
  await rm(draft, { recursive: true, force: true });
  try {
    await mkdir(draft, { recursive: true, mode: 0o700 });
    await deps.make(scenario, draft);
    await addRows(deps, scenario, path.join(draft, 'zhuhui.db'), making);
    if (!making.isStopped) await rename(draft, home);
  } finally {
    await rm(draft, { recursive: true, force: true });
  }
}

async function addRows(deps: Parts, scenario: string, file: string, making: Making): Promise<void> {
  const { tables, steps } = planOf(deps, scenario);
  const ask = (job: BulkJob) => deps.pool.run(job);
  const now = deps.now();
  const indexes = await ask({ file, kind: 'begin', tables });
  const total = steps.reduce((sum, { rows }) => sum + rows, 0) + indexes.length * weightOfIndex;
  let done = 0;
  const tell = (step: string, weight: number) => {
    done += weight;
    Object.assign(making, { progress: done / total, step });
  };
  for (const { title, rows, statements } of steps)
    for (let from = 0; from < rows; from += rowsOfSlice) {
      if (making.isStopped) return;
      const to = Math.min(rows, from + rowsOfSlice);
      await ask({ file, kind: 'run', statements, values: { from, to, now } });
      tell(title, to - from);
    }
  for (const sql of indexes) {
    if (making.isStopped) return;
    await ask({ file, kind: 'run', statements: [sql], values: {} });
    tell('索引', weightOfIndex);
  }
  await ask({ file, kind: 'end' });
}

/** A template has another name as soon as anything that makes it is another. */
function nameOf(deps: Parts, scenario: string): string {
  const made = JSON.stringify([deps.basis, planOf(deps, scenario)]);
  return `${scenario}-${createHmac('sha256', deps.key()).update(made).digest('hex').slice(0, 16)}`;
}

/** None where nothing was ever made. */
const namesIn = ({ folder }: Parts): Promise<string[]> => readdir(folder).catch(() => []);

async function requireRoom(deps: Parts, scenario: string, times = copies): Promise<void> {
  await mkdir(deps.folder, { recursive: true, mode: 0o700 });
  const { bavail, bsize } = await statfs(deps.folder);
  const needed = planOf(deps, scenario).bytes * times;
  if (bavail * bsize >= needed) return;
  const megabytes = (bytes: number) => Math.ceil(bytes / 1e6);
  throw new ProductError('scenario.no_room', {
    fill: { needed: megabytes(needed), free: megabytes(bavail * bsize) },
  });
}

function planOf({ plans }: Parts, scenario: string): Plan {
  const plan = plans[scenario];
  if (!plan) throw new Error(`${scenario} has no plan`);
  return plan;
}
