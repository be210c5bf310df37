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
import type { RequestFacts, StaffCaller } from '../../base/caller.ts';
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

/** What staff decide of a slot. */
export interface SlotDecision {
  mode: SlotRow['mode'];
  fileId?: string | undefined;
  adapter?: string | undefined;
  isLicenceAccepted: boolean;
  version: number;
}

export interface ModelDeed {
  caller: StaffCaller;
  facts: RequestFacts;
}

export type ModelDesk = ReturnType<typeof createModelDesk>;

const trialsAMinute = 10;

/** Files of operators: what they are, which of them works in which slot, and how they did when they were tried. */
export function createModelDesk({ store, clock, audit, models, modelCatalogue }: ModelDeskDeps) {
  const { db, transact } = store;
  const counter = createCounter({ store, clock, windowMs: minute, most: trialsAMinute });
  let files: readonly ModelFile[] = [];
  let decisions = new Map<ModelSlotId, SlotRow>();
  let trials = new Map<string, TrialRow>();
  let choices = new Map<ModelSlotId, SlotChoice>();
  /** Trials and scans come one after the other. */
  let lately: Promise<unknown> = Promise.resolve();
  let isClosed = false;

  function inTurn<T>(work: () => Promise<T>): Promise<T> {
    const turn = lately.then(work, work);
    lately = turn.catch(() => undefined);
    return turn;
  }

  async function read(): Promise<void> {
    decisions = new Map((await records.allSlots(db)).map((row) => [row.slot, row]));
    trials = new Map((await records.allTrials(db)).map((row) => [row.id, row]));
  }

  /** Puts into every slot what belongs there now. */
  function settle(): void {
    choices = new Map(modelSlotIds.map((slot) => [slot, chooseModel(slot, decisions.get(slot), { files, trials })]));
    const used = [...choices].flatMap(([slot, { model }]) => (model ? [[slot, model] as const] : []));
    models?.use(Object.fromEntries(used));
  }

  store.whenEmptied(() => inTurn(scan));

  async function tryOut(file: ModelFile, candidate: ModelCandidate): Promise<TrialRow> {
    const { fault = '', ms } = await models!.test(modelOf(file, candidate));
    const row = { id: trialKey(files, file, candidate), fault, ms, tried_at: clock.now() };
    await records.writeTrial(db, row);
    trials.set(row.id, row);
    return row;
  }

  /** Looks into the folder and tries what could work by itself and was not tried yet. */
  async function scan(): Promise<void> {
    if (!models) return;
    files = await models.scan();
    await read();
    for (const slot of modelSlotIds) {
      const decided = decisions.get(slot);
      if (decided?.mode === 'builtIn') continue;
      const chosen = files.find(({ name }) => decided?.mode === 'file' && name === decided.file);
      for (const file of decided?.mode === 'file' ? (chosen ? [chosen] : []) : automaticFiles(files, slot)) {
        const candidate = candidateOf(file, slot, decided?.adapter);
        if (isClosed || !candidate || trials.has(trialKey(files, file, candidate))) continue;
        await tryOut(file, candidate);
      }
    }
    settle();
  }

  function view(file: ModelFile): ModelFileView {
    const used = [...choices].find(([, choice]) => choice.file?.name === file.name);
    const candidate = candidateOf(file, used?.[0], used?.[1].model?.adapter);
    const trial = candidate && trials.get(trialKey(files, file, candidate));
    const { name, label, bytes, sha256, licence, use, fault } = file;
    const state = file.isDecoder
      ? 'part'
      : fault !== undefined
        ? 'broken'
        : used
          ? 'used'
          : !candidate
            ? 'undecided'
            : trial?.fault
              ? 'failed'
              : 'ready';
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

  function slotView(slot: ModelSlotId): ModelSlotView {
    const { file, fault = '' } = choices.get(slot) ?? {};
    const decided = decisions.get(slot);
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

  function overview(): ModelOverview {
    const state = models?.state();
    const nameOf = (path: string) => files.find(({ file }) => file === path)?.name ?? path.split(/[\\/]/).at(-1) ?? '';
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
      slots: modelSlotIds.map(slotView),
    };
  }

  function mustFind(id: string): ModelFile {
    const file = files.find(({ name }) => idOf(name) === id);
    if (!file) throw new ProductError('model.not_found');
    return file;
  }

  function requireModels(): Models {
    if (!models) throw new ProductError('model.off');
    return models;
  }

  /** What a decision writes, once the file has passed. */
  async function rowOf(slot: ModelSlotId, decision: SlotDecision) {
    const { mode, fileId, adapter, isLicenceAccepted } = decision;
    if (mode !== 'file') return { slot, mode, file: '', adapter: '' };
    const file = mustFind(fileId ?? '');
    const candidate = candidateOf(file, slot, adapter);
    if (!candidate || file.fault !== undefined) throw new ProductError('model.unfit');
    if (file.use !== 'commercial' && !isLicenceAccepted) throw new ProductError('model.licence');
    const trial = trials.get(trialKey(files, file, candidate)) ?? (await tryOut(file, candidate));
    if (trial.fault) throw new ProductError('model.failed', { fill: { sentence: trial.fault } });
    return { slot, mode, file: file.name, adapter: candidate.adapter };
  }

  return {
    list: { all: async () => files.map(view), idOf: ({ id }: ModelFileView) => id },
    overview,
    /** Looks into the folder in the background; called once, at start. */
    start: () => void inTurn(scan),
    /** Resolves when nothing is being scanned or tried. */
    idle: () => lately,

    async scan({ caller, facts }: ModelDeed): Promise<ModelOverview> {
      requireModels().forgive();
      await inTurn(scan);
      await transact((tx) => audit.record(tx, { caller, facts, action: 'model.scan', subject: 'models' }));
      return overview();
    },

    /** Tries a file; a failure is an answer. */
    async test(staffId: string, id: string, as: { slot?: string | undefined; adapter?: string | undefined }) {
      requireModels();
      const file = mustFind(id);
      const candidate = candidateOf(file, as.slot, as.adapter);
      if (!candidate || file.fault !== undefined) throw new ProductError('model.unfit');
      counter.count(staffId);
      const { fault, ms } = await inTurn(() => tryOut(file, candidate));
      settle();
      return { isOk: fault === '', ms, sentence: fault || '试运行通过。' };
    },

    /** Decides what works in a slot, from the next job on. */
    async decide({ caller, facts }: ModelDeed, slot: ModelSlotId, decision: SlotDecision): Promise<ModelOverview> {
      requireModels();
      return inTurn(async () => {
        const row = await rowOf(slot, decision);
        await transact(async (tx) => {
          const before = shown(decisions.get(slot));
          const stamp = { updated_by: caller.accountId, updated_at: clock.now() };
          if (!(await records.writeSlot(tx, { ...row, ...stamp }, decision.version))) {
            throw new ProductError('setting.changed_meanwhile');
          }
          await audit.record(tx, { caller, facts, action: 'model.decide', subject: slot, before, after: shown(row) });
        });
        await read();
        settle();
        return overview();
      });
    },

    async endProcess({ caller, facts }: ModelDeed): Promise<ModelOverview> {
      requireModels().end();
      await transact((tx) => audit.record(tx, { caller, facts, action: 'model.end', subject: 'models' }));
      return overview();
    },

    /** Waits for what is being tried; nothing new is begun. */
    async close(): Promise<void> {
      isClosed = true;
      await lately;
    },
  };
}

const shown = (row: Pick<SlotRow, 'mode' | 'file' | 'adapter'> | undefined) => {
  return { mode: row?.mode ?? 'automatic', file: row?.file ?? '', adapter: row?.adapter ?? '' };
};

/** A file's id: its place in the folder, which stays when its content changes. */
const idOf = (name: string) => createHash('sha256').update(name).digest('hex').slice(0, 16);
