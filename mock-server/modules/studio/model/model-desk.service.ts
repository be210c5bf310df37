import { createHash } from 'node:crypto';
import {
  type ModelFileView,
  type ModelOverview,
  type ModelSlotId,
  type ModelSlotView,
  modelSlotIds,
} from '#shared/contract/model-desk';
import { minute } from '#shared/domain/time';
import { ProductError } from '#shared/errors';
import type { Clock } from '../../../adapters/clock/port.ts';
import type { ModelCandidate, ModelCatalogue, ModelFile, Models } from '../../../adapters/models/port.ts';
import { withDeps } from '../../../with-deps.ts';
import type { StaffAct } from '../../base/caller.ts';
import { createCounter } from '../../base/limits.ts';
import type { Store } from '../../base/store.ts';
import type { AuditService } from '../../records/audit/audit.service.ts';
import type { SlotRow, TrialRow } from './model.repository.ts';
import * as records from './model.repository.ts';
import { automaticFiles, candidateOf, chooseModel, modelOf, type SlotChoice, trialKey } from './model-choice.ts';

export interface ModelDeskDeps {
  store: Store;
  clock: Clock;
  audit: AuditService;
  /** Undefined where networks are switched off. */
  models: Models | undefined;
  modelCatalogue: ModelCatalogue;
}

/** Decision of staff on a slot. */
export interface SlotDecision {
  mode: SlotRow['mode'];
  fileId?: string | undefined;
  adapter?: string | undefined;
  isLicenceAccepted: boolean;
  version: number;
}

export type ModelDesk = ReturnType<typeof createModelDesk>;

const trialsAMinute = 10;

interface ModelMemory {
  files: readonly ModelFile[];
  decisions: Map<ModelSlotId, SlotRow>;
  trials: Map<string, TrialRow>;
  choices: Map<ModelSlotId, SlotChoice>;
  /** Trials and scans come one after the other. */
  lately: Promise<unknown>;
  isClosed: boolean;
}

interface ModelDeskParts extends ModelDeskDeps {
  memory: ModelMemory;
  counter: ReturnType<typeof createCounter>;
}

/** Files of operators: what they are, which of them works in which slot, and how they did when they were tried. */
export function createModelDesk(deps: ModelDeskDeps) {
  const { store, clock } = deps;
  const counter = createCounter({ store, clock, windowMs: minute, most: trialsAMinute });
  const memory: ModelMemory = {
    files: [],
    decisions: new Map(),
    trials: new Map(),
    choices: new Map(),
    lately: Promise.resolve(),
    isClosed: false,
  };
  store.whenEmptied(() => inTurn(parts, () => scanFolder(parts)));
  const parts: ModelDeskParts = { ...deps, memory, counter };
  return {
    ...withDeps(parts, { scan, test, decide, endProcess, close, overview }),
    list: { all: async () => memory.files.map((file) => view(parts, file)), idOf: ({ id }: ModelFileView) => id },
    /** Looks into the folder in the background; called once, at start. */
    start: () => void inTurn(parts, () => scanFolder(parts)),
    /** Resolves when nothing is being scanned or tried. */
    idle: () => memory.lately,
  };
}

async function scan(deps: ModelDeskParts, { caller, facts }: StaffAct): Promise<ModelOverview> {
  requireModels(deps).forgive();
  await inTurn(deps, () => scanFolder(deps));
  await deps.store.transact((tx) => deps.audit.record(tx, { caller, facts, action: 'model.scan', subject: 'models' }));
  return overview(deps);
}

/** Tries a file; a failure is an answer. */
async function test(
  deps: ModelDeskParts,
  staffId: string,
  id: string,
  as: { slot?: string | undefined; adapter?: string | undefined },
) {
  requireModels(deps);
  const file = mustFind(deps, id);
  const candidate = candidateOf(file, as.slot, as.adapter);
  if (!candidate || file.fault !== undefined) throw new ProductError('model.unfit');
  deps.counter.count(staffId);
  const { fault, ms } = await inTurn(deps, () => tryOut(deps, file, candidate));
  settle(deps);
  return { isOk: fault === '', ms, sentence: fault || '试运行通过。' };
}

