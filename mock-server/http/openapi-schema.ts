import { z } from 'zod';
import * as contractSchemas from '#shared/contract/schemas';
import type { DefinedTool } from '#shared/tools/define-tool';

export type Json = Record<string, unknown>;
export type Direction = 'input' | 'output';

const root = '#/components/schemas/';

/** The reference to a component by its name. */
export const schemaReference = (name: string): Json => ({ $ref: `${root}${name}` });

/** Name of the component that holds the parameters of a tool. */
export const paramsNameOf = (toolId: string): string => `${toolId[0]?.toUpperCase()}${toolId.slice(1)}Params`;

/** Names of the components: those under which the contract exports its schemas, and one for the form of each tool. */
let namedSchemas: ReturnType<typeof nameSchemas> | undefined;

function nameSchemas() {
  const registry = z.registry<{ id: string }>();
  const byName = new Map<string, z.ZodType>();
  const add = (id: string, schema: z.ZodType) => {
    if (byName.has(id)) throw new Error(`Two schemas of the description are named ${id}`);
    registry.add(schema, { id });
    byName.set(id, schema);
  };
  for (const [name, value] of Object.entries(contractSchemas)) if (value instanceof z.ZodType) add(name, value);
  return { registry, byName, add };
}

/** Gives the form of a tool its name, when it is first described: to make those of all tools takes long. */
export function nameForm({ id, params }: DefinedTool): void {
  namedSchemas ??= nameSchemas();
  const name = paramsNameOf(id);
  if (!namedSchemas.byName.has(name)) namedSchemas.add(name, params);
}

/** Formats of JSON Schema that the contract uses. Zod names more, each beside the pattern that says the same. */
const standardFormats: ReadonlySet<string> = new Set(['date-time', 'date', 'email', 'uri', 'uuid']);

function convert(schema: z.ZodType, io: Direction): Json & { $defs?: Record<string, Json> } {
  namedSchemas ??= nameSchemas();
  const { $schema: _dialect, ...json } = z.toJSONSchema(schema, {
    io,
    metadata: namedSchemas.registry,
    unrepresentable: 'any',
    override({ jsonSchema }) {
      if (jsonSchema.format !== undefined && !standardFormats.has(jsonSchema.format)) delete jsonSchema.format;
    },
    reused: 'inline',
  }) as Json;
  return json;
}

/**
 * Turns schemas of the contract into those of OpenAPI 3.1 and keeps the named ones once, as components. What a named
 * schema accepts and what it answers may differ, e.g. by defaults: then the former is named `…Input`, if both are used.
 * So that names do not depend on the order of calls, all answers are converted before the first input.
 */
export class SchemaComponents {
  /** Components by name, in the order in which they were first used. */
  readonly schemas: Json = {};
  #names = new Map<string, string>();
  #outputs = new Set<string>();

  /** A reference for a named schema; for others the schema, with references to the named ones in it. */
  of(schema: z.ZodType, io: Direction): Json {
    const { $defs = {}, ...own } = convert(schema, io);
    this.#keep($defs, io);
    return this.#referring(own, io);
  }

  /** The schema itself, where a reference may not stand; the named ones in it are referred to. */
  inline(schema: z.ZodType, io: Direction): Json {
    const { $defs = {}, ...own } = convert(schema, io);
    if (typeof own.$ref !== 'string') return this.of(schema, io);
    const { [own.$ref.slice('#/$defs/'.length)]: whole = {}, ...parts } = $defs;
    this.#keep(parts, io);
    const { id: _name, ...json } = whole;
    return this.#referring(json, io);
  }

  /** The component that a reference leads to; any other schema as it is. */
  at(json: Json): Json {
    return typeof json.$ref === 'string' ? (this.schemas[this.nameOf(json)] as Json) : json;
  }

  /** The name of the component that a reference leads to. */
  nameOf({ $ref }: Json): string {
    return String($ref).slice(root.length);
  }

  /** Keeps a schema as a component of its own, unless it is a reference to one already. */
  named(name: string, json: Json): Json {
    if (typeof json.$ref === 'string') return json;
    if (name in this.schemas) throw new Error(`Two schemas of the description are named ${name}`);
    this.schemas[name] = json;
    return schemaReference(name);
  }

  #keep(definitions: Readonly<Record<string, Json>>, io: Direction): void {
    const used = Object.keys(definitions).map((name) => [name, this.#nameFor(name, io)] as const);
    for (const [name, component] of used) {
      if (component in this.schemas) continue;
      const { id: _name, ...json } = definitions[name] as Json;
      this.schemas[component] = this.#referring(json, io);
    }
  }

  #nameFor(name: string, io: Direction): string {
    if (name.startsWith('__')) throw new Error('A schema that contains itself has to be exported by the contract');
    if (io === 'output') this.#outputs.add(name);
    const key = `${io} ${name}`;
    const component =
      this.#names.get(key) ?? (io === 'input' && this.#outputs.has(name) && !isAlike(name) ? `${name}Input` : name);
    this.#names.set(key, component);
    return component;
  }

  #referring(json: Json, io: Direction): Json {
    return JSON.parse(JSON.stringify(json), (key, value) => {
      if (key !== '$ref') return value;
      const name = String(value).replace('#/$defs/', '');
      return `${root}${this.#names.get(`${io} ${name}`)}`;
    });
  }
}

const alike = new Map<string, boolean>();

/** True when a named schema accepts exactly what it answers. */
function isAlike(name: string): boolean {
  let known = alike.get(name);
  if (known === undefined) {
    const schema = namedSchemas?.byName.get(name);
    known =
      schema !== undefined && JSON.stringify(convert(schema, 'input')) === JSON.stringify(convert(schema, 'output'));
    alike.set(name, known);
  }
  return known;
}
