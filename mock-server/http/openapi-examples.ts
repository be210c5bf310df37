import { tools } from '#shared/tools/registry';
import type { Json } from './openapi-schema.ts';

/** Looks up the schema behind a reference; gives any other schema as it is. */
export type Resolve = (schema: Json) => Json;

interface Reading {
  resolve: Resolve;
  /** References on the way from the root: a schema that contains itself ends with an empty list. */
  within: readonly string[];
  /** Leave out properties that are not required. */
  isBrief: boolean;
}

/**
 * A value that a JSON schema accepts, the same for the same schema: defaults and first choices, and for free texts and
 * numbers what a property of its name usually holds.
 * @param options.isBrief leaves out the properties that are not required
 */
export function exampleOf(schema: Json, resolve: Resolve, { isBrief = false } = {}): unknown {
  return valueFor(schema, '', { resolve, within: [], isBrief });
}

/** The same for the value of a property or parameter of this name. */
export function exampleNamed(name: string, schema: Json, resolve: Resolve): unknown {
  return valueFor(schema, name, { resolve, within: [], isBrief: false });
}

function valueFor(schema: Json, name: string, reading: Reading): unknown {
  if (Array.isArray(schema.examples)) return schema.examples[0];
  if ('default' in schema && schema.default !== '') return schema.default;
  if ('const' in schema) return schema.const;
  if (Array.isArray(schema.enum)) return schema.enum[0];
  if (typeof schema.$ref === 'string') {
    const within = [...reading.within, schema.$ref];
    return valueFor(reading.resolve(schema), name, { ...reading, within });
  }
  const among = (schema.anyOf ?? schema.oneOf) as Json[] | undefined;
  if (among && schema.type === undefined) {
    const first = among.find((option) => option.type !== 'null' && !isRepeated(option, reading));
    return first ? valueFor(first, name, reading) : null;
  }
  if (Array.isArray(schema.allOf))
    return Object.assign({}, ...(schema.allOf as Json[]).map((part) => valueFor(part, name, reading)));
  const types = [schema.type].flat();
  const type = types.find((kind) => kind !== 'null');
  return byType[String(type)]?.(schema, name, reading) ?? null;
}

const isRepeated = ({ $ref }: Json, { within }: Reading): boolean => typeof $ref === 'string' && within.includes($ref);

const acceptsNothing = ({ not }: Json): boolean => typeof not === 'object' && Object.keys(not ?? {}).length === 0;

interface ListSchema {
  items?: Json | false;
  prefixItems?: Json[];
  minItems?: number;
  maxItems?: number;
}

const byType: Readonly<Record<string, (schema: Json, name: string, reading: Reading) => unknown>> = {
  object: objectOf,
  array: (schema, name, reading) => {
    const { items, prefixItems, minItems = 1, maxItems = 1 } = schema as ListSchema;
    const each = singular(name);
    if (prefixItems) return prefixItems.map((item) => valueFor(item, each, reading));
    if (!items || isRepeated(items, reading) || acceptsNothing(items)) return [];
    const count = Math.max(Math.min(1, maxItems), minItems);
    return Array.from({ length: count }, () => valueFor(items, each, reading));
  },
  string: textOf,
  integer: (schema, name) => Math.round(bounded(schema, numberNamed(name, true))),
  number: (schema, name) => bounded(schema, numberNamed(name, false)),
  boolean: (_schema, name) => !/^(is(Off|Hidden|Private|Test|Deleted|Trial)|has(Draft|Fault))/.test(name),
};

function objectOf(schema: Json, name: string, reading: Reading): Json {
  const {
    properties = {},
    required = [],
    additionalProperties,
    propertyNames,
  } = schema as {
    properties?: Record<string, Json>;
    required?: string[];
    additionalProperties?: Json | boolean;
    propertyNames?: Json;
  };
  const listed = Object.entries(properties).filter(
    ([key, property]) => required.includes(key) || (!reading.isBrief && !isRepeated(property, reading)),
  );
  const value = Object.fromEntries(listed.map(([key, property]) => [key, valueFor(property, key, reading)]));
  if (typeof additionalProperties !== 'object' || Object.keys(additionalProperties).length === 0) return value;
  const keys = propertyNames ? choicesOf(propertyNames) : [recordKeys[name] ?? 'name'];
  return {
    ...value,
    ...Object.fromEntries(keys.map((key) => [key, valueFor(additionalProperties, key, reading)])),
  };
}

/** A record by choices has all of them; one by other texts is given a key. */
const choicesOf = ({ enum: choices, const: only }: Json): string[] =>
  Array.isArray(choices) ? choices : only === undefined ? ['name'] : [String(only)];

/** Keys of records whose keys are free. */
const recordKeys: Readonly<Record<string, string>> = {
  fields: 'phoneNo',
  errors: 'phoneNo',
  misfits: 'upload_img',
  categoryNames: '101',
  values: 'needed',
  params: 'upload_img',
};

const singular = (name: string): string => name.replace(/ies$/, 'y').replace(/s$/, '');

/** 20 November 2026, 10:00 in China. */
const instant = 1_795_140_000_000;
const day = '2026-11-20';

