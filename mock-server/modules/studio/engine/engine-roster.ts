import type { RenderEngine } from '../../../adapters/render/port.ts';
import type { Emptied } from '../../base/store.ts';
import type { EngineTerms } from './engine-terms.ts';

/** An engine of the operator's that takes part. */
export interface RosterEntry {
  name: string;
  /** Changes with every setting of the engine. */
  definition: string;
  terms: EngineTerms;
  /** Opens the engine by this definition. */
  open(): RenderEngine;
}

interface Present {
  definition: string;
  engine: RenderEngine;
  /** Closes the engine when its last run has ended. */
  retire(): void;
}

export type EngineRoster = ReturnType<typeof createEngineRoster>;

/**
 * Engines that come and go while the server runs, beside those that are there from its start. Runs keep the engine that
 * they began on; a definition that is gone closes when the last of them has ended.
 *
 * @param engines the live list of all engines; the embedded one stays behind those that come
 * @param terms live, too
 */
export function createEngineRoster({
  store,
  engines,
  terms,
}: {
  store: Emptied;
  engines: RenderEngine[];
  terms: Map<string, EngineTerms>;
}) {
  const present = new Map<string, Present>();

  function remove(name: string): void {
    const found = present.get(name);
    if (!found) return;
    present.delete(name);
    engines.splice(engines.indexOf(found.engine), 1);
    terms.delete(name);
    found.retire();
  }

  function add({ name, definition, open, terms: own }: RosterEntry): void {
    const { engine, retire } = closedWhenUnused(open());
    present.set(name, { definition, engine, retire });
    terms.set(name, own);
    const embedded = engines.findIndex((each) => each.name === 'embedded');
    engines.splice(embedded < 0 ? engines.length : embedded, 0, engine);
  }

  store.whenEmptied(() => {
    for (const name of [...present.keys()]) remove(name);
  });

  return {
    /** Makes these the engines that take part, in this order. Those whose definition is the same go on. */
    replace(entries: readonly RosterEntry[]): void {
      const isSame = ({ name, definition }: RosterEntry) => present.get(name)?.definition === definition;
      const kept = new Set(entries.filter(isSame).map(({ name }) => name));
      for (const name of [...present.keys()]) if (!kept.has(name)) remove(name);
      for (const entry of entries) if (!kept.has(entry.name)) add(entry);
    },
    async close(): Promise<void> {
      await Promise.all([...present.values()].map(({ engine }) => engine.close()));
    },
  };
}

/** The engine, which closes once it was retired and no watch is under way. */
function closedWhenUnused(engine: RenderEngine): { engine: RenderEngine; retire(): void } {
  let watches = 0;
  let isRetired = false;
  const closeIfUnused = () => {
    if (isRetired && watches === 0) void engine.close();
  };
  return {
    engine: new Proxy(engine, {
      get(target, name) {
        if (name !== 'watch') return Reflect.get(target, name);
        return async (...given: Parameters<RenderEngine['watch']>) => {
          watches += 1;
          try {
            return await target.watch(...given);
          } finally {
            watches -= 1;
            closeIfUnused();
          }
        };
      },
    }),
    retire() {
      isRetired = true;
      closeIfUnused();
    },
  };
}
