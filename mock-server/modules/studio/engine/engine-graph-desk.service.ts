import type { OwnGraph } from '#shared/contract/connected-engine-desk';
import { ProductError } from '#shared/errors';
import { withDeps } from '../../../with-deps.ts';
import type { StaffAct } from '../../base/caller.ts';
import type { Db, Store } from '../../base/store.ts';
import { plainVerbs, type RecordKind, storedRows, titled } from '../../records/record-kit/record-kind.ts';
import { createRecordKit, type RecordDeps, type RecordKit } from '../../records/record-kit/record-kit.ts';
import * as stored from './connected-engine.repository.ts';
import type { ConnectedEngineDesk, EngineConnector } from './connected-engine-desk.service.ts';
import { toEngine } from './connected-engine-row.ts';

export interface EngineGraphDeps extends RecordDeps {
  store: Store;
  connector: Pick<EngineConnector, 'readGraph' | 'faultsOf'>;
  engineDesk: Pick<ConnectedEngineDesk, 'takeUp'>;
}

/** A graph as its row has it: the file as one text, which is compared and put back whole. */
interface GraphRow {
  id: string;
  content: string;
  version: number;
  updatedAt: number;
}

interface Parts extends EngineGraphDeps {
  kit: RecordKit<'engine_graph', GraphRow, Pick<GraphRow, 'content'>, keyof typeof plainVerbs>;
}

const versionsKept = 20;
const mostFaults = 12;

const kindOf = ({
  engineDesk,
}: EngineGraphDeps): RecordKind<'engine_graph', GraphRow, 'content', keyof typeof plainVerbs> => ({
  resource: 'engineGraph',
  source: { table: 'engine_graph', columns: {} },
  columns: { content: 'content' },
  rows: async (db, ids) =>
    (await storedRows(db, 'engine_graph', ids)).map(({ updated_at: updatedAt, ...row }) => ({ ...row, updatedAt })),
  missing: 'engine.graph_missing',
  stale: 'engine.graph_changed',
  current: toGraph,
  titleOf: titled('自己的图', plainVerbs, ({ id }) => id),
  audited: ({ id, version, content }) => ({ id, version, characters: content.length }),
  isStamped: true,
  async changed(tx) {
    await stored.keepVersions(tx, versionsKept);
    await engineDesk.takeUp(tx);
  },
  undo: {
    async prepare(tx, { id, before }) {
      if (!before) await requireUnused(tx, id);
    },
  },
});

export type EngineGraphDesk = ReturnType<typeof createEngineGraphDesk>;

/** Graphs of the operator's own for ComfyUI. Engines that name one go on with its new version at once. */
export function createEngineGraphDesk(deps: EngineGraphDeps) {
  const parts: Parts = { ...deps, kit: createRecordKit(deps, kindOf(deps)) };
  return withDeps(parts, { find, save, restore, remove });
}

function toGraph({ id, content, version, updatedAt }: GraphRow): OwnGraph {
  return { id, graph: JSON.parse(content) as OwnGraph['graph'], version, updatedAt };
}

/** A graph as it is, or as a version that is kept has it. Throws `engine.graph_missing`. */
async function find({ store, kit }: Parts, id: string, version?: number): Promise<OwnGraph> {
  if (version === undefined) return toGraph(await kit.mustFind(store.db, id));
  const kept = await stored.graphVersion(store.db, id, version);
  if (!kept) throw new ProductError('engine.graph_missing');
  return toGraph({ id, content: kept.content, version, updatedAt: kept.created_at });
}

/**
 * Takes a new graph, or a new version of one. Throws `engine.graph_invalid` with a sentence for every fault, and where an
 * engine that names it could not be set up with it; `engine.graph_taken`, `engine.graph_missing`, `engine.graph_changed`.
 */
async function save(
  parts: Parts,
  act: StaffAct,
  { graph, version }: { graph: OwnGraph['graph']; version: number | null },
): Promise<OwnGraph> {
  const { store, kit, connector } = parts;
  const read = connector.readGraph(graph);
  if ('faults' in read) throw invalid(read.faults);
  const { id } = read;
  const content = JSON.stringify(graph);
  return store.transact(async (tx) => {
    if (version !== null) {
      await requireFitting(parts, tx, id, content);
      return toGraph(await kit.change(tx, act, id, { version, fields: { content } }));
    }
    if (await kit.find(tx, id)) throw new ProductError('engine.graph_taken');
    // Versions of a graph of this name that was removed are kept.
    const [newest] = (await stored.graphVersions(tx)).filter((each) => each.graph_id === id);
    return toGraph(await kit.create(tx, act, { content }, { id, version: (newest?.version ?? 0) + 1 }));
  });
}

/** Makes an earlier version the newest one. Throws as {@link save}. */
async function restore(
  parts: Parts,
  act: StaffAct,
  id: string,
  { to, version }: { to: number; version: number },
): Promise<OwnGraph> {
  const { graph } = await find(parts, id, to);
  return save(parts, act, { graph, version });
}

/** Throws `engine.graph_in_use` while an engine names it. */
async function remove({ store, kit }: Parts, act: StaffAct, id: string, version?: number): Promise<OwnGraph> {
  return store.transact(async (tx) => {
    await kit.mustFind(tx, id);
    await requireUnused(tx, id);
    return toGraph(await kit.remove(tx, act, id, version));
  });
}

async function requireUnused(tx: Db, id: string): Promise<void> {
  if (stored.usersOf(await stored.allConnected(tx), id).length > 0) throw new ProductError('engine.graph_in_use');
}

/** Engines that name a graph have to be able to run with what it is changed to. */
async function requireFitting({ connector }: Parts, tx: Db, id: string, content: string): Promise<void> {
  const own = new Map(await stored.ownGraphs(tx)).set(id, content);
  const faults = stored.usersOf(await stored.allConnected(tx), id).flatMap((row) => {
    const engine = toEngine(row);
    return connector.faultsOf(engine, own).map(({ sentence }) => `用它的引擎「${engine.title}」：${sentence}`);
  });
  if (faults.length > 0) throw invalid(faults);
}

const invalid = (faults: readonly string[]) =>
  new ProductError('engine.graph_invalid', {
    fill: { sentence: faults[0] ?? '' },
    fields: { graph: faults.slice(0, mostFaults) },
  });
