import type { ConnectedEngine, EngineParts, ShownEngine } from '#shared/contract/connected-engine-desk';
import type { EngineHealth, EngineTest } from '#shared/contract/engine-desk';
import type { PendingChange } from '#shared/contract/pending-change';
import { engineLabels } from '#shared/domain/console-words';
import { formatMoney } from '#shared/domain/format';
import { minute } from '#shared/domain/time';
import { ProductError } from '#shared/errors';
import type { RenderEngine } from '../../../adapters/render/port.ts';
import { withDeps } from '../../../with-deps.ts';
import type { StaffAct } from '../../base/caller.ts';
import type { ComputedList } from '../../base/console-list.ts';
import { createCounter } from '../../base/limits.ts';
import type { Seal } from '../../base/seal.ts';
import { afterCommit, type Db, type Store } from '../../base/store.ts';
import type { AccountService } from '../../identity/account/account.service.ts';
import type { Reasons } from '../../identity/account/reasons.ts';
import type { RevertContext } from '../../records/audit/change-sets.service.ts';
import type { PendingChanges } from '../../records/pending/pending-change.service.ts';
import {
  plainVerbs,
  type RecordKind,
  storedRows,
  titled,
  type UndoItem,
} from '../../records/record-kit/record-kind.ts';
import { createRecordKit, type RecordDeps, type RecordKit } from '../../records/record-kit/record-kit.ts';
import * as stored from './connected-engine.repository.ts';
import { headersOfRow, toEngine } from './connected-engine-row.ts';
import { tried } from './engine-probes.ts';
import type { EngineRoster, RosterEntry } from './engine-roster.ts';
import type { EngineTerms } from './engine-terms.ts';

/** Settings of an engine that is being set up. */
export type EngineInQuestion = Omit<
  ConnectedEngine,
  'source' | 'isEnabled' | 'keyHeader' | 'hasKey' | 'version' | 'updatedAt' | 'licences'
>;

/** Makes engines of what staff have set up; the wiring knows the adapters. */
export interface EngineConnector {
  /** `headers`: of every request, with the key. */
  open(given: {
    engine: ConnectedEngine;
    headers: Readonly<Record<string, string>>;
    own: ReadonlyMap<string, string>;
  }): RenderEngine;
  termsOf(engine: ConnectedEngine): EngineTerms;
  /** Why settings that are each well-formed do not fit together, by the name of the setting. */
  faultsOf(engine: EngineInQuestion, own: ReadonlyMap<string, string>): Array<{ field: string; sentence: string }>;
  /** The last check of an engine as it is set up now, and the methods of its settings. */
  checkOf(
    engine: ConnectedEngine,
    own: ReadonlyMap<string, string>,
  ): Promise<{ checkedAt: number | null; passed: ReadonlySet<string>; methods: string[] }>;
  /** Adapters, and all graphs: those that are shipped, then the operator's own. */
  partsWith(own: ReadonlyMap<string, string>): {
    adapters: EngineParts['adapters'];
    graphs: Array<Omit<EngineParts['graphs'][number], 'own'>>;
  };
  /** Reads a graph of the operator's own, or tells all that is wrong with it. */
  readGraph(given: unknown): { id: string } | { faults: string[] };
  isLicence(id: string): boolean;
  /** Engines of the operator's file. */
  ofFile: readonly ConnectedEngine[];
}

export interface ConnectedEngineDeps extends RecordDeps {
  store: Store;
  pending: PendingChanges;
  reasons: Reasons;
  accounts: Pick<AccountService, 'namesOf'>;
  seal: Seal;
  connector: EngineConnector;
  roster: EngineRoster;
  /** Engines that take part, live. */
  engines: readonly RenderEngine[];
  /** Health of the engines that take part, by name. */
  healthOf(): Promise<ReadonlyMap<string, Pick<EngineHealth, 'state' | 'detail'>>>;
  /** Called after the engines that take part have changed. */
  onChanged(): void;
}

type Field = Exclude<keyof ConnectedEngine, 'id' | 'source' | 'keyHeader' | 'hasKey' | 'version' | 'updatedAt'>;
type Settings = Pick<ConnectedEngine, Field>;
export type EngineDraft = Omit<Settings, 'isEnabled' | 'licences'> & { name: string };
export type EnginePatch = { [F in Exclude<Field, 'adapter' | 'licences'>]?: Settings[F] | undefined } & {
  version: number;
  reason?: string | undefined;
};

