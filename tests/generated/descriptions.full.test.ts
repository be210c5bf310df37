import { type Validator as Reading, registerSchema, validate } from '@hyperjump/json-schema/draft-2020-12';
import '@hyperjump/json-schema/formats';
import { validate as validateDocument } from '@hyperjump/json-schema/openapi-3-1';
import { Validator } from '@seriousme/openapi-schema-validator';
import { Ajv2020 } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import { beforeAll, describe, expect, it } from 'vitest';
import { startTestServer } from '../support/server.ts';

/*
 * Both descriptions as programs read them that know nothing of this house: two validators of OpenAPI documents, two
 * implementations of JSON Schema.
 */

type Json = Record<string, unknown>;
interface Description extends Json {
  components: { schemas: Record<string, Json> };
}
/** A schema of a description with the examples that stand beside it. */
interface Place {
  at: string;
  schema: Json;
  examples: unknown[];
}

const descriptions = new Map<string, Description>();
beforeAll(async () => {
  const server = await startTestServer();
  for (const address of ['/api/openapi.json', '/__mock/openapi.json'])
    descriptions.set(address, (await (await fetch(server.origin + address)).json()) as Description);
  await server.close();
});

const isObject = (value: unknown): value is Json => typeof value === 'object' && value !== null;

/** Every parameter, body, answer and header that has a schema. */
function placesIn(value: unknown, at = ''): Place[] {
  if (!isObject(value)) return [];
  const parts = Object.entries(value).filter(([name]) => name !== 'example' && name !== 'examples');
  const within = parts.flatMap(([name, part]) => placesIn(part, `${at}/${name}`));
  if (!isObject(value.schema)) return within;
  const named = Object.values((value.examples ?? {}) as Record<string, { value: unknown }>).map((each) => each.value);
  const examples = 'example' in value ? [value.example, ...named] : named;
  return [{ at, schema: value.schema, examples }, ...within];
}

/** Ajv that refuses keywords and formats which JSON Schema and OpenAPI do not have. */
function strictAjv(): Ajv2020 {
  const ajv = new Ajv2020({ strict: true, allowUnionTypes: true, strictRequired: false });
  addFormats.default(ajv);
  // Those of OpenAPI; binary is of its dialect.
  for (const keyword of ['discriminator', 'example']) ajv.addKeyword(keyword);
  ajv.addFormat('binary', true);
  return ajv;
}

/** The schema with its references led to components that are registered under this address. */
const referringTo = <Schema extends Json>(address: string, schema: Schema): Schema =>
  JSON.parse(JSON.stringify(schema).replaceAll('"#/components/schemas/', `"${address}#/$defs/`));

const dialect = 'https://json-schema.org/draft/2020-12/schema';

/** Values near an example that are wrong more often than not: a field gone, of another type, or too many. */
function nearly(example: unknown): unknown[] {
  if (Array.isArray(example)) {
    const [first = null] = example;
    return [...nearly(first).map((item) => [item]), { 0: first }, null];
  }
  if (!isObject(example)) return [null, [example], { value: example }, typeof example === 'string' ? 7 : 'text', true];
  const gone = Object.keys(example).map((name) => {
    const { [name]: _gone, ...rest } = example;
    return rest;
  });
  const wrong = Object.entries(example).flatMap(([name, value]) =>
    (typeof value === 'object' ? nearly(value).slice(0, 3) : nearly(value)).map((item) => ({
      ...example,
      [name]: item,
    })),
  );
  return [...gone, ...wrong, { ...example, surplus: 1 }, [example], null];
}

describe.each([
  ['product', '/api/openapi.json', 900],
  ['control plane', '/__mock/openapi.json', 50],
])('the description of the %s', (name, address, fewest) => {
  let description: Description;
  let places: Place[];
  let ajv: Ajv2020;
  const base = `https://description.test/${name.replace(' ', '-')}`;
  beforeAll(() => {
    description = descriptions.get(address)!;
    places = placesIn(description);
    ajv = strictAjv();
    ajv.addSchema({ $id: base, $defs: referringTo(base, description.components.schemas) });
    registerSchema({ $schema: dialect, $defs: referringTo(base, description.components.schemas) as never }, base);
  });

  let registered = 0;
  async function readersOf(schema: Json): Promise<{ byAjv: (value: unknown) => boolean; byHyperjump: Reading }> {
    const own = `${base}/${++registered}`;
    const moved = referringTo(base, schema);
    registerSchema({ $schema: dialect, ...moved }, own);
    return { byAjv: ajv.compile(moved), byHyperjump: await validate(own) };
  }

  it('is a document of OpenAPI 3.1, say two validators', async () => {
    const { valid, errors } = await new Validator().validate(structuredClone(description));
    expect([valid, errors]).toEqual([true, undefined]);
    expect(await validateDocument('https://spec.openapis.org/oas/3.1/schema-base', description as never)).toEqual({
      valid: true,
    });
    const { paths: _none, ...without } = description;
    expect((await new Validator().validate({ ...without, paths: { '/a': { get: { responses: 7 } } } })).valid).toBe(
      false,
    );
  });

  it('has schemas of standard keywords and formats alone', () => {
    const faults: string[] = [];
    for (const { at, schema } of places)
      try {
        ajv.compile(referringTo(base, schema));
      } catch (error) {
        faults.push(`${at}: ${String(error)}`);
      }
    expect(faults).toEqual([]);
    expect(places.length).toBeGreaterThan(fewest);
    expect(() => ajv.compile({ type: 'string', format: 'no-such-format' })).toThrow();
  });

  it('has examples that both implementations accept, which agree on values near them', async () => {
    const refused: string[] = [];
    const disputed: string[] = [];
    let [accepted, wrong] = [0, 0];
    for (const { at, schema, examples } of places.filter((place) => place.examples.length > 0)) {
      const { byAjv, byHyperjump } = await readersOf(schema);
      for (const example of examples) {
        if (byAjv(example) && byHyperjump(example as never).valid) accepted++;
        else refused.push(`${at}: ${JSON.stringify(example).slice(0, 200)}`);
        for (const value of nearly(example).slice(0, 40)) {
          const isAccepted = byAjv(value);
          if (!isAccepted) wrong++;
          if (byHyperjump(value as never).valid !== isAccepted)
            disputed.push(`${at}: ${isAccepted} for ${JSON.stringify(value).slice(0, 200)}`);
        }
      }
    }
    expect({ refused, disputed }).toEqual({ refused: [], disputed: [] });
    expect(accepted).toBeGreaterThan(fewest);
    expect(wrong).toBeGreaterThan(10 * fewest);
  });
});
