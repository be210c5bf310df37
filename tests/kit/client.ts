/*
 * Client of the control plane: worlds, accounts, clock, faults, payments, codes, prepared state, snapshots and the
 * journal of a server in local mode. This file and session.ts need nothing but Node 20 and can be copied into any
 * project; docs/QA.md shows ten flows. Field by field, the calls are described at /__mock/openapi.json.
 */
import { createSession, type Query, type Session, type Target } from './session.ts';

export { KitError, type Session, type Task } from './session.ts';

/** Milliseconds since the epoch, or ISO 8601 with its offset, such as `2027-04-01T10:00:00+08:00`. */
export type Moment = number | string;
export type TicketKind = 'normal' | 'live' | 'gpt';
/** Plan of an account; `free` is none. */
export type Plan = 'free' | 'basic' | 'pro' | 'team';
/** Acts of the simulated payment company on a trade. */
export type PayAction = 'pay' | 'refuse' | 'late' | 'duplicate' | 'forge' | 'wrong_amount';
export interface AccountDraft {
  /** A random one when absent; an account that has it is used. */
  phoneNo?: string;
  nickName?: string;
  plan?: Plan;
  /** Tickets beside those of every new account: normal ones, or by kind. */
  tickets?: number | Partial<Record<TicketKind, number>>;
}

/** A customer who is logged in. */
export interface Account extends Session {
  accountId: string;
  phoneNo: string;
  plan: Plan;
  /** `name=value` of the session. */
  cookie: string;
}

export interface ClockState {
  /** Milliseconds since the epoch. */
  now: number;
  iso: string;
  frozen: boolean;
  /** Milliseconds that it is ahead of the machine's. */
  offsetMs: number;
}

/** A rule of docs/FAULTS.md: at requests by `match`, or at the step that `match.step` names. */
export interface FaultRule {
  match?: {
    method?: string;
    path?: string;
    query?: Record<string, string>;
    header?: Record<string, string>;
    body?: Record<string, unknown>;
    account?: string;
    step?: string;
  };
  kind: string;
  ms?: number;
  status?: number;
  body?: unknown;
  retryAfter?: number;
  /** Calls it strikes at most. */
  times?: number;
  /** Matching calls it lets pass first. */
  after?: number;
  /** Probability, 0–1, drawn from the seed of the rules. */
  prob?: number;
}

export interface SetFaults {
  seed: number;
  /** `struck`: calls it has struck so far. */
  faults: Array<FaultRule & { struck: number }>;
}

export interface Trade {
  orderNo: string;
  state: 'open' | 'closed' | 'paid';
  /** Fen. */
  amount: number;
  /** Fen, given back so far. */
  refunded: number;
}

/** Answer of `POST /__mock/state` for a record of each kind. */
export interface MadeRecords {
  staff: { accountId: string; loginName: string; password: string };
  /** `cookie`: null for accounts that cannot log in. */
  accounts: { accountId: string; phoneNo: string; cookie: string | null };
  memberships: { startsAt: number; endsAt: number | null };
  uploads: { imageId: string };
  projects: { projectId: string };
  tasks: { taskId: string; imageIds: string[] };
  orders: { orderId: string; orderNo: string };
  conversations: { conversationId: string };
  pictures: { pictureId: number; imageId: string };
  folders: { folderId: string };
  invoices: { invoiceId: string };
  redeemCodes: { batchId: string; codes: string[] };
}

/** Records by names of your own, which they refer to each other by. */
export type State = { readonly [Kind in keyof MadeRecords]?: Readonly<Record<string, object>> };
/** Ids of what was made, at the names of the request. */
export type MadeState<Asked extends State> = {
  [Kind in keyof Asked & keyof MadeRecords]: Record<keyof Asked[Kind] & string, MadeRecords[Kind]>;
};

/** Conditions of the journal; all have to hold. */
export interface JournalFilter {
  method?: string;
  /** Beginning of a path, or a whole one with `*`, `:name` and `**`. */
  path?: string;
  /** Such as 404 or `4xx`. */
  status?: number | string;
  requestId?: string;
  /** Id or phone number. */
  account?: string;
  from?: Moment;
  to?: Moment;
}

/** Beside the conditions, parts of query, headers and body. */
export interface JournalMatch extends JournalFilter {
  query?: Record<string, string>;
  header?: Record<string, string>;
  body?: Record<string, unknown>;
}

export interface JournalEntry {
  number: number;
  at: number;
  requestId: string;
  method: string;
  path: string;
  status: number;
  ms: number;
  reason: string;
  account: { id: string; phoneNo: string | null } | null;
}