const json = (value: unknown) => JSON.stringify(value);
/** The same text for the same options. */
const optionsText = (options: Settings['options']) =>
  json(Object.fromEntries(Object.entries(options).toSorted(([one], [other]) => (one < other ? -1 : 1))));
const columns = {
  title: 'title',
  adapter: 'adapter',
  options: (options: Settings['options']) => ({ options: optionsText(options) }),
  address: 'address',
  licences: (licences: Settings['licences']) => ({ licences: json(licences) }),
  graphs: (graphs: Settings['graphs']) => ({ graphs: json(graphs) }),
  models: (models: Settings['models']) => ({ models: json(models) }),
  tools: (tools: Settings['tools']) => ({ tools: json(tools) }),
  priceFactor: 'price_factor',
  laneSize: 'lane_size',
  timeLimitSeconds: 'time_limit_seconds',
  budget: (budget: Settings['budget']) => ({ budget: json(budget) }),
  plans: (plans: Settings['plans']) => ({ plans: json(plans) }),
  leavesHouse: 'leaves_house',
  isEnabled: 'is_enabled',
} as const;

type Verb = keyof typeof plainVerbs | 'key' | 'licence';

interface Parts extends ConnectedEngineDeps {
  kit: RecordKit<'connected_engine', ConnectedEngine, Settings, Verb>;
  probes: ReturnType<typeof createCounter>;
}

const kindOf = (parts: () => Parts): RecordKind<'connected_engine', ConnectedEngine, Field, Verb> => ({
  resource: 'connectedEngine',
  source: { table: 'connected_engine', columns: {} },
  columns,
  rows: async (db, ids) => (await storedRows(db, 'connected_engine', ids)).map(toEngine),
  missing: 'engine.not_connected',
  stale: 'engine.changed_meanwhile',
  titleOf: titled('外接引擎', { ...plainVerbs, key: '替换密钥：', licence: '确认许可：' }, ({ title }) => title),
  isStamped: true,
  changed: (tx) => takeUp(parts(), tx),
  undo: { revert: (tx, item, context) => putBack(parts(), tx, item, context) },
});

export type ConnectedEngineDesk = ReturnType<typeof createConnectedEngineDesk>;

const probesAMinute = 10;

/**
 * Engines that staff connect, change and switch on without a restart. New tasks go by the new settings; runs under way
 * end on the engine they began on. What may cost more money needs a second person; keys are sealed and never told.
 */
export function createConnectedEngineDesk(deps: ConnectedEngineDeps) {
  const { store, clock } = deps;
  const kit = createRecordKit(
    deps,
    kindOf(() => parts),
  );
  const probes = createCounter({ store, clock, windowMs: minute, most: probesAMinute });
  const parts: Parts = { ...deps, kit, probes };
  deps.pending.register<EnginePatch>('engine', {
    async carryOut(tx, { subject, version, change, reason }, decision) {
      const before = await kit.mustFind(tx, subject);
      if (before.version !== version) throw new ProductError('pending.stale');
      await carryOut(parts, tx, decision, before, { ...change, reason });
      return undefined;
    },
  });
  return {
    ...withDeps(parts, { create, update, replaceKey, confirmLicence, remove, test, find, titles, takeUp }),
    parts: () => partsOf(parts),
    list: { all: () => all(parts), idOf: ({ id }) => id } satisfies ComputedList<ShownEngine>,
    /** Takes up the engines that are switched on; for a start. */
    load: () => store.transact((tx) => takeUp(parts, tx)),
  };
}

const all = async (parts: Parts): Promise<ShownEngine[]> =>
  shown(parts, [...parts.connector.ofFile, ...(await stored.allConnected(parts.store.db)).map(toEngine)]);

/** Engines with their present health and their last check. */
async function shown(
  { store, connector, engines, healthOf }: Parts,
  given: readonly ConnectedEngine[],
): Promise<ShownEngine[]> {
  const health = await healthOf();
  const own = await stored.ownGraphs(store.db);
  return Promise.all(
    given.map(async (engine) => {
      const present = engines.find(({ name }) => name === engine.id);
      const { checkedAt, passed, methods } = await connector.checkOf(engine, own);
      const used = present ? (await present.describe()).tools.map(({ algorithm }) => algorithm) : methods;
      const untested = [...new Set(used)].filter((method) => !passed.has(method));
      const { state = 'off', detail = '' } = health.get(engine.id) ?? {};
      return { ...engine, state, detail, checkedAt, untested };
    }),
  );
}

