import type { ToolAnswer } from '#shared/contract/task';
import type { Plan } from '#shared/domain/plan';
import type { Values } from './field-rules';

type Engine = ToolAnswer['engines'][number];

export const mayUseEngine = ({ plans }: Engine, plan: Plan): boolean => plans === undefined || plans.includes(plan);

/** Name of the engine that the form asks for; undefined where it leaves the choice to the server. */
export const askedEngine = ({ engine }: Values): string | undefined =>
  typeof engine === 'string' && engine !== '' ? engine : undefined;

/** The engine that a start of the form would run on: the one that is asked for, or the first that the plan may use. */
export function engineFor<E extends Engine>(
  engines: readonly E[] | undefined,
  values: Values,
  plan: Plan,
): E | undefined {
  const asked = askedEngine(values);
  return engines?.find((engine) => (asked === undefined ? mayUseEngine(engine, plan) : engine.name === asked));
}
