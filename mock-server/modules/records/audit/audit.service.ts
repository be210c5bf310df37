import type { AuditEntry } from '#shared/contract/audit-desk';
import { ProductError } from '#shared/errors';
import type { Clock } from '../../../adapters/clock/port.ts';
import type { Ids } from '../../../ids.ts';
import { withDeps } from '../../../with-deps.ts';
import type { RequestFacts, StaffCaller } from '../../base/caller.ts';
import type { ListReader } from '../../base/console-list.ts';
import { createListReader } from '../../base/console-list.ts';
import type { Db, Store } from '../../base/store.ts';
import * as rows from './audit.repository.ts';
import { auditList, toEntry } from './audit-list.ts';
import { type ChainFault, createChain, type EmptiedRow, emptiedIn, erasing, forgettable, wordless } from './chain.ts';
import { createSeal, masked, unmasked, type Whole } from './private-values.ts';

export interface AuditRecord {
  /** Actor; an empty id when nobody is authenticated. */
  caller: Pick<StaffCaller, 'accountId'>;
  facts: RequestFacts;
  /** `subject kind.verb`, e.g. `account.update`. */
  action: string;
  /** Id of what was changed. */
  subject: string;
  /** The whole record, so that every field that changed stands in the row; whole phone numbers are encrypted here. */
  before?: object;
  after?: object;
  /** Why, in the words of who did it; empty where nobody was asked. */
  reason?: string;
  /** In whose place it was done. */
  actingAs?: string;
}

/** The person whose rows are searched. */
export interface AuditPerson {
  /** Account ids, phone numbers and e-mail addresses: a row that contains one of them is about the person. */
  names: readonly string[];
  /** Ids of those rows whose subject is a record of the person. */
  owned(rows: ReadonlyArray<{ id: number; resource: string; subject: string }>): Promise<ReadonlySet<number>>;
}

export type AuditService = ReturnType<typeof createAuditService>;

/** Rows read at once where the whole chain is. */
const rowsAtOnce = 200;

interface AuditDeps {
  store: Store;
  clock: Clock;
  ids: Ids;
  /** Secret of this installation. */
  installationKey: string;
}

interface AuditParts extends AuditDeps {
  seal: (whole: Whole) => string | null;
  reader: ListReader;
  list: ReturnType<typeof auditList>;
  chain: ReturnType<typeof createChain>;
  open: (sealed: string | null) => Whole;
}

/**
 * The audit, written in the same transaction as the change: transactions write one after the other, so that the chain
 * has one end.
 */
export function createAuditService(deps: AuditDeps) {
  const { store, installationKey } = deps;
  const chain = createChain(installationKey);
  const { seal, open } = createSeal(installationKey);
  const reader = createListReader({ store });
  const list = auditList();
  const parts: AuditParts = { ...deps, seal, reader, list, chain, open };
  return {
    ...withDeps(parts, { start, forgetLogins, rowsAbout, empty, verify, reveal, record }),
    /** Id after which {@link rowsAbout} has to start for a person whose first account was created at this moment. */
    idBefore: (moment: number): Promise<number> => rows.idBefore(store.reading.db, moment),
    list,
    /** Throws `audit.not_found`. */
    detail: (id: number, caller: StaffCaller): Promise<AuditEntry> => find(parts, store.db, id, caller),
  };
}

/** Puts rows of before there was a chain into one, once: at the first start after them. */
async function start(deps: AuditParts): Promise<void> {
  await deps.store.transact(async (tx) => {
    if ((await rows.chainEnd(tx)).rows > 0) return;
    let [count, last, head, behind] = [0, '', '', 0];
    for (;;) {
      const page = await rows.auditAfter(tx, behind, rowsAtOnce);
      for (const old of page) {
        const read = (text: string | null) => (text === null ? undefined : (JSON.parse(text) as unknown));
        const row = { ...old, ...say(deps, old.reason, read(old.before), read(old.after)) };
        count++;
        const { head: newHead, ...hashes } = deps.chain.link(count, row, last);
        const { reason, before, after, sealed } = row;
        await rows.updateAudit(tx, old.id, { reason, before, after, sealed, ...hashes });
        [last, head, behind] = [hashes.hash, newHead, old.id];
      }
      if (page.length < rowsAtOnce) break;
    }
    if (count > 0) await rows.setChainEnd(tx, { rows: count, head });
  });
}

/** Empties the rows of failed logins made before a moment; they stay in the chain. What staff did stays whole. */
async function forgetLogins({ store, clock }: AuditDeps, before: number): Promise<void> {
  for (const action of forgettable)
    await store.slices.run((most) =>
      store.transact((tx) => rows.forgetAudit(tx, action, { before, now: clock.now(), rows: most })),
    );
}

/**
 * Finds rows about a person among the `most` rows after the id `behind`, on the reading connection. Lists of
 * emptied rows are skipped.
 * @returns ids of the rows found, and the last id searched; undefined when there are no more rows
 */