/** Throws `engine.not_connected`. */
async function find(parts: Parts, id: string): Promise<ShownEngine> {
  const ofFile = parts.connector.ofFile.find((engine) => engine.id === id);
  const [engine] = await shown(parts, [ofFile ?? (await parts.kit.mustFind(parts.store.db, id))]);
  return engine!;
}

/** Things that engines can be set up with; graphs of the operator's own with their versions and the engines that name them. */
async function partsOf({ connector, store }: Parts): Promise<EngineParts> {
  const [rows, versions, engines] = await Promise.all([
    stored.allGraphs(store.db),
    stored.graphVersions(store.db),
    stored.allConnected(store.db),
  ]);
  const { adapters, graphs } = connector.partsWith(new Map(rows.map(({ id, content }) => [id, content])));
  const ownOf = (id: string): EngineParts['graphs'][number]['own'] => {
    const row = rows.find((each) => each.id === id);
    if (!row) return null;
    const kept = versions.filter((each) => each.graph_id === id);
    return {
      ...{ version: row.version, updatedAt: row.updated_at },
      versions: kept.map(({ version, created_at: at }) => ({ version, at })),
      usedBy: stored.usersOf(engines, id).map(({ title }) => title),
    };
  };
  return { adapters, graphs: graphs.map((graph) => ({ ...graph, own: ownOf(graph.id) })) };
}

/** Titles of all engines by name: those of the product, those of the file and those of the console, on or off. */
async function titles({ connector, store }: Parts): Promise<ReadonlyMap<string, string>> {
  const connected = [...connector.ofFile, ...(await stored.allConnected(store.db))];
  return new Map([...Object.entries(engineLabels), ...connected.map(({ id, title }) => [id, title] as const)]);
}

/** Connects an engine that is switched off. Throws `engine.taken`, `engine.invalid`. */
async function create(parts: Parts, act: StaffAct, { name, ...settings }: EngineDraft): Promise<ConnectedEngine> {
  return parts.store.transact(async (tx) => {
    await requireFree(parts, tx, { id: name, title: settings.title });
    await requireFitting(parts, tx, { ...settings, id: name });
    return parts.kit.create(tx, act, { ...settings, licences: [], isEnabled: false }, { id: name });
  });
}

/**
 * Changes an engine; what may cost more money waits for a second person. Throws `engine.not_connected`,
 * `engine.changed_meanwhile`, `engine.taken`, `engine.invalid`.
 */
async function update(
  parts: Parts,
  act: StaffAct,
  id: string,
  { reason: said, ...asked }: EnginePatch,
): Promise<ConnectedEngine & { pendingChange?: PendingChange }> {
  const { store, kit, pending, reasons } = parts;
  const change = store.transact(async (tx) => {
    const before = await kit.mustFind(tx, id);
    if (before.version !== asked.version) throw new ProductError('engine.changed_meanwhile');
    const after = withPatch(before, asked);
    await requireFree(parts, tx, after, id);
    await requireFitting(parts, tx, after);
    if (!isDearer(before, after) || !(await pending.isNeeded(tx, act.caller)))
      return carryOut(parts, tx, act, before, { ...asked, reason: said });
    const reason = await reasons.require(tx, act.caller, said);
    const { title, version } = before;
    const held = { kind: 'engine', subject: id, title, version, change: asked, reason } as const;
    return { ...before, pendingChange: await pending.hold(tx, act, { ...held, shown: shownFields(before, after) }) };
  });
  return change.catch(async (error: unknown) => {
    // The record with health and checks is read after the transaction: those come from tables as well.
    if (!(error instanceof ProductError && error.reason === 'engine.changed_meanwhile')) throw error;
    throw new ProductError('engine.changed_meanwhile', { beside: { current: await find(parts, id) } });
  });
}

/** A key belongs to its address: with another one it is taken away. */
async function carryOut(
  { kit }: Parts,
  tx: Db,
  act: StaffAct,
  before: ConnectedEngine,
  { version, reason, ...fields }: EnginePatch,
): Promise<ConnectedEngine> {
  if (fields.address !== undefined && fields.address !== before.address)
    await kit.write(tx, before.id, {}, { sealed_key: null });
  return kit.change(tx, act, before.id, { version, fields, reason });
}