/** Decides what works in a slot, from the next job on. */
async function decide(
  deps: ModelDeskParts,
  { caller, facts }: StaffAct,
  slot: ModelSlotId,
  decision: SlotDecision,
): Promise<ModelOverview> {
  const { store, clock, audit, memory } = deps;
  requireModels(deps);
  return inTurn(deps, async () => {
    const row = await rowOf(deps, slot, decision);
    await store.transact(async (tx) => {
      const before = shown(memory.decisions.get(slot));
      const stamp = { updated_by: caller.accountId, updated_at: clock.now() };
      if (!(await records.writeSlot(tx, { ...row, ...stamp }, decision.version))) {
        throw new ProductError('setting.changed_meanwhile');
      }
      await audit.record(tx, { caller, facts, action: 'model.decide', subject: slot, before, after: shown(row) });
    });
    await read(deps);
    settle(deps);
    return overview(deps);
  });
}

async function endProcess(deps: ModelDeskParts, { caller, facts }: StaffAct): Promise<ModelOverview> {
  requireModels(deps).end();
  await deps.store.transact((tx) => deps.audit.record(tx, { caller, facts, action: 'model.end', subject: 'models' }));
  return overview(deps);
}

/** Waits for what is being tried; nothing new is begun. */
async function close({ memory }: ModelDeskParts): Promise<void> {
  memory.isClosed = true;
  await memory.lately;
}

function inTurn<T>(deps: ModelDeskParts, work: () => Promise<T>): Promise<T> {
  const turn = deps.memory.lately.then(work, work);
  deps.memory.lately = turn.catch(() => undefined);
  return turn;
}

async function read(deps: ModelDeskParts): Promise<void> {
  const { store, memory } = deps;
  memory.decisions = new Map((await records.allSlots(store.db)).map((row) => [row.slot, row]));
  memory.trials = new Map((await records.allTrials(store.db)).map((row) => [row.id, row]));
}

/** Puts into every slot what belongs there now. */
function settle(deps: ModelDeskParts): void {
  const { models, memory } = deps;
  memory.choices = new Map(modelSlotIds.map((slot) => [slot, chooseModel(slot, memory.decisions.get(slot), memory)]));
  const used = [...memory.choices].flatMap(([slot, { model }]) => (model ? [[slot, model] as const] : []));
  models?.use(Object.fromEntries(used));
}

async function tryOut(deps: ModelDeskParts, file: ModelFile, candidate: ModelCandidate): Promise<TrialRow> {
  const { models, clock, store, memory } = deps;
  const { fault = '', ms } = await models!.test(modelOf(file, candidate));
  const row = { id: trialKey(memory.files, file, candidate), fault, ms, tried_at: clock.now() };
  await records.writeTrial(store.db, row);
  memory.trials.set(row.id, row);
  return row;
}

/** Looks into the folder and tries what could work by itself and was not tried yet. */
async function scanFolder(deps: ModelDeskParts): Promise<void> {
  const { models, memory } = deps;
  if (!models) return;
  memory.files = await models.scan();
  await read(deps);
  for (const slot of modelSlotIds) {
    const decided = memory.decisions.get(slot);
    if (decided?.mode === 'builtIn') continue;
    const chosen = memory.files.find(({ name }) => decided?.mode === 'file' && name === decided.file);
    for (const file of decided?.mode === 'file' ? (chosen ? [chosen] : []) : automaticFiles(memory.files, slot)) {
      const candidate = candidateOf(file, slot, decided?.adapter);
      if (memory.isClosed || !candidate || memory.trials.has(trialKey(memory.files, file, candidate))) continue;
      await tryOut(deps, file, candidate);
    }
  }
  settle(deps);
}

function view(deps: ModelDeskParts, file: ModelFile): ModelFileView {
  const { modelCatalogue, memory } = deps;
  const used = [...memory.choices].find(([, choice]) => choice.file?.name === file.name);
  const candidate = candidateOf(file, used?.[0], used?.[1].model?.adapter);
  const trial = candidate && memory.trials.get(trialKey(memory.files, file, candidate));
  const { name, label, bytes, sha256, licence, use, fault } = file;
  const isUndecided = candidate === undefined;
  const state = stateOf(file, { isUsed: used !== undefined, isUndecided, hasFailed: Boolean(trial?.fault) });
  return {
    ...{ id: idOf(name), name, label, bytes, sha256, licence, use, state, knownBy: file.knownBy ?? null },
    ...{ slot: candidate?.slot ?? null, adapter: candidate?.adapter ?? null },
    fault: fault ?? trial?.fault ?? '',
    candidates: file.candidates.map(({ slot, adapter }) => ({
      ...{ slot, adapter, label: modelCatalogue.familyOf(slot, adapter) },
    })),
    ...{ trialMs: trial?.ms ?? null, triedAt: trial?.tried_at ?? null },
  };
}

