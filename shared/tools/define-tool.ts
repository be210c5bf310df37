import { z } from 'zod';
import type { TicketKind } from '../domain/ticket-kind.ts';
import type { Field } from './field.ts';
import type { ToolGroup } from './groups.ts';

export type Fields = Readonly<Record<string, Field>>;
type ParamsShape<F extends Fields> = { [K in keyof F]: F[K]['schema'] };

/** A tool as data: its routes, form, validation, price and place on the tool wall. */
export interface Tool<F extends Fields = Fields> {
  /** Route without the slash, e.g. `toline`. */
  id: string;
  paths: readonly `/${string}`[];
  title: string;
  /** One short sentence for cards and page descriptions. */
  summary: string;
  group: ToolGroup;
  ticket: {
    kind: TicketKind;
    /** Tickets per output at standard size; 0 = free. */
    cost: number;
    /** Outputs a day that cost nothing. */
    freeDaily?: number;
  };
  fields: F;
  /** Outputs of a run: a fixed number, or what a field says. */
  outputs: number | ((params: ParamsOf<F>) => number);
  /** Tickets per output for these parameters, where it is not `ticket.cost` times the size multiplier. */
  price?: (params: ParamsOf<F>) => number;
  /** Sample pictures in `user-app/public/samples/`, by name: what it starts from, what comes out. */
  sample?: { before: string; after: string };
  /** Further words people search it by. */
  keywords: readonly string[];
}

export type ParamsOf<F extends Fields> = z.output<z.ZodObject<ParamsShape<F>>>;

export interface DefinedTool<F extends Fields = Fields> extends Tool<F> {
  /** Validates and completes parameters; unknown names are refused. */
  params: z.ZodObject<ParamsShape<F>>;
}

export function defineTool<const F extends Fields>(tool: Tool<F>): DefinedTool<F> {
  const shape = Object.fromEntries(Object.entries(tool.fields).map(([name, field]) => [name, field.schema]));
  return { ...tool, params: z.strictObject(shape) as unknown as z.ZodObject<ParamsShape<F>> };
}

/** What the form starts from. */
export function defaultsOf(tool: DefinedTool): Record<string, unknown> {
  const entries = Object.entries(tool.fields).filter(([, field]) => field.default !== undefined);
  return Object.fromEntries(entries.map(([name, field]) => [name, field.default]));
}
