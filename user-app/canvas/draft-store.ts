/**
 * Work as this browser keeps it, in a database with one store. Nothing here fails: private windows and full disks keep
 * nothing, and the work goes on all the same.
 */
export class DraftStore<Draft> {
  readonly #name: string;
  readonly #storeName: string;
  readonly #options: IDBObjectStoreParameters | undefined;
  #opened: Promise<IDBDatabase> | undefined;
  /** Whether a logout, here or in another tab, deleted the drafts: work still open must not be written again. */
  #isRemoved = false;

  constructor(database: string, storeName: string, options?: IDBObjectStoreParameters) {
    this.#name = database;
    this.#storeName = storeName;
    this.#options = options;
  }

  read(key: string): Promise<Draft | undefined> {
    return this.#run<Draft | undefined>('readonly', (store) => store.get(key));
  }

  async readAll(): Promise<Draft[]> {
    return (await this.#run<Draft[]>('readonly', (store) => store.getAll())) ?? [];
  }

  /** With a key only where the store keeps none in the drafts. */
  async write(draft: Draft, key?: string): Promise<void> {
    await this.#run('readwrite', (store) => (key === undefined ? store.put(draft) : store.put(draft, key)));
  }

  async remove(key: string): Promise<void> {
    await this.#run<undefined>('readwrite', (store) => store.delete(key));
  }

  #open(): Promise<IDBDatabase> {
    this.#opened ??= new Promise((resolve, reject) => {
      const request = indexedDB.open(this.#name, 1);
      request.onupgradeneeded = () => request.result.createObjectStore(this.#storeName, this.#options);
      request.onsuccess = () => {
        // A logout deletes the database, which an open connection in any tab would block.
        request.result.onversionchange = () => {
          this.#isRemoved = true;
          request.result.close();
        };
        resolve(request.result);
      };
      request.onerror = () => reject(request.error);
    });
    return this.#opened;
  }

  async #run<T>(mode: IDBTransactionMode, act: (store: IDBObjectStore) => IDBRequest<T>): Promise<T | undefined> {
    if (this.#isRemoved) return undefined;
    try {
      const database = await this.#open();
      return await new Promise((resolve, reject) => {
        const transaction = database.transaction(this.#storeName, mode, { durability: 'relaxed' });
        const request = act(transaction.objectStore(this.#storeName));
        transaction.oncomplete = () => resolve(request.result);
        transaction.onabort = () => reject(transaction.error);
        transaction.onerror = () => reject(transaction.error);
      });
    } catch {
      return undefined;
    }
  }
}
