import { isDeepStrictEqual } from 'node:util';
import type { PendingChange } from '#shared/contract/pending-change';
import type { Setting, SettingValue } from '#shared/contract/setting-desk';
import { ProductError } from '#shared/errors';
import type { Clock } from '../../../adapters/clock/port.ts';
import { withDeps } from '../../../with-deps.ts';
import type { RequestFacts, StaffCaller } from '../../base/caller.ts';
import { afterCommit, type Db, type Store } from '../../base/store.ts';
import type { AuditService } from '../audit/audit.service.ts';
import type { ChangeSets } from '../audit/change-sets.service.ts';
import type { PendingChanges } from '../pending/pending-change.service.ts';
import * as settings from './setting.repository.ts';
import {
  engineSettingOf,
  type LimitName,
  limitSettingOf,
  refusedWordsSetting,
  type SettingSpec,
} from './setting-specs.ts';

/** A setting of the environment, which only a start reads. */
export interface EnvironmentSetting {
  variable: string;
  help: string;
  /** Kind of service it belongs to, e.g. `sms`; undefined for the server's own settings. */
  service: string | undefined;
  /** Masked where it is a secret. */
  shown: string;
  usual: string;
  source: 'default' | 'environment' | 'file';
  isSecret: boolean;
}

export interface SettingDeps {
  store: Store;
  clock: Clock;
  audit: AuditService;
  changeSets: ChangeSets;
  pending: PendingChanges;
  specs: readonly SettingSpec[];
  environment: readonly EnvironmentSetting[];
  /** Engines that can run a tool now, the default first. */
  engineChoices: (tool: string) => Promise<Setting['choices']>;
}

export type SettingService = ReturnType<typeof createSettingService>;

const mostShown = 60;

interface Change {
  value: SettingValue;
}

interface SettingParts extends SettingDeps {
  byId: Map<string, SettingSpec>;
  write: (tx: Db, id: string, value: SettingValue, by: string) => Promise<void>;
  currentOf: (id: string) => SettingValue;
}

/**
 * Settings of staff over those of the environment and the defaults. They are kept in memory, and change with the
 * commit.
 */
export function createSettingService(deps: SettingDeps) {
  const { store, clock, changeSets, pending, specs } = deps;
  const byId = new Map(specs.map((spec) => [spec.id, spec]));
  let chosen = new Map<string, SettingValue>();
  const currentOf = (id: string): SettingValue => chosen.get(id) ?? byId.get(id)?.usual ?? null;
  async function load(): Promise<void> {
    const rows = await settings.allSettings(store.db);
    chosen = new Map(rows.flatMap((row) => (row.chosen === null ? [] : [[row.id, read(row.chosen)] as const])));
  }
  store.whenEmptied(load);
  async function write(tx: Db, id: string, value: SettingValue, by: string): Promise<void> {
    const stored = value === null ? null : JSON.stringify(value);
    await settings.writeSetting(tx, { id, chosen: stored, updated_by: by, updated_at: clock.now() });
    afterCommit(tx, () => {
      if (value === null) chosen.delete(id);
      else chosen.set(id, value);
    });
  }
  changeSets.register('setting', {
    now: async (tx, id) => ({ value: read((await settings.findSetting(tx, id))?.chosen) }),
    async revert(tx, { id, before }, { caller }) {
      const value = (before?.value ?? null) as SettingValue;
      const spec = byId.get(id);
      if (spec && isLooser(spec, value, currentOf(id))) await pending.refuseUndo(tx, caller);
      await write(tx, id, value, caller.accountId);
    },
  });
  pending.register<Change>('setting', {
    async carryOut(tx, { subject, version, change, reason }, decision) {
      const spec = byId.get(subject);
      const row = await settings.findSetting(tx, subject);
      if (!spec || (row?.version ?? 0) !== version) throw new ProductError('pending.stale');
      await carryOut(parts, tx, decision, spec, change, reason);
      return undefined;
    },
  });
  const parts: SettingParts = { ...deps, byId, write, currentOf };
  return {
    ...withDeps(parts, { engineOf, refusedWords, change }),
    load,
    /** A limit as it is set now. */
    limit: (name: LimitName): number => Number(currentOf(limitSettingOf(name))),
    list: { all: () => all(deps), idOf: ({ id }: Setting) => id, isFound: isMeant },
    find: (id: string) => find(parts, store.db, id),
  };
}

/** The engine that staff have chosen for a tool; undefined where they leave it to the order of the engines. */
function engineOf({ currentOf }: SettingParts, tool: string): string | undefined {
  const name = currentOf(engineSettingOf(tool));
  return typeof name === 'string' ? name : undefined;
}

function refusedWords({ currentOf }: SettingParts): readonly string[] {
  const words = currentOf(refusedWordsSetting);
  return Array.isArray(words) ? words : [];
}

/**
 * Changes a setting with the commit; a looser value needs approval. Throws `setting.read_only`, `setting.invalid`,
 * `setting.changed_meanwhile`.
 */
async function change(
  deps: SettingParts,
  caller: StaffCaller,
  id: string,
  { value: wanted, version, reason }: { value: SettingValue; version: number; reason: string },
  facts: RequestFacts,
): Promise<Setting & { pendingChange?: PendingChange }> {
  const { store, pending, byId, currentOf } = deps;
  const known = await find(deps, store.db, id);
  const spec = byId.get(id);
  if (!spec) throw new ProductError('setting.read_only');
  const value = valueFor(spec, wanted, known.choices);
  return store.transact(async (tx) => {
    const row = await settings.findSetting(tx, id);
    if ((row?.version ?? 0) !== version)
      throw new ProductError('setting.changed_meanwhile', { beside: { current: await find(deps, tx, id) } });
    if (isDeepStrictEqual(read(row?.chosen), value)) return find(deps, tx, id);
    if (isLooser(spec, value, currentOf(id)) && (await pending.isNeeded(tx, caller))) {
      const words = (each: SettingValue) => shownOf(each ?? spec.usual, known.choices, spec.unit ?? '');
      const shown = [{ name: 'value' as const, before: words(currentOf(id)), after: words(value) }];
      const asked = { kind: 'setting', subject: id, title: spec.title, version, change: { value }, shown } as const;
      const pendingChange = await pending.hold(tx, { caller, facts }, { ...asked, shown, reason });
      return { ...(await find(deps, tx, id)), pendingChange };
    }
    await carryOut(deps, tx, { caller, facts }, spec, { value }, reason);
    return find(deps, tx, id);
  });
}

