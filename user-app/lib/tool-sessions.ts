import type { DBSchema, IDBPDatabase } from 'idb';
import { personalDatabases } from './personal-databases';
import { createPersonalStore } from './personal-store';
import { tabName } from './tab';

/** A picture that had not reached the server: on its way, waiting for a login, or refused. */
export interface KeptUpload {
  /** Name of the field it is for. */
  field: string;
  file: File;
  /** Idempotency key of the upload; sent again with it, the file becomes the same picture. */
  clientKey?: string;
  /** Why it stopped, as a sentence. */
  problem?: string;
  /** Page of a document, from 1. */
  page?: number | undefined;
  /** True when this browser can show it. */
  isDrawable?: boolean;
  /** True when another try would end the same. */
  isRefused?: true;
  /** True when it joins the pictures that are there, rather than taking the place of one. */
  isAdded?: true;
}

/** Facts of an uploaded picture. */
export interface PictureFacts {
  /** Of the file it came in. */
  name?: string;
  /** Note on the changes before it was sent, as a Chinese sentence. */
  note?: string;
  /** Pixels and bytes as it is stored. */
  size?: { width: number; height: number; bytes: number };
}

/** A PDF of several pages, some of which are pictures of the form. */
export interface PdfDocument {
  file: File;
  /** Number of its pages. */
  pages: number;
  /** The first pages small, as data URLs. */
  previews: readonly string[];
  /** The page that each of its pictures is, from 1, by image id. */
  pageOf: Readonly<Record<string, number>>;
}

/** One of several base pictures in a form, and what was drawn on it, by field, while another is looked at. */
export interface FormPicture {
  imageId: string;
  marks: Readonly<Record<string, unknown>>;
}

/** A picture of a batch: its task, or why it has none. Without either it waits for its start. */
export interface BatchItem {
  imageId: string;
  /** Of the file it came in. */
  name?: string | undefined;
  params: Record<string, unknown>;
  /** The task whose result the picture is. */
  parent?: string | undefined;
  /** Made before the first try and kept through all others: nothing is charged twice. */
  clientKey: string;
  taskId?: string | undefined;
  /** Why it was not started, as a sentence. */
  refusal?: string | undefined;
  /** Taken back before it was started. */
  isCanceled?: true | undefined;
}

/** Pictures that were started in one go. */
export interface Batch {
  tool: string;
  items: readonly BatchItem[];
}

/** State of a tool's page. */
export interface ToolSession {
  /** The form, by field: texts, numbers, image ids of pictures and masks. */
  values: Readonly<Record<string, unknown>>;
  uploads: readonly KeptUpload[];
  /** The base pictures, where there are several; the form holds the one that is looked at. */
  pictures?: readonly FormPicture[];
  /** Facts of the pictures in the form, by image id. */
  facts?: Readonly<Record<string, PictureFacts>>;
  /** The PDFs that pictures in the form are pages of. */
  documents?: readonly PdfDocument[];
  /** The last batch, and whether it is what is looked at. */
  batch?: Batch | undefined;
  isBatchShown?: boolean;
  /** The run that is looked at, and which of its outputs. */
  taskId?: string | undefined;
  index: number;
  /** The picture whose run the next one descends from. */
  origin?: { imageId: string; taskId: string } | undefined;
  /** True when the advanced fields are shown. */
  isUnfolded: boolean;
  /** Pixels that the form and the strip of results are scrolled. */
  formScroll: number;
  stripScroll: number;
}

/** A tool's page at its beginning. */
export const emptySession: ToolSession = {
  values: {},
  uploads: [],
  index: 0,
  isUnfolded: false,
  formScroll: 0,
  stripScroll: 0,
};

/** Account of who is not logged in; what it holds becomes that of the next login. */
export const visitorAccount = 'visitor';

/** With its file under a name of its own. */
type Stored<T extends { file: File }> = Omit<T, 'file'> & { fileId: string };

interface Row {
  /** `account:tool:tab` */
  key: string;
  account: string;
  toolId: string;
  tab: string;
  session: Omit<ToolSession, 'uploads' | 'documents'>;
  uploads: readonly Stored<KeptUpload>[];
  /** Absent from rows of former versions. */
  documents?: readonly Stored<PdfDocument>[];
  /** Of the files. */
  bytes: number;
  /** Milliseconds since the epoch; grows with every write. */
  updatedAt: number;
}

interface Schema extends DBSchema {
  sessions: { key: string; value: Row; indexes: { account: string } };
  files: { key: string; value: File };
}