function stateOf(
  { isDecoder, fault }: ModelFile,
  { isUsed, isUndecided, hasFailed }: { isUsed: boolean; isUndecided: boolean; hasFailed: boolean },
): ModelFileView['state'] {
  if (isDecoder) return 'part';
  if (fault !== undefined) return 'broken';
  if (isUsed) return 'used';
  if (isUndecided) return 'undecided';
  return hasFailed ? 'failed' : 'ready';
}

function slotView(deps: ModelDeskParts, slot: ModelSlotId): ModelSlotView {
  const { modelCatalogue, memory } = deps;
  const { file, fault = '' } = memory.choices.get(slot) ?? {};
  const decided = memory.decisions.get(slot);
  return {
    ...{ slot, mode: decided?.mode ?? 'automatic', fault, version: decided?.version ?? 0 },
    used: file ? { fileId: idOf(file.name), label: file.label } : null,
    known: modelCatalogue.known
      .filter((known) => known.slot === slot)
      .map(({ label, licence, use, source, ...known }) => ({
        ...{ label, licence, use, source, file: known.file },
        ...{ pair: known.pair ?? null, bytes: known.bytes ?? null, sha256: known.sha256 ?? null },
      })),
  };
}

function overview(deps: ModelDeskParts): ModelOverview {
  const { models, memory } = deps;
  const state = models?.state();
  const nameOf = (path: string) =>
    memory.files.find(({ file }) => file === path)?.name ?? path.split(/[\\/]/).at(-1) ?? '';
  const running = state?.process;
  return {
    ...{ isOff: !models, runtime: state?.runtime ?? null, mostMemory: Math.round(state?.mostMemory ?? 0) },
    process: running
      ? {
          ...{ memory: running.memory, startedAt: running.startedAt, loaded: running.loaded.map(nameOf) },
          running: running.running ? nameOf(running.running) : null,
        }
      : null,
    breakdowns: (state?.breakdowns ?? []).map(({ at, why, file }) => ({ at, why, file: file ? nameOf(file) : null })),
    slots: modelSlotIds.map((slot) => slotView(deps, slot)),
  };
}

function mustFind(deps: ModelDeskParts, id: string): ModelFile {
  const file = deps.memory.files.find(({ name }) => idOf(name) === id);
  if (!file) throw new ProductError('model.not_found');
  return file;
}

function requireModels(deps: ModelDeskDeps): Models {
  if (!deps.models) throw new ProductError('model.off');
  return deps.models;
}

/** Row for a decision, once the file has passed its trial. */
async function rowOf(deps: ModelDeskParts, slot: ModelSlotId, decision: SlotDecision) {
  const { mode, fileId, adapter, isLicenceAccepted } = decision;
  if (mode !== 'file') return { slot, mode, file: '', adapter: '' };
  const file = mustFind(deps, fileId ?? '');
  const candidate = candidateOf(file, slot, adapter);
  if (!candidate || file.fault !== undefined) throw new ProductError('model.unfit');
  if (file.use !== 'commercial' && !isLicenceAccepted) throw new ProductError('model.licence');
  const trial =
    deps.memory.trials.get(trialKey(deps.memory.files, file, candidate)) ?? (await tryOut(deps, file, candidate));
  if (trial.fault) throw new ProductError('model.failed', { fill: { sentence: trial.fault } });
  return { slot, mode, file: file.name, adapter: candidate.adapter };
}

const shown = (row: Pick<SlotRow, 'mode' | 'file' | 'adapter'> | undefined) => {
  return { mode: row?.mode ?? 'automatic', file: row?.file ?? '', adapter: row?.adapter ?? '' };
};

/** A file's id: its place in the folder, which stays when its content changes. */
const idOf = (name: string) => createHash('sha256').update(name).digest('hex').slice(0, 16);