export interface Verdict {
  ok: boolean;
  count: number;
  /** The finding in words. */
  sentence: string;
  entries: JournalEntry[];
  /** Requests that come closest, and in what they differ. */
  nearest: Array<{ entry: JournalEntry; differences: string[] }>;
}

export interface Snapshot {
  name: string;
  createdAt: number;
  bytes: number;
  files: number;
  version: string;
}

export interface KitOptions {
  /** Address of the server, such as `http://localhost:8000`. */
  baseUrl: string;
  /** Token of the control plane, needed where the server runs on another machine or in a container. */
  token?: string;
  /** Password of the administrator of the console; `zhuhui-admin` when absent. */
  adminPassword?: string;
}

export interface World extends ReturnType<typeof partsOf> {
  /** Another world of the same server. */
  beside(name: string): World;
}

/** Makes a client of one server. Failing calls of everything it gives throw `KitError`. */
export function createKit(options: KitOptions) {
  const kit = {
    /**
     * A world, which is made by the first call. @param name up to 40 of `a–z 0–9 - _`, beginning with a letter or digit;
     * absent for the unnamed one
     */
    world: (name?: string): World => createWorld(name, options),
    /** Names of the worlds there are. */
    async worlds(): Promise<string[]> {
      const { spaces } = await createSession(options).get<{ spaces: Array<{ name: string }> }>('/__mock/spaces');
      return spaces.map(({ name }) => name);
    },
  };
  return kit;
}

function createWorld(name: string | undefined, options: KitOptions): World {
  return { ...partsOf(name, options), beside: (other) => createWorld(other, options) };
}

function partsOf(name: string | undefined, options: KitOptions) {
  const { baseUrl, adminPassword = 'zhuhui-admin' } = options;
  const target: Target = { ...options, world: name };
  const plane = createSession(target);

  async function account(draft: AccountDraft = {}): Promise<Account> {
    const session = createSession(target);
    const { accountId, phoneNo, plan, cookie } = await session.post<Account>('/__mock/accounts', draft);
    return { ...session, accountId, phoneNo, plan, cookie };
  }

  return {
    name,
    baseUrl,
    adminPassword,
    /** Somebody new, with a browser that is logged in. */
    account,
    /** A browser without a login. */
    visitor: () => createSession(target),
    /** A browser that is logged in to the console. */
    async staff(login = { account: 'admin', password: adminPassword }): Promise<Session> {
      const session = createSession(target);
      await session.post('/api/user/manage/login', login);
      return session;
    },
    /** Leads a browser of Playwright into the world, by cookie. */
    async enter(context: BrowserCookies): Promise<void> {
      if (name !== undefined) await context.addCookies([{ name: 'mock_space', value: name, url: baseUrl }]);
    },
    clock: clockOf(plane),
    faults: faultsOf(plane),
    pay: payOf(plane),
    sms: smsOf(plane),
    state: stateOf(plane),
    snapshots: snapshotsOf(plane),
    journal: journalOf(plane),
    /** Deletes the world with all that is in it. */
    async remove(): Promise<void> {
      if (name === undefined) return;
      await createSession(options)
        .delete(`/__mock/spaces/${name}`)
        .catch((error: unknown) => {
          // Nobody has used it, or it is gone already.
          if ((error as { reason?: string }).reason !== 'space.not_found') throw error;
        });
    },
  };
}

interface BrowserCookies {
  addCookies(cookies: Array<{ name: string; value: string; url: string }>): Promise<void>;
}

/** The clock that every deadline of the product goes by. What has become due is done before the answer comes. */
function clockOf(plane: Session) {
  const set = (change: { now?: Moment; advanceMs?: number; frozen?: boolean }) =>
    plane.post<ClockState>('/__mock/clock', change);
  return {
    get: () => plane.get<ClockState>('/__mock/clock'),
    set: (now: Moment) => set({ now }),
    /** @param ms milliseconds */
    advance: (ms: number) => set({ advanceMs: ms }),
    freeze: (now?: Moment) => set({ frozen: true, ...(now !== undefined && { now }) }),
    release: () => set({ frozen: false }),
  };
}

function faultsOf(plane: Session) {
  return {
    /** Puts these rules in place of all others. The same seed and requests are struck in the same way. */
    set: (faults: FaultRule[], seed = 1) => plane.put<SetFaults>('/__mock/faults', { faults, seed }),
    get: () => plane.get<SetFaults>('/__mock/faults'),
    clear: () => plane.delete<SetFaults>('/__mock/faults'),
  };
}

