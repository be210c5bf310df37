import type { ToolAnswer, ToolFieldAnswer, ToolOffer } from '#shared/contract/task';
import type { Plan } from '#shared/domain/plan';
import type { ResultQuality } from '#shared/domain/quality';
import { ProductError } from '#shared/errors';
import type { DefinedTool } from '#shared/tools/define-tool';
import type { Field } from '#shared/tools/field';
import { ailive } from '#shared/tools/outdoor';
import { tools } from '#shared/tools/registry';
import type { EngineDescription, LiveRenderer, RenderEngine } from '../../../adapters/render/port.ts';
import { type EngineTerms, type EngineTermsByName, ownTerms } from '../engine/engine-terms.ts';

export type EngineDirectory = ReturnType<typeof createEngineDirectory>;

export interface EngineChoice {
  engine: RenderEngine;
  quality: ResultQuality;
  terms: EngineTerms;
}

interface DirectoryOptions {
  /** The engine that staff have chosen for a tool; undefined leaves it to the order. */
  chosenFor?: (tool: string) => string | undefined;
  terms?: EngineTermsByName;
  /** Reason, a Chinese sentence, why nobody may use an engine now although it works. */
  closedBy?: (engine: string) => Promise<string | undefined>;
  /** Median time of an output by tool, milliseconds. */
  speedsOf?: (engine: string) => Promise<ReadonlyMap<string, number>>;
}

/** Which engine can run which tool. The first engine in the list that can is the default. */
export function createEngineDirectory(engines: readonly RenderEngine[], options: DirectoryOptions = {}) {
  const { chosenFor = () => undefined, terms = new Map<string, EngineTerms>(), closedBy, speedsOf } = options;
  const termsOf = (name: string) => terms.get(name) ?? ownTerms;

  /** All engines, in the order of the list, with their present abilities and why one cannot be used. */
  async function described() {
    return Promise.all(
      engines.map(async (engine) => {
        const about = await engine.describe();
        const closed = about.unavailable ?? (await closedBy?.(engine.name));
        return { engine, about, closed, terms: termsOf(engine.name) };
      }),
    );
  }

  const capabilities = async () => (await described()).filter(({ closed }) => closed === undefined);

  return {
    byName: (name: string) => engines.find((engine) => engine.name === name),

    /** Returns true for engines outside of this program, and for those that the operator has removed. */
    isConnected(name: string): boolean {
      const found = engines.find((engine) => engine.name === name);
      return found ? found.isConnected === true : true;
    },

    /** Why an engine cannot be used now, a Chinese sentence; undefined when it can. */
    async closedWords(name: string): Promise<string | undefined> {
      return (await described()).find(({ engine }) => engine.name === name)?.closed;
    },

    /** Refusal for an engine that could run the tool if it could be used now; undefined for any other. */
    async closedFor(tool: string, name: string): Promise<ProductError | undefined> {
      const found = (await described()).find(({ engine }) => engine.name === name);
      if (found?.closed === undefined || !found.about.tools.some((entry) => entry.tool === tool)) return undefined;
      const fill = { title: found.about.title, reason: found.closed };
      const { message } = new ProductError('task.engine_closed', { fill });
      return new ProductError('task.engine_closed', { fill, fields: { engine: [message] } });
    },

    /**
     * The engine that is named, or else the first one, that accounts of the plan may use. Undefined when it cannot run
     * the tool now.
     * @param plan undefined: all engines
     * @param isOwn true: only engines of this program
     */
    async forTool(tool: string, name?: string, plan?: Plan, isOwn = false): Promise<EngineChoice | undefined> {
      for (const found of inOrder(await capabilities(), name === undefined ? chosenFor(tool) : undefined)) {
        if (name !== undefined && found.engine.name !== name) continue;
        if (isOwn && found.engine.isConnected) continue;
        if (name === undefined && !mayUse(found.terms, plan)) continue;
        const capability = found.about.tools.find((entry) => entry.tool === tool);
        if (capability) return { engine: found.engine, quality: capability.quality, terms: found.terms };
      }
      return undefined;
    },

    /** The engine that is named, or else the first one, of those that draw live pictures now. */
    async forLive(name?: string): Promise<LiveRenderer | undefined> {
      const capable = inOrder(await capabilities(), name === undefined ? chosenFor(ailive.id) : undefined);
      const found = capable.find(({ engine }) => engine.openLive && (name === undefined || engine.name === name));
      return found?.engine.openLive?.();
    },

    /** Terms of every tool's default engine on a plan, by tool id; tools without one are left out. */
    async offers(plan: Plan): Promise<Record<string, ToolOffer>> {
      const capable = (await capabilities()).filter(({ terms: offer }) => mayUse(offer, plan));
      const found = tools.flatMap(({ id }) => {
        for (const { about, terms: offer } of inOrder(capable, chosenFor(id))) {
          const capability = about.tools.find(({ tool }) => tool === id);
          const { priceFactor, hasFreeOutputs } = offer;
          if (capability) return [[id, { quality: capability.quality, priceFactor, hasFreeOutputs }] as const];
        }
        return [];
      });
      return Object.fromEntries(found);
    },

    /** The registry as clients see it, with what each engine can do. */
    async toolList(): Promise<ToolAnswer[]> {
      const all = await Promise.all(
        (await described()).map(async (found) => ({ ...found, speeds: await speedsOf?.(found.engine.name) })),
      );
      return tools.map((tool) => ({
        id: tool.id,
        paths: [...tool.paths],
        title: tool.title,
        group: tool.group,
        ticket: {
          kind: tool.ticket.kind,
          cost: tool.ticket.cost,
          ...(tool.ticket.freeDaily === undefined ? {} : { freeDaily: tool.ticket.freeDaily }),
        },
        fields: fieldAnswers(tool.fields),
        ...engineAnswers(tool, inOrder(all, chosenFor(tool.id))),
        ...(tool.sample ? { sample: `/samples/${tool.sample.before}.jpg` } : {}),
      }));
    },
  };
}

