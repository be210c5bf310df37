import { type EngineAlarm, type EngineFigures, engineFigureDays } from '#shared/contract/engine-desk';
import { engineFailureLabels } from '#shared/domain/console-words';
import { ticketValueFen } from '#shared/domain/ticket-value';
import { day } from '#shared/domain/time';
import { ProductError } from '#shared/errors';
import { toolById } from '#shared/tools/registry';
import type { Clock } from '../../../adapters/clock/port.ts';
import type { RenderEngine } from '../../../adapters/render/port.ts';
import { withDeps } from '../../../with-deps.ts';
import type { Store } from '../../base/store.ts';
import type { EngineBudgets } from './engine-budget.ts';
import * as figures from './engine-figures.repository.ts';
import type { Lanes } from './engine-terms.ts';

export interface EngineFiguresDeps {
  store: Store;
  clock: Clock;
  renderEngines: readonly RenderEngine[];
  lanes: Lanes;
  budgets: EngineBudgets;
}

/** Medians are taken over so many of the newest runs. */
const runsCompared = 5000;
/** Uncertain runs are alarms for so long. */
const alarmedMs = 7 * day;

/** Figures of render engines for staff, and alarms about their money. */
export function createEngineFigures(deps: EngineFiguresDeps) {
  return withDeps(deps, { figuresOf, alarms });
}

/** @param id among the engines and services of the console. Throws `engine.not_found`, for services too */
async function figuresOf(deps: EngineFiguresDeps, id: string): Promise<EngineFigures> {
  const { store, clock, renderEngines, lanes, budgets } = deps;
  const engine = renderEngines.find(({ name }) => id === deskId(name))?.name;
  if (engine === undefined) throw new ProductError('engine.not_found');
  const { db } = store;
  const since = clock.now() - engineFigureDays * day;
  const tickets = await figures.ticketsSince(db, engine, since);
  const lane = lanes.of(engine);
  return {
    succeeded: await figures.countSucceeded(db, engine, since),
    costFen: await budgets.costSince(engine, since),
    tickets,
    incomeFen: tickets.reduce((sum, { kind, amount }) => sum + amount * ticketValueFen[kind], 0),
    failures: (await figures.failuresSince(db, engine, since)).map((row) => ({
      ...row,
      title: engineFailureLabels[row.reason] ?? (row.reason || '没有留下原因'),
    })),
    tools: mediansOf(await figures.runsSince(db, engine, since, runsCompared)),
    lane: { size: lanes.sizes().get(lane) ?? 0, ...(await figures.laneNow(db, lane)) },
    budget: (await budgets.use(engine)) ?? null,
    uncertain: (await figures.uncertainSince(db, since, engine)).map((row) => ({
      ...{ taskId: row.task_id, at: row.ended_at ?? 0, costFen: row.cost_fen },
    })),
  };
}

async function alarms({ store, clock, renderEngines, budgets }: EngineFiguresDeps): Promise<EngineAlarm[]> {
  const uncertain = await figures.uncertainSince(store.db, clock.now() - alarmedMs);
  const found: EngineAlarm[] = [];
  for (const each of renderEngines) {
    const { name } = each;
    const { title } = await each.describe();
    const engine = deskId(name);
    const runs = uncertain.filter((run) => run.engine === name);
    const [newest] = runs;
    if (newest)
      found.push({
        ...{ kind: 'uncertain', engine, at: newest.ended_at },
        sentence: `「${title}」有 ${runs.length} 次运行无法确认是否已开始，可能已被收费，请到服务商处核对`,
      });
    const closedBy = await budgets.closedBy(name);
    if (closedBy) found.push({ kind: 'budget', engine, at: null, sentence: `「${title}」${closedBy}` });
  }
  return found;
}

const deskId = (engine: string) => `render-${engine}`;

function mediansOf(runs: Awaited<ReturnType<typeof figures.runsSince>>): EngineFigures['tools'] {
  const byTool = Map.groupBy(runs, ({ tool }) => tool);
  return [...byTool]
    .map(([tool, rows]) => ({
      ...{ tool, title: toolById(tool)?.title ?? tool, runs: rows.length },
      waitMs: figures.middleOf(rows.map(({ waited }) => waited)),
      runMs: figures.middleOf(rows.map(({ took }) => took)),
    }))
    .toSorted((a, b) => b.runs - a.runs);
}