/** Replaces the key, or takes it away. It cannot be undone: the former one is not kept. */
async function replaceKey(
  { store, kit, seal }: Parts,
  act: StaffAct,
  id: string,
  { keyHeader, engineKey, version }: { keyHeader: string; engineKey: string | null; version: number },
): Promise<ConnectedEngine> {
  return store.transact(async (tx) => {
    const before = await kit.mustFind(tx, id);
    await kit.takeVersion(tx, before, version);
    const sealed = engineKey === null ? null : seal.seal(engineKey);
    await kit.write(tx, id, {}, { key_header: keyHeader, sealed_key: sealed });
    const after = await kit.mustFind(tx, id);
    await kit.audit(tx, act, 'key', { before, after });
    return after;
  });
}

/** Notes who has confirmed the licence of a graph and when, or takes it back. Throws `engine.invalid`. */
async function confirmLicence(
  { store, kit, connector, accounts, clock }: Parts,
  act: StaffAct,
  id: string,
  { licence, isConfirmed, version }: { licence: string; isConfirmed: boolean; version: number },
): Promise<ConnectedEngine> {
  if (!connector.isLicence(licence))
    throw new ProductError('engine.invalid', { fill: { sentence: '没有需要这样确认的许可' } });
  const { accountId } = act.caller;
  const by = (await accounts.namesOf([accountId])).get(accountId) ?? null;
  return store.transact(async (tx) => {
    const before = await kit.mustFind(tx, id);
    const others = before.licences.filter((each) => each.id !== licence);
    const licences = isConfirmed ? [...others, { id: licence, by, at: clock.now() }] : others;
    return kit.change(tx, act, id, { verb: 'licence', version, fields: { licences } });
  });
}

/** Throws `engine.in_use` while tasks wait for it or run on it. */
async function remove({ store, kit }: Parts, act: StaffAct, id: string, version?: number): Promise<ConnectedEngine> {
  return store.transact(async (tx) => {
    if (await stored.hasTasks(tx, id)) throw new ProductError('engine.in_use');
    return kit.remove(tx, act, id, version);
  });
}

/** Tries an engine by its saved settings, also one that is switched off. */
async function test(parts: Parts, staffId: string, id: string): Promise<EngineTest> {
  const { store, kit, connector, probes } = parts;
  const found = await kit.mustFind(store.db, id);
  probes.count(staffId);
  const headers = await headersOf(parts, store.db, id);
  const engine = connector.open({ engine: found, headers, own: await stored.ownGraphs(store.db) });
  try {
    return await tried(engine.probe.run);
  } finally {
    await engine.close();
  }
}

/** Makes the engines that are switched on take part after the commit. */
async function takeUp(parts: Parts, tx: Db): Promise<void> {
  const { connector, roster, onChanged } = parts;
  const entries: RosterEntry[] = [];
  const own = await stored.ownGraphs(tx);
  for (const row of await stored.allConnected(tx)) {
    if (row.is_enabled === 0) continue;
    const engine = toEngine(row);
    const headers = headersOfRow(parts.seal, row);
    entries.push({
      name: row.id,
      definition: JSON.stringify([engine, headers, engine.graphs?.map((id) => own.get(id))]),
      terms: connector.termsOf(engine),
      open: () => connector.open({ engine, headers, own }),
    });
  }
  afterCommit(tx, () => {
    roster.replace(entries);
    onChanged();
  });
}

async function putBack(
  parts: Parts,
  tx: Db,
  { id, before }: UndoItem<Settings>,
  { caller }: RevertContext,
): Promise<void> {
  const { kit, pending, clock } = parts;
  const present = await kit.find(tx, id);
  if (!before) {
    if (await stored.hasTasks(tx, id)) throw new ProductError('engine.in_use');
    return stored.removeConnected(tx, id);
  }
  if (!present) {
    // It comes back switched off and without its key, which is not kept.
    await requireFree(parts, tx, { id, title: before.title });
    await kit.insert(tx, { ...before, isEnabled: false }, { id, updated_at: clock.now() });
    return;
  }
  if (isDearer(present, before)) await pending.refuseUndo(tx, caller);
  await kit.takeVersion(tx, present, present.version);
  if (before.address !== present.address) await kit.write(tx, id, {}, { sealed_key: null });
  await kit.write(tx, id, before);
}

