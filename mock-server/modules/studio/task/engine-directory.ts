import type { ToolAnswer, ToolFieldAnswer } from '#shared/contract/task';
import type { ResultQuality } from '#shared/domain/quality';
import { ProductError } from '#shared/errors';
import type { DefinedTool } from '#shared/tools/define-tool';
import type { Field } from '#shared/tools/field';
import { ailive } from '#shared/tools/outdoor';
import { tools } from '#shared/tools/registry';
import type { LiveRenderer, RenderEngine, ToolCapability } from '../../../adapters/render/port.ts';

export type EngineDirectory = ReturnType<typeof createEngineDirectory>;

/** Which engine can run which tool. The first engine in the list that can is the default. */
export function createEngineDirectory(
  engines: readonly RenderEngine[],
  /** The engine that staff have chosen for a tool; undefined leaves it to the order. */
  chosenFor: (tool: string) => string | undefined = () => undefined,
) {
  async function capabilities() {
    const described = await Promise.all(engines.map(async (engine) => ({ engine, about: await engine.describe() })));
    return described.filter(({ about }) => about.unavailable === undefined);
  }

  return {
    byName: (name: string) => engines.find((engine) => engine.name === name),

    /** The engine that is named, or else the first one. Undefined when it cannot run the tool now. */
    async forTool(tool: string, name?: string): Promise<{ engine: RenderEngine; quality: ResultQuality } | undefined> {
      for (const { engine, about } of inOrder(await capabilities(), name === undefined ? chosenFor(tool) : undefined)) {
        if (name !== undefined && engine.name !== name) continue;
        const capability = about.tools.find((entry) => entry.tool === tool);
        if (capability) return { engine, quality: capability.quality };
      }
      return undefined;
    },

    /** The engine that is named, or else the first one, of those that draw live pictures now. */
    async forLive(name?: string): Promise<LiveRenderer | undefined> {
      const capable = inOrder(await capabilities(), name === undefined ? chosenFor(ailive.id) : undefined);
      const found = capable.find(({ engine }) => engine.openLive && (name === undefined || engine.name === name));
      return found?.engine.openLive?.();
    },

    /** Quality of every tool's default engine, by tool id; tools that no engine can run now are left out. */
    async qualities(): Promise<Record<string, ResultQuality>> {
      const capable = await capabilities();
      const found = tools.flatMap(({ id }) => {
        const order = inOrder(capable, chosenFor(id));
        const capability = order.flatMap(({ about }) => about.tools).find(({ tool }) => tool === id);
        return capability ? [[id, capability.quality] as const] : [];
      });
      return Object.fromEntries(found);
    },

    /** The registry as clients see it, with what each engine can do. */
    async toolList(): Promise<ToolAnswer[]> {
      const capable = await capabilities();
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
        engines: inOrder(capable, chosenFor(tool.id)).flatMap(({ engine, about }) => {
          const capability = about.tools.find((entry: ToolCapability) => entry.tool === tool.id);
          if (!capability) return [];
          return [
            { name: engine.name, title: about.title, quality: capability.quality, algorithm: capability.algorithm },
          ];
        }),
        ...(tool.sample ? { sample: `/samples/${tool.sample.before}.jpg` } : {}),
      }));
    },
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