async function rowsAbout(
  { store, open }: AuditParts,
  person: AuditPerson,
  behind: number,
  most: number,
): Promise<{ ids: number[]; upTo: number | undefined }> {
  const page = await rows.auditAfter(store.reading.db, behind, most);
  const worded = page.filter((row) => row.forgotten_at === null && !isList(row));
  const owned = await person.owned(worded);
  const ids = worded.filter((row) => owned.has(row.id) || isNamed(row, person.names, open(row.sealed)));
  return { ids: ids.map(({ id }) => id), upTo: page.length < most ? undefined : page.at(-1)?.id };
}

/**
 * Removes the content of rows, and the address and user agent of those whose actor is the person; actor, action,
 * subject and time stay. The caller has to list the result in an `account.erase` row of the same transaction.
 */
async function empty(
  { clock, chain }: AuditParts,
  tx: Db,
  ids: readonly number[],
  persons: ReadonlySet<string>,
): Promise<EmptiedRow[]> {
  const listed: EmptiedRow[] = [];
  for (const id of ids) {
    const row = await rows.auditRow(tx, id);
    if (row.forgotten_at !== null) continue;
    const own = persons.has(row.actor_id) ? { address: '', user_agent: '' } : {};
    await rows.updateAudit(tx, id, { ...wordless, ...own, forgotten_at: clock.now() });
    listed.push(chain.listing({ ...row, ...wordless, ...own }));
  }
  return listed;
}

/** Walks the chain from its beginning to its end. */
async function verify({ store, chain }: AuditParts): Promise<{ rows: number; fault: ChainFault | undefined }> {
  const walkAlong = async (db: Db) => {
    const walk = chain.walk();
    let behind = 0;
    for (;;) {
      const page = await rows.auditAfter(db, behind, rowsAtOnce);
      if (!page.every((row) => walk.see(row)) || page.length < rowsAtOnce) break;
      behind = page.at(-1)?.id ?? behind;
    }
    return walk.end(await rows.chainEnd(db));
  };
  // For a short chain, starting the reading thread would take longer than the check.
  const { rows: length } = await rows.chainEnd(store.db);
  return length < rowsAtOnce ? store.transact(walkAlong) : store.reading.snapshot(({ db }) => walkAlong(db));
}

/** The same with whole phone numbers and addresses; who looked and why is itself in the audit. */
async function reveal(
  deps: AuditParts,
  id: number,
  reason: string,
  caller: StaffCaller,
  facts: RequestFacts,
): Promise<AuditEntry> {
  return deps.store.transact(async (tx) => {
    await find(deps, tx, id, caller);
    const [row] = await rows.auditByIds(tx, [id]);
    if (!row) throw new ProductError('audit.not_found');
    await record(deps, tx, { caller, facts, action: 'audit.reveal', subject: String(id), reason });
    const whole = deps.open(row.sealed);
    const put = (text: string | null, place: string) =>
      text === null ? null : JSON.stringify(unmasked(JSON.parse(text), place, whole));
    const shown = { before: put(row.before, 'before'), after: put(row.after, 'after') };
    return toEntry({ ...row, ...shown, reason: whole.reason ?? row.reason });
  });
}

/** Content of a row, with whole numbers encrypted. */
function say(deps: AuditParts, reason: string, before: unknown, after: unknown) {
  const whole: Whole = {};
  const text = (value: unknown, place: string) =>
    value === undefined || value === null ? null : JSON.stringify(masked(value, place, whole));
  const said = {
    reason: String(masked(reason, 'reason', whole)),
    before: text(before, 'before'),
    after: text(after, 'after'),
  };
  return { ...said, sealed: deps.seal(whole) };
}

async function find(deps: AuditParts, handle: Db, id: number, caller: StaffCaller): Promise<AuditEntry> {
  const entry = await deps.reader.one(deps.list, id, caller, handle);
  if (!entry) throw new ProductError('audit.not_found');
  return entry;
}

/** Only with the handle of a transaction. */
async function record(
  deps: AuditParts,
  tx: Db,
  { caller, facts, action, subject, ...told }: AuditRecord,
): Promise<void> {
  const { rows: count, last } = await rows.chainEnd(tx);
  const row = {
    actor_id: caller.accountId,
    acting_as: told.actingAs ?? null,
    action,
    resource: resourceOf(action),
    subject,
    ...say(deps, told.reason ?? '', told.before, told.after),
    address: facts.address,
    user_agent: facts.userAgent,
    request_id: facts.requestId,
    created_at: deps.clock.now(),
    salt: deps.ids.bytes(16).toString('base64url'),
  };
  const { head, ...hashes } = deps.chain.link(count + 1, row, last);
  await rows.insertAudit(tx, { ...row, ...hashes });
  await rows.setChainEnd(tx, { rows: count + 1, head });
}

const resourceOf = (action: string) => action.split('.')[0] ?? action;

/** True for a list of emptied rows, and for the row that records the start of an erasure. */
const isList = (row: rows.AuditRow) => row.action === erasing && (emptiedIn(row.after).length > 0 || row.reason === '');

function isNamed(row: rows.AuditRow, names: readonly string[], whole: Whole): boolean {
  const texts = [row.actor_id, row.acting_as, row.subject, row.reason, row.before, row.after, ...Object.values(whole)];
  return texts.some((text) => text !== null && names.some((name) => text.includes(name)));
}