/** The simulated payment company. */
function payOf(plane: Session) {
  return {
    /** @param details what the notification says wrong, such as `{ isSilent: true }` */
    play: (orderNo: string, action: PayAction, details: object = {}) =>
      plane.post<{ trade: { state: string } }>('/__mock/pay', { orderNo, action, ...details }),
    /** Cuts its line, or joins it again. */
    line: (isDown: boolean) => plane.post<{ isDown: boolean }>('/__mock/pay/line', { isDown }),
    trades: async () => (await plane.get<{ trades: Trade[] }>('/__mock/pay')).trades,
  };
}

function smsOf(plane: Session) {
  const sent = (phoneNo?: string) =>
    plane.get<Array<{ phoneNo: string; code: string; at: number; text?: string }>>('/__mock/sms', { phoneNo });
  return {
    /** Messages that were sent, the newest first. */
    sent,
    /** The newest code that was sent to a number. */
    async code(phoneNo: string): Promise<string> {
      const [newest] = await sent(phoneNo);
      if (!newest) throw new Error(`没有发给 ${phoneNo} 的验证码`);
      return newest.code;
    },
  };
}

function stateOf(plane: Session) {
  return {
    /** Makes records by the rules of the product, all or none. */
    make: <Asked extends State>(state: Asked) => plane.post<MadeState<Asked>>('/__mock/state', state),
    /** Empties the world and puts in a scenario. @param seed what ids, codes and seeds follow from */
    reset: (scenario: string, seed?: string) =>
      plane.post<{ accounts: Array<{ phoneNo: string; about: string }> }>('/__mock/reset', { scenario, seed }),
    /** Faults of books, tasks, orders and files in words; none is right. */
    async faults(): Promise<string[]> {
      type Check = { name: string; faults: string[] };
      const { checks } = await plane.get<{ checks: Check[] }>('/__mock/invariants');
      return checks.flatMap(({ name, faults }) => faults.map((fault) => `${name}：${fault}`));
    },
  };
}

/** Snapshots are seen in every world, and can be restored in each. */
function snapshotsOf(plane: Session) {
  const at = (name: string, part = '') => `/__mock/snapshots/${encodeURIComponent(name)}${part}`;
  return {
    save: (name: string) => plane.post<Snapshot>('/__mock/snapshots', { name }),
    /** Exchanges all of this world for the snapshot. */
    restore: (name: string) => plane.post<{ ok: true }>(at(name, '/restore')),
    list: () => plane.get<Snapshot[]>('/__mock/snapshots'),
    remove: (name: string) => plane.delete<{ ok: true }>(at(name)),
    /** The snapshot as a zip file. */
    download: (name: string) => plane.bytes(at(name, '/file')),
    async upload(name: string, file: Uint8Array): Promise<Snapshot> {
      const init = { body: new Uint8Array(file), headers: { 'content-type': 'application/zip' } };
      return (await plane.fetch('PUT', at(name, '/file'), init)).json() as Promise<Snapshot>;
    },
  };
}

/** Requests of the product that this world was asked, without their secrets. */
function journalOf(plane: Session) {
  /** @param count left out: once or more */
  const verify = (match: JournalMatch, count: { times?: number; atLeast?: number; atMost?: number } = {}) =>
    plane.post<Verdict>('/__mock/journal/verify', { match, ...count });
  const asQuery = (filter: JournalFilter): Query => ({ ...filter });
  return {
    list: (filter: JournalFilter = {}) => plane.get<JournalEntry[]>('/__mock/journal', asQuery(filter)),
    clear: () => plane.delete<{ removed: number }>('/__mock/journal'),
    verify,
    /** Throws what was found instead, with the nearest requests, unless there was such a request. */
    async expect(match: JournalMatch, times?: number): Promise<Verdict> {
      const verdict = await verify(match, times === undefined ? {} : { times });
      if (verdict.ok) return verdict;
      const nearest = verdict.nearest.map(({ entry, differences }) => {
        return `  ${entry.method} ${entry.path}（${entry.status}）：${differences.join('；')}`;
      });
      throw new Error([verdict.sentence, ...nearest].join('\n'));
    },
    har: (filter: JournalFilter = {}) => plane.get<object>('/__mock/journal/har', asQuery(filter)),
    /** A script that asks the same again. */
    replay: (format: 'curl' | 'playwright', filter: JournalFilter = {}) =>
      plane.get<string>('/__mock/journal/replay', { ...filter, format }),
  };
}