function numberNamed(name: string, isWhole: boolean): number {
  if (/(At|From|Until|Start|Expires|since|from|to|at|now)$/.test(name)) return instant;
  if (/^width$/i.test(name)) return 1920;
  if (/^height$/i.test(name)) return 1080;
  if (/ms$/i.test(name)) return 8400;
  if (/bytes|memory/i.test(name)) return 1_048_576;
  if (/price|amount|paid|fee/i.test(name)) return 2200;
  return isWhole ? 1 : 0.5;
}

function bounded(schema: Json, wanted: number): number {
  const { minimum, maximum, exclusiveMinimum, exclusiveMaximum } = schema as Record<string, number | undefined>;
  const least = minimum ?? (exclusiveMinimum === undefined ? Number.NEGATIVE_INFINITY : exclusiveMinimum + 1);
  const most = maximum ?? (exclusiveMaximum === undefined ? Number.POSITIVE_INFINITY : exclusiveMaximum - 1);
  return Math.min(Math.max(wanted, least), most);
}

/** Texts by what ends the name of their property; the first that fits holds. */
const texts: ReadonlyArray<readonly [RegExp, string]> = [
  [/^(phone|phoneNo|loginPhone)$/, '13812345678'],
  [/^(verifyCode|totpCode)$/, '123456'],
  [/email/i, 'lin@example.com'],
  [/password/i, 'Zhuhui-2026'],
  [/(nickName|authorName|byName|ByName|By)$/, '林工'],
  [/company/i, '某某设计院'],
  [/contact/i, '林工'],
  [/taxNo/, '91310000MA1FL00000'],
  [/color$/i, '#8a9ba8'],
  [/thumbHash/, 'YJqGPQw7sFlslqhFafSE+Q6oJ1h2iHB2Rw=='],
  [/(url|avatar|redirectUrl|logo)$/i, '/api/image/img_k3v9x2m7q4w8n5t6'],
  [/^mask$/, 'data:image/png;base64,iVBORw0KGgo='],
  [/^(path|paths|to|from|fromPath)$/, tools[0]?.paths[0] ?? '/'],
  [/(^day|^date|Day|On|readAt)$/, day],
  [/^openapi$/, '3.1.0'],
  [/^status$/, 'ok'],
  [/^tool$/, tools[0]?.id ?? ''],
  [/toolTitle/, tools[0]?.title ?? ''],
  [/title$/i, '湖畔现代别墅'],
  [/^(engine|engines)$/, 'embedded'],
  [/^(classifyId|categoryId|categories)/, '101'],
  [/(tag|tags|keyword|word|words|used|ignored)$/, '清水混凝土'],
  [/(message|errorMsg|sentence|waitWords)$/, '已完成'],
  [/reason$/i, '用户来电'],
  [/(answer|resolution|note)$/i, '已核对'],
  [/(promptTxt|description|about|text|need)$/, '三层现代别墅，清水混凝土与木，黄昏，湖边'],
  [/(name|label|unit)$/i, '示例'],
  [/(order|trade|receipt|invoice)No$/, '20261120100000000001'],
  [/(token|signature|cursor|nextCursor|key|hash|etag)$/i, 'k3v9x2m7q4w8n5t6'],
  [/(id|ids|No)$/i, 'k3v9x2m7q4w8n5t6'],
];

/** The prefix of ids that are named otherwise than what they are of. */
const idPrefixes: Readonly<Record<string, string>> = {
  image: 'img',
  parent: 'task',
  retriedFrom: 'task',
  account: 'user',
  author: 'user',
  conversation: 'chat',
  message: 'msg',
};

/** An id as the server makes them, for a property named `…Id`; undefined for others. */
function idNamed(name: string): string | undefined {
  const of = /^(\w+?)Ids?$/.exec(name)?.[1] ?? (name === 'parent' || name === 'retriedFrom' ? name : undefined);
  if (of === undefined || /^(classify|category|preset)/.test(of)) return undefined;
  return `${idPrefixes[of] ?? of.toLowerCase()}_k3v9x2m7q4w8n5t6`;
}

/** Texts for the patterns of the contract that no usual text fits. */
const patterned = [day, '2026-11', '101', '#8a9ba8', 'orders', '123456', '13812345678', '10:00', 'lin@example.com'];

function textOf(schema: Json, name: string): string {
  const {
    minLength = 0,
    maxLength = Number.POSITIVE_INFINITY,
    pattern,
    format,
  } = schema as {
    minLength?: number;
    maxLength?: number;
    pattern?: string;
    format?: string;
  };
  if (format === 'email') return 'lin@example.com';
  if (format === 'uri') return 'https://example.com/';
  if (format === 'uuid') return '3f2b8c1e-5a4d-4b6f-9c7e-1d2a3b4c5d6e';
  if (format === 'date') return day;
  const usual = idNamed(name) ?? texts.find(([expression]) => expression.test(name))?.[1] ?? '示例';
  const fitted = usual.slice(0, maxLength).padEnd(minLength, '0');
  if (pattern === undefined) return fitted;
  const expression = new RegExp(pattern, 'u');
  return [fitted, ...patterned].find((text) => expression.test(text)) ?? fitted;
}