/** Returns true when accounts of the plan may use an engine of these terms. */
export const mayUse = ({ plans }: EngineTerms, plan: Plan | undefined): boolean =>
  plans === undefined || plan === undefined || plans.includes(plan);

interface DescribedEngine {
  engine: RenderEngine;
  about: EngineDescription;
  closed: string | undefined;
  terms: EngineTerms;
  speeds: ReadonlyMap<string, number> | undefined;
}

/** Engines of a tool: those that can run it now, and those that could with the reason why not. */
function engineAnswers(
  { id }: DefinedTool,
  engines: readonly DescribedEngine[],
): Pick<ToolAnswer, 'engines' | 'closedEngines'> {
  const able = engines.flatMap((found) => {
    const capability = found.about.tools.find(({ tool }) => tool === id);
    return capability ? [{ ...found, capability }] : [];
  });
  return {
    engines: able
      .filter(({ closed }) => closed === undefined)
      .map(({ engine, about, terms, speeds, capability }) => ({
        ...{ name: engine.name, title: about.title, quality: capability.quality, algorithm: capability.algorithm },
        ...{ priceFactor: terms.priceFactor, hasFreeOutputs: terms.hasFreeOutputs },
        ...(terms.plans && { plans: [...terms.plans] }),
        ...(terms.leaves && { leaves: terms.leaves }),
        ...(speeds?.has(id) && { usualMs: Math.round(speeds.get(id) ?? 0) }),
        unheeded: [...(capability.unheeded ?? [])],
        isUntested: capability.isUntested ?? false,
      })),
    closedEngines: able.flatMap(({ engine, about, closed }) =>
      closed === undefined ? [] : [{ name: engine.name, title: about.title, reason: closed }],
    ),
  };
}

/** Field properties that are named alike in the tool registry and in the response. */
const sameFacts = ['min', 'max', 'step', 'unit', 'grow'] as const;

function fieldAnswers(fields: Readonly<Record<string, Field>>): ToolFieldAnswer[] {
  return Object.entries(fields).map(([name, field]) => {
    const facts = sameFacts.flatMap((fact) => (field[fact] === undefined ? [] : [[fact, field[fact]] as const]));
    const { options, stops, columns } = field;
    return {
      ...{ name, editor: field.editor, label: field.label, required: field.isRequired, default: field.default ?? null },
      ...Object.fromEntries(facts),
      ...(stops && { stops: stops.map(({ value, label }) => ({ value, label })) }),
      ...(options && { options: options.map(({ value, label }) => ({ value, label })) }),
      ...(columns && { columns: fieldAnswers(columns) }),
    };
  });
}

/** The one that is chosen first, the rest as they stand. */
function inOrder<E extends { engine: RenderEngine }>(engines: readonly E[], chosen: string | undefined): readonly E[] {
  if (chosen === undefined) return engines;
  return engines.toSorted((a, b) => Number(b.engine.name === chosen) - Number(a.engine.name === chosen));
}

/** Why a tool cannot run: the engine that was named cannot, or there is none at all. */
export function noEngine({ title }: DefinedTool, name: string | undefined): ProductError {
  if (name === undefined) return new ProductError('tool.no_engine', { fill: { title } });
  const fill = { engine: [...name].slice(0, 64).join(''), title };
  return new ProductError('task.engine', {
    fill,
    fields: { engine: [new ProductError('task.engine', { fill }).message] },
  });
}
