import {
  type GraphFile,
  type LicenceId,
  lackingFor,
  type ModelNames,
  unconfirmed,
  withoutForeignNodes,
} from './graph-file.ts';
import type { ComfyWire } from './wire.ts';

/** Health of the server as it was last seen. */
export interface Health {
  at: number;
  /** Graphs that have all they need. */
  able: readonly GraphFile[];
  /** Lacking parts by graph, as Chinese sentences for staff; empty where the server did not answer. */
  lacking: ReadonlyMap<string, readonly string[]>;
  version: string;
  /** Why nothing can be run, a Chinese sentence without addresses; undefined when something can. */
  unavailable: string | undefined;
}

export interface HealthDeps {
  wire: ComfyWire;
  graphs: readonly GraphFile[];
  models: ModelNames;
  confirmed: readonly LicenceId[];
  now: () => number;
}

const healthMs = 30_000;
/** Patience with the first answer, milliseconds: descriptions have to come within a second. */
const firstLookMs = 900;

const silent: Omit<Health, 'at'> = { able: [], lacking: new Map(), version: '', unavailable: '显卡服务没有应答' };

/** Looks at the server every half a minute, when somebody asks. */
export function createHealth(deps: HealthDeps) {
  let health: Health | undefined;
  let looking: Promise<Health> | undefined;

  function begin(): Promise<Health> {
    looking ??= look(deps).then((seen) => {
      health = seen;
      looking = undefined;
      return seen;
    });
    return looking;
  }

  return {
    /** As it is at this moment. */
    fresh: begin,
    /** As it was at most half a minute ago, or where that takes too long, as it was last seen. */
    async recent(): Promise<Health> {
      if (health && deps.now() - health.at <= healthMs) return health;
      const next = begin();
      if (health) return health;
      const patience = new Promise<undefined>((resolve) => setTimeout(resolve, firstLookMs, undefined).unref());
      return (await Promise.race([next, patience])) ?? { ...silent, at: 0 };
    },
    /** The next question looks anew: what the server has may have changed. */
    forget: () => {
      health = undefined;
    },
  };
}

async function look({ wire, graphs, models, confirmed, now }: HealthDeps): Promise<Health> {
  try {
    const [info, { system, devices }] = await Promise.all([wire.objectInfo(), wire.systemStats()]);
    const bytes = Math.max(0, ...devices.map(({ vram_total: total }) => total));
    const vram = Math.round((bytes / 1024 ** 3) * 10) / 10;
    const lacking = new Map(
      graphs.map((graph) => [graph.id, [...unconfirmed(graph, confirmed), ...lackingFor(graph, info, vram, models)]]),
    );
    const able = graphs
      .filter(({ id }) => lacking.get(id)?.length === 0)
      .map((graph) => withoutForeignNodes(graph, (node) => info[node] !== undefined));
    const unavailable = able.length > 0 ? undefined : '显卡服务缺少模型文件，请联系管理员';
    return { at: now(), able, lacking, version: system.comfyui_version, unavailable };
  } catch {
    return { ...silent, at: now() };
  }
}