const read = (text: string | null | undefined) => (text ? (JSON.parse(text) as SettingValue) : null);

async function describe(deps: SettingDeps, spec: SettingSpec, row: settings.SettingRow | undefined): Promise<Setting> {
  const { id, group, title, help, kind, variable, unit = '', least = null, most = null } = spec;
  const own = read(row?.chosen);
  const value = own ?? spec.usual;
  const choices = kind === 'choice' ? await deps.engineChoices(id.slice(engineSettingOf('').length)) : [];
  const fromOutside = deps.environment.find((each) => each.variable === variable)?.source ?? 'default';
  return {
    ...{ id, group, title, help, kind, value, variable, unit, least, most, choices },
    shown: shownOf(value, choices, unit),
    usual: shownOf(spec.usual, choices, unit),
    source: own === null ? fromOutside : 'console',
    ...{ isEditable: true, isSecret: false, effect: 'now' as const, version: row?.version ?? 0 },
    ...{ updatedBy: row?.updater ?? null, updatedAt: row?.updated_at ?? null },
  };
}

async function all(deps: SettingDeps): Promise<Setting[]> {
  const { store, specs, environment } = deps;
  const rows = new Map((await settings.allSettings(store.db)).map((row) => [row.id, row]));
  const own = await Promise.all(specs.map((spec) => describe(deps, spec, rows.get(spec.id))));
  return [...own, ...environment.map(toReadOnly)];
}

async function find(deps: SettingParts, handle: Db, id: string): Promise<Setting> {
  const spec = deps.byId.get(id);
  if (spec)
    return describe(
      deps,
      spec,
      (await settings.allSettings(handle)).find((row) => row.id === id),
    );
  const outside = deps.environment.find(({ variable }) => variable === id);
  if (!outside) throw new ProductError('setting.not_found');
  return toReadOnly(outside);
}

async function carryOut(
  deps: SettingParts,
  tx: Db,
  { caller, facts }: { caller: StaffCaller; facts: RequestFacts },
  { id, title }: SettingSpec,
  { value }: Change,
  reason: string,
): Promise<void> {
  const { audit, changeSets, write } = deps;
  const before = { value: read((await settings.findSetting(tx, id))?.chosen) };
  const after = { value };
  await write(tx, id, value, caller.accountId);
  await audit.record(tx, { caller, facts, action: 'setting.update', subject: id, before, after, reason });
  const items = [{ resource: 'setting', id, before, after }];
  await changeSets.record(tx, { caller, facts, title: `修改设置「${title}」`, items });
}

/** True when `value` is looser than `than`; false for settings without `looser`. */
function isLooser({ looser, usual }: SettingSpec, value: SettingValue, than: SettingValue): boolean {
  const [next, now] = [Number(value ?? usual), Number(than ?? usual)];
  return looser === 'more' ? next > now : looser === 'less' && next < now;
}

/** The sent value in the form the setting keeps. Throws `setting.invalid`. */
function valueFor({ kind, least = 0, most = 0 }: SettingSpec, value: SettingValue, choices: Setting['choices']) {
  if (value === null) return null;
  const refuse = (sentence: string): never => {
    throw new ProductError('setting.invalid', { fill: { sentence }, fields: { value: [sentence] } });
  };
  if (kind === 'number')
    return typeof value === 'number' && Number.isInteger(value) && value >= least && value <= most
      ? value
      : refuse(`请填写 ${least} 到 ${most} 之间的整数`);
  if (kind === 'choice')
    return choices.some((choice) => choice.value === value) ? value : refuse('请选择列出的引擎之一');
  if (!Array.isArray(value)) return refuse('请每行填写一个词');
  return [...new Set(value.map((word) => word.trim()).filter((word) => word !== ''))];
}

/**
 * Returns true when what was typed is a part of a setting's name, its variable or what it stands at; secrets are masked
 * there.
 */
function isMeant({ title, id, variable, shown }: Setting, typed: string): boolean {
  return [title, id, variable ?? '', shown].some((text) => text.toLowerCase().includes(typed.trim().toLowerCase()));
}

function shownOf(value: SettingValue, choices: Setting['choices'], unit: string): string {
  if (value === null) return '自动';
  if (Array.isArray(value)) return value.length === 0 ? '无' : `${value.length} 个词`;
  if (typeof value === 'number') return `${value.toLocaleString('zh-CN')}${unit && ` ${unit}`}`;
  return choices.find((choice) => choice.value === value)?.label ?? value;
}

function toReadOnly({ variable, help, shown, usual, source, isSecret }: EnvironmentSetting): Setting {
  return {
    ...{ id: variable, group: 'environment', title: variable, help, kind: 'text', usual, source, variable, isSecret },
    value: isSecret ? null : shown.slice(0, 200),
    shown: shown.length > mostShown ? `${shown.slice(0, mostShown)}…` : shown,
    ...{ isEditable: false, effect: 'restart', least: null, most: null, unit: '', choices: [] },
    ...{ version: 0, updatedBy: null, updatedAt: null },
  };
}
