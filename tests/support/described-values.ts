import fc from 'fast-check';

type Json = Record<string, unknown>;

export interface Description {
  paths: Record<string, Record<string, Operation>>;
  components: { schemas: Record<string, Json>; parameters: Record<string, Parameter> };
}

interface Parameter {
  name: string;
  in: 'path' | 'query';
  schema: Json;
}

interface Operation {
  operationId: string;
  parameters: Array<Parameter | { $ref: string }>;
  requestBody?: { content: Record<string, { schema: Json }> };
}

/** A field of a call as the description has it. */
export interface DescribedField {
  name: string;
  in: 'path' | 'query' | 'body';
  isRequired: boolean;
  schema: Json;
}

/** A value for a field. `isForbidden`: the field's schema refuses it. */
export interface DescribedValue {
  value: unknown;
  isForbidden: boolean;
}

/** Reads fields of calls from a description, and makes values for them that follow from their schemas. */
export function describedValues(description: Description) {
  const { schemas, parameters } = description.components;
  const lastOf = (reference: string) => reference.split('/').at(-1) ?? '';
  const resolve = (schema: Json): Json =>
    typeof schema.$ref === 'string' ? resolve(schemas[lastOf(schema.$ref)] ?? {}) : schema;

  /** Properties of an object, of the parts of an intersection and of the first option of a union too. */
  function propertiesOf(given: Json): { properties: Record<string, Json>; required: string[] } {
    const schema = resolve(given);
    const parts = [...((schema.allOf ?? []) as Json[]), ...((schema.oneOf ?? []) as Json[]).slice(0, 1)];
    const all = [schema as Partial<ReturnType<typeof propertiesOf>>, ...parts.map(propertiesOf)];
    return {
      properties: Object.assign({}, ...all.map((part) => part.properties)),
      required: all.flatMap((part) => part.required ?? []),
    };
  }

  const operations = new Map(
    Object.values(description.paths)
      .flatMap((methods) => Object.values(methods))
      .map((operation) => [operation.operationId, operation]),
  );

  return {
    resolve,

    /** Fields of a call; none for one that the description does not have. */
    fieldsOf(name: string): DescribedField[] {
      const { parameters: listed = [], requestBody } = operations.get(name) ?? {};
      const placed = listed.flatMap((given) => {
        const parameter = '$ref' in given ? parameters[lastOf(given.$ref)] : given;
        if (!parameter) return [];
        return [
          { name: parameter.name, in: parameter.in, isRequired: parameter.in === 'path', schema: parameter.schema },
        ];
      });
      const body = requestBody?.content['application/json'];
      const { properties, required } = body ? propertiesOf(body.schema) : { properties: {}, required: [] };
      const sent = Object.entries(properties).map(([field, schema]) => ({
        name: field,
        in: 'body' as const,
        isRequired: required.includes(field),
        schema,
      }));
      return [...placed, ...sent];
    },

    /** Values at the bounds of a field and beyond them, as JSON has them. */
    boundsOf: (field: DescribedField): DescribedValue[] => boundsOf(resolve(field.schema), resolve),
  };
}

const right = (...values: unknown[]): DescribedValue[] => values.map((value) => ({ value, isForbidden: false }));
const wrong = (...values: unknown[]): DescribedValue[] => values.map((value) => ({ value, isForbidden: true }));

const longestText = 70_000;

function boundsOf(schema: Json, resolve: (schema: Json) => Json): DescribedValue[] {
  const options = ((schema.anyOf ?? schema.oneOf) as Json[] | undefined)?.map(resolve);
  if (options) return boundsOfUnion(options, resolve);
  if (Array.isArray(schema.enum)) return [...right(...schema.enum.slice(0, 3)), ...wrong('no-such-choice', { a: 1 })];
  if ('const' in schema) return [...right(schema.const), ...wrong('no-such-choice', { a: 1 })];
  switch (schema.type) {
    case 'string':
      return boundsOfText(schema as TextBounds);
    case 'integer':
    case 'number':
      return boundsOfNumber(schema as unknown as NumberBounds);
    case 'boolean':
      return [...right(true, false), ...wrong('yes', 2, {}, [])];
    case 'array':
      return boundsOfList(schema as ListBounds, resolve);
    case 'object':
      return [...right({}), ...wrong('text', 7, [], true)];
    default:
      return [];
  }
}

/** Values that every option allows or refuses cannot be told by the options alone, so only plain types are wrong. */
function boundsOfUnion(options: readonly Json[], resolve: (schema: Json) => Json): DescribedValue[] {
  const allowed = options.flatMap((option) => boundsOf(option, resolve)).filter((each) => !each.isForbidden);
  const isNullable = options.some((option) => option.type === 'null');
  return [...allowed.slice(0, 12), ...(isNullable ? right(null) : [])];
}