export interface ToolSessionsOptions {
  /** Most bytes of pictures one account keeps; the session that was not used for longest goes first. */
  budget: number;
  tab: () => string;
  now: () => number;
  /**
   * Resolves when sessions that are too many may be removed. That takes the whole store: what a page wrote as it was
   * left would wait behind it, and is dropped by browsers with the page.
   */
  rest: () => Promise<void>;
}

/** Of a tool, those of this many tabs are kept. */
const keptTabs = 3;
/** Of an account, in all tabs. */
const keptSessions = 90;

/**
 * Sessions of the tools' pages, per account and tab. A tab gets its own back; when it has none, e.g. because it is new,
 * the one written last. Beside the database the sessions of this page are in memory, where they are found at once.
 */
export class ToolSessions {
  readonly #options: ToolSessionsOptions;
  readonly #live = new Map<string, ToolSession>();
  readonly #fileIds = new WeakMap<File, string>();
  readonly #storedFiles = new Set<string>();
  #lastAt = 0;
  #isClearingSoon = false;
  readonly #store = createPersonalStore<Schema>(personalDatabases.toolSessions, (database) => {
    database.createObjectStore('sessions', { keyPath: 'key' }).createIndex('account', 'account');
    database.createObjectStore('files');
  });

  constructor(options: ToolSessionsOptions) {
    this.#options = options;
  }

  /** The session of a tool that was used in this page before. */
  peek(account: string, toolId: string): ToolSession | undefined {
    return this.#live.get(`${account}:${toolId}`);
  }

  /** The session to go on with. What was begun without a login is the account's from now on. */
  async read(account: string, toolId: string): Promise<ToolSession | undefined> {
    const live = this.peek(account, toolId);
    if (live) return live;
    const found = await this.#store.run(async (database) => {
      const accounts = [...new Set([account, visitorAccount])];
      const rows = (await Promise.all(accounts.map((one) => database.getAllFromIndex('sessions', 'account', one))))
        .flat()
        .filter((row) => row.toolId === toolId)
        .toSorted((one, other) => other.updatedAt - one.updatedAt);
      const tab = this.#options.tab();
      const row = rows.find((row) => row.tab === tab) ?? rows[0];
      if (!row) return undefined;
      const files = new Map<string, File>();
      for (const fileId of fileIdsOf(row)) {
        const file = await database.get('files', fileId);
        if (!file) continue;
        files.set(fileId, file);
        // A copy of another tab's session has files of its own, so that neither takes away the other's.
        if (row.tab !== tab || row.account !== account) continue;
        this.#fileIds.set(file, fileId);
        this.#storedFiles.add(fileId);
      }
      const uploads = row.uploads.flatMap((upload): KeptUpload[] => withFile(upload, files));
      const documents = (row.documents ?? []).flatMap((document): PdfDocument[] => withFile(document, files));
      return { row, session: { ...row.session, uploads, documents } };
    });
    if (found && found.row.account !== account) await this.handOver(found.session, account, toolId);
    return found?.session;
  }

  /** Keeps a session; the page finds it at once, the next page as soon as it is written. */
  async write(account: string, toolId: string, session: ToolSession): Promise<void> {
    await this.#put(account, toolId, session);
    this.#clearSoon();
  }

  async #put(account: string, toolId: string, session: ToolSession): Promise<void> {
    this.#live.set(`${account}:${toolId}`, session);
    const { uploads, documents = [], ...rest } = session;
    const tab = this.#options.tab();
    const files = new Map<string, File>();
    let bytes = 0;
    // Files that have not reached the server are stored before those that can be chosen again.
    const store = <T extends { file: File }>({ file, ...named }: T): Stored<T>[] => {
      const fileId = this.#idOf(file);
      const isKnown = files.has(fileId);
      if (!isKnown && bytes + file.size > this.#options.budget) return [];
      if (!isKnown) bytes += file.size;
      files.set(fileId, file);
      return [{ ...named, fileId }];
    };
    const stored = { uploads: uploads.flatMap(store), documents: documents.flatMap(store) };
    this.#lastAt = Math.max(this.#options.now(), this.#lastAt + 1);
    const row: Row = {
      key: `${account}:${toolId}:${tab}`,
      account,
      toolId,
      tab,
      session: rest,
      ...stored,
      bytes,
      updatedAt: this.#lastAt,
    };
    await this.#store.run(async (database) => {
      // All of each in one go: a page that is being left lives no longer than this turn. The row does not wait for
      // files, its own or those of the write before, which take seconds on a slow disk.
      const rows = database.transaction('sessions', 'readwrite', { durability: 'relaxed' });
      void rows.store.put(row);
      rows.commit();
      // Files are written once: a put of the same one would copy its bytes again with every letter that is typed.
      const unwritten = [...files].filter(([fileId]) => !this.#storedFiles.has(fileId));
      const stores = [rows.done];
      if (unwritten.length > 0) {
        const transaction = database.transaction('files', 'readwrite', { durability: 'relaxed' });
        for (const [fileId, file] of unwritten) void transaction.store.put(file, fileId);
        transaction.commit();
        stores.push(transaction.done);
      }
      await Promise.all(stores);
      for (const fileId of files.keys()) this.#storedFiles.add(fileId);
    });
  }

  /** Removes sessions over the limits at the next rest, once for all writes until then. */
  #clearSoon(): void {
    if (this.#isClearingSoon) return;
    this.#isClearingSoon = true;
    void this.#options.rest().then(async () => {
      this.#isClearingSoon = false;
      const cleared = await this.#store.run((database) => clear(database, this.#options.budget));
      for (const fileId of cleared ?? []) this.#storedFiles.delete(fileId);
    });
  }

  /** Makes what was begun without a login the account's. */
  async handOver(session: ToolSession, account: string, toolId: string): Promise<void> {
    this.#live.delete(`${visitorAccount}:${toolId}`);
    await this.#put(account, toolId, session);
    await this.#store.run(async (database) => {
      const transaction = database.transaction('sessions', 'readwrite');
      const rows = await transaction.store.index('account').getAll(visitorAccount);
      for (const row of rows) if (row.toolId === toolId) void transaction.store.delete(row.key);
      await transaction.done;
    });
    this.#clearSoon();
  }

  #idOf(file: File): string {
    const known = this.#fileIds.get(file);
    if (known !== undefined) return known;
    this.#lastAt = Math.max(this.#options.now(), this.#lastAt + 1);
    const made = `${this.#options.tab()}:${this.#lastAt}`;
    this.#fileIds.set(file, made);
    return made;
  }
}

