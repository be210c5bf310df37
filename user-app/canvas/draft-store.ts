import { createPersonalStore, type Drafts, type PersonalStore } from '@/lib/personal-store';

/**
 * Work as this browser keeps it, in a database with one store. Nothing here fails: private windows and full disks keep
 * nothing, and the work goes on all the same.
 */
export class DraftStore<Draft> {
  readonly #store: PersonalStore<Drafts<Draft>>;
  readonly #name: 'drafts';

  constructor(database: string, storeName: string, options?: IDBObjectStoreParameters) {
    this.#name = storeName as 'drafts';
    this.#store = createPersonalStore(database, (made) => made.createObjectStore(this.#name, options));
  }

  read(key: string): Promise<Draft | undefined> {
    return this.#store.run((database) => database.get(this.#name, key));
  }

  async readAll(): Promise<Draft[]> {
    return (await this.#store.run((database) => database.getAll(this.#name))) ?? [];
  }

  /** With a key only where the store keeps none in the drafts. */
  async write(draft: Draft, key?: string): Promise<void> {
    await this.#store.run(async (database) => {
      const transaction = database.transaction(this.#name, 'readwrite', { durability: 'relaxed' });
      void transaction.store.put(draft, key);
      // A page that is being left lives no longer than this turn.
      transaction.commit();
      await transaction.done;
    });
  }

  async remove(key: string): Promise<void> {
    await this.#store.run((database) => database.delete(this.#name, key));
  }
}