interface TextBounds {
  minLength?: number;
  maxLength?: number;
  pattern?: string;
  format?: string;
}

function boundsOfText({ minLength = 0, maxLength, pattern, format }: TextBounds): DescribedValue[] {
  const isFree = pattern === undefined && format === undefined;
  const most = Math.min(maxLength ?? longestText, longestText);
  const within = isFree
    ? right(
        'x'.repeat(Math.max(minLength, 1)),
        'x'.repeat(most),
        '宽'.repeat(most),
        '🏠'.repeat(most / 2),
        'e\u0301'.repeat(most / 2),
      )
    : [];
  const beyond = maxLength === undefined ? [] : wrong('x'.repeat(maxLength + 1));
  const short = minLength > 0 ? wrong('x'.repeat(minLength - 1)) : [];
  return [...within, ...beyond, ...short, ...wrong(7, true, {}, ['x'])];
}

interface NumberBounds {
  type: 'integer' | 'number';
  minimum?: number;
  maximum?: number;
}

function boundsOfNumber({ type, minimum, maximum }: NumberBounds): DescribedValue[] {
  const within = right(...[minimum, maximum, 0, 1].filter((value) => value !== undefined)).map(({ value }) => ({
    value,
    isForbidden: (value as number) < (minimum ?? -Infinity) || (value as number) > (maximum ?? Infinity),
  }));
  const beyond = [...(minimum === undefined ? [] : [minimum - 1]), ...(maximum === undefined ? [] : [maximum + 1])];
  const fractions = type === 'integer' ? wrong(0.5, 1e308, -1e308) : right(1e308, -1e308, 5e-324);
  const judged = fractions.map(({ value, isForbidden }) => ({
    value,
    isForbidden: isForbidden || (value as number) < (minimum ?? -Infinity) || (value as number) > (maximum ?? Infinity),
  }));
  return [...within, ...wrong(...beyond), ...judged, ...wrong('many', {}, [], true)];
}

interface ListBounds {
  items?: Json;
  minItems?: number;
  maxItems?: number;
}

function boundsOfList({ items = {}, minItems = 0, maxItems }: ListBounds, resolve: (schema: Json) => Json) {
  const inner = boundsOf(resolve(items), resolve);
  const [item] = inner.filter((each) => !each.isForbidden);
  const bad = inner.find((each) => each.isForbidden);
  const filled = (count: number) => Array.from({ length: count }, () => item?.value ?? null);
  return [
    ...(minItems > 0 ? wrong(filled(minItems - 1)) : right([])),
    ...(item ? right(filled(Math.max(minItems, 1))) : []),
    ...(maxItems === undefined || maxItems > 5000 ? [] : [...right(filled(maxItems)), ...wrong(filled(maxItems + 1))]),
    ...(bad ? wrong([bad.value]) : []),
    ...wrong({ length: 3 }, 7),
  ];
}

/** Values that look for a weak place, whatever a field takes. */
export const hostileValues: readonly unknown[] = [
  ...['\u0000', 'a\u0000b', '\ud800', 'x\udfffy', '\uffff', '\u202e\u2066'],
  ...[
    '__proto__',
    'constructor',
    'toString',
    '../../../../etc/passwd',
    '..\\..\\boot.ini',
    '/dev/zero',
    'file:///etc/passwd',
  ],
  ...[
    "' OR 1=1 --",
    '"; DROP TABLE account; --',
    '%',
    '_',
    '*',
    '$(id)',
    '`id`',
    '{{7*7}}',
    '<script>alert(1)</script>',
  ],
  ...['null', 'undefined', 'NaN', 'Infinity', '-0', '0x10', '1e999', '9'.repeat(400), '٣', 'x'.repeat(20_000)],
  ...[null, -1, 2 ** 53, -(2 ** 53), 1.5, [[]], [null], { $ne: null }, { toString: 1 }, { length: -1 }],
  JSON.parse('{"__proto__":{"isAdmin":true},"constructor":{"prototype":{"isAdmin":true}}}'),
  JSON.parse(`${'['.repeat(3000)}${']'.repeat(3000)}`),
  JSON.parse(`${'{"a":'.repeat(500)}1${'}'.repeat(500)}`),
];

/** Some of the hostile values and of any other, which follow from the seed. */
export function hostileFor(seed: number, count: number): unknown[] {
  const arbitrary = fc.oneof(
    { weight: 4, arbitrary: fc.constantFrom(...hostileValues) },
    { weight: 1, arbitrary: fc.jsonValue({ maxDepth: 4 }) },
    { weight: 1, arbitrary: fc.string({ unit: 'binary', maxLength: 60 }) },
  );
  return fc.sample(arbitrary, { seed, numRuns: count });
}