function fileIdsOf({ uploads, documents = [] }: Row): string[] {
  return [...uploads, ...documents].map(({ fileId }) => fileId);
}

/** Stored entries with their files; entries without a file are left out. */
function withFile<T extends { file: File }>({ fileId, ...rest }: Stored<T>, files: ReadonlyMap<string, File>): T[] {
  const file = files.get(fileId);
  return file ? [{ ...rest, file } as unknown as T] : [];
}

/**
 * Removes the sessions of each account over its limits, and the files that no session names any more.
 * @returns the ids of these files.
 */
async function clear(database: IDBPDatabase<Schema>, budget: number): Promise<string[]> {
  const transaction = database.transaction(['sessions', 'files'], 'readwrite', { durability: 'relaxed' });
  const sessions = transaction.objectStore('sessions');
  const files = transaction.objectStore('files');
  const rows = await sessions.getAll();
  const accounts = [...new Set(rows.map(({ account }) => account))];
  const gone = new Set(
    accounts.flatMap((account) =>
      beyond(
        rows.filter((row) => row.account === account),
        budget,
      ),
    ),
  );
  for (const { key } of gone) void sessions.delete(key);
  const named = new Set(rows.flatMap((row) => (gone.has(row) ? [] : fileIdsOf(row))));
  const unnamed = (await files.getAllKeys()).filter((fileId) => !named.has(fileId));
  for (const fileId of unnamed) void files.delete(fileId);
  await transaction.done;
  return unnamed;
}

/** The sessions of an account that have to go: older tabs of one tool, then those used longest ago. */
function beyond(rows: readonly Row[], budget: number): Row[] {
  const ordered = rows.toSorted((one, other) => other.updatedAt - one.updatedAt);
  const tabs = new Map<string, number>();
  let bytes = 0;
  let count = 0;
  return ordered.filter((row) => {
    const place = tabs.get(row.toolId) ?? 0;
    const isKept = place < keptTabs && bytes + row.bytes <= budget && count < keptSessions;
    tabs.set(row.toolId, place + 1);
    if (isKept) {
      bytes += row.bytes;
      count += 1;
    }
    return !isKept;
  });
}

const mebibyte = 1024 * 1024;

/** Between a write and the removal of what is too much, ms. */
const restMs = 5000;

export const toolSessions = new ToolSessions({
  budget: 64 * mebibyte,
  tab: tabName,
  now: () => Date.now(),
  rest: () => new Promise((resolve) => setTimeout(resolve, restMs)),
});