/** Throws `engine.taken` where another engine has the name or the title. */
async function requireFree(
  parts: Parts,
  tx: Db,
  { id, title }: Pick<ConnectedEngine, 'id' | 'title'>,
  ownId?: string,
): Promise<void> {
  const others = [...parts.connector.ofFile, ...(await stored.allConnected(tx))].filter((other) => other.id !== ownId);
  const isTaken = (fields: Record<string, string[]>) => new ProductError('engine.taken', { fields });
  if (others.some((other) => other.id === id)) throw isTaken({ name: ['已有这个名称的引擎'] });
  if (others.some((other) => other.title === title)) throw isTaken({ title: ['已有引擎叫这个名字，用户会分不清'] });
}

/** Throws `engine.invalid` where settings do not fit together. */
async function requireFitting({ connector }: Parts, tx: Db, engine: EngineInQuestion): Promise<void> {
  const faults = connector.faultsOf(engine, await stored.ownGraphs(tx));
  const [first] = faults;
  if (!first) return;
  const fields = Object.fromEntries(
    Object.entries(Object.groupBy(faults, ({ field }) => field)).map(([field, found = []]) => [
      field,
      found.map(({ sentence }) => sentence),
    ]),
  );
  throw new ProductError('engine.invalid', { fill: { sentence: first.sentence }, fields });
}

function withPatch(before: ConnectedEngine, patch: Omit<EnginePatch, 'version' | 'reason'>): ConnectedEngine {
  const given = Object.entries(patch).filter(([name, value]) => value !== undefined && name in columns);
  return { ...before, ...Object.fromEntries(given) };
}

/** Returns true when a change may cost the operator more, or sends pictures and key elsewhere. */
function isDearer(before: Settings, after: Settings): boolean {
  if (!after.isEnabled) return false;
  return (
    !before.isEnabled ||
    after.address !== before.address ||
    after.priceFactor < before.priceFactor ||
    optionsText(after.options) !== optionsText(before.options) ||
    (before.leavesHouse && !after.leavesHouse) ||
    isLooser(before.budget, after.budget)
  );
}

function isLooser(before: Settings['budget'], after: Settings['budget']): boolean {
  if (!before || !after) return before !== null;
  const most = (limit: number | undefined) => limit ?? Number.POSITIVE_INFINITY;
  return (
    after.perRunFen < before.perRunFen ||
    most(after.dayFen) > most(before.dayFen) ||
    most(after.monthFen) > most(before.monthFen)
  );
}

/** Fields that the approver sees. */
function shownFields(before: ConnectedEngine, after: ConnectedEngine): PendingChange['fields'] {
  const onOff = (isOn: boolean) => (isOn ? '是' : '否');
  const all: PendingChange['fields'] = [
    { name: 'isEnabled', before: onOff(before.isEnabled), after: onOff(after.isEnabled) },
    { name: 'address', before: before.address, after: after.address },
    { name: 'options', before: optionWords(before.options), after: optionWords(after.options) },
    { name: 'priceFactor', before: String(before.priceFactor), after: String(after.priceFactor) },
    { name: 'budget', before: budgetWords(before.budget), after: budgetWords(after.budget) },
    { name: 'leavesHouse', before: onOff(before.leavesHouse), after: onOff(after.leavesHouse) },
  ];
  // Whoever switches an engine on is answerable for all of it.
  return all.filter((field) => field.before !== field.after || !before.isEnabled);
}

const optionWords = (options: Settings['options']): string =>
  Object.entries(options)
    .map(([name, value]) => `${name} ${[value].flat().join(' ')}`)
    .join('，') || '默认';

function budgetWords(budget: Settings['budget']): string {
  if (!budget) return '不限';
  const limit = (words: string, fen: number | undefined) => (fen === undefined ? '' : `，${words} ${formatMoney(fen)}`);
  return `每次 ${formatMoney(budget.perRunFen)}${limit('每天', budget.dayFen)}${limit('每月', budget.monthFen)}`;
}

async function headersOf(parts: Parts, db: Db, id: string): Promise<Record<string, string>> {
  const row = (await stored.allConnected(db)).find((each) => each.id === id);
  return row ? headersOfRow(parts.seal, row) : {};
}
