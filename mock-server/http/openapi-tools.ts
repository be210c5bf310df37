import { firstOwnCategoryId } from '#shared/tools/categories';
import { presetIdsOf } from '#shared/tools/compound-field';
import type { DefinedTool } from '#shared/tools/define-tool';
import { type Field, type FieldValueKind, valueKindOf } from '#shared/tools/field-kind';
import { tools } from '#shared/tools/registry';
import { idFrom } from '../ids.ts';
import { exampleOf, type Resolve } from './openapi-examples.ts';
import { type Json, nameForm, paramsNameOf, type SchemaComponents, schemaReference } from './openapi-schema.ts';

type ObjectSchema = Json & { properties: Record<string, Json>; required?: string[] };

/**
 * Makes a component with a `tool` and the `params` of its form a union of one schema for each tool of the registry,
 * told apart by `tool`. Other schemas are left as they are.
 * @param reference to the component
 */
export function unionByTool(components: SchemaComponents, reference: Json): void {
  const whole = components.at(reference) as ObjectSchema;
  const { tool: _tool, params, ...shared } = whole.properties ?? {};
  if (params?.$ref !== schemaReference('ToolParams').$ref) return;
  const name = components.nameOf(reference);
  const common = `${name}Common`;
  const nameFor = ({ id }: DefinedTool) => `${name}${id[0]?.toUpperCase()}${id.slice(1)}`;
  components.schemas[common] = {
    type: 'object',
    description: '与工具无关的部分',
    properties: shared,
    required: whole.required?.filter((field) => field !== 'tool' && field !== 'params') ?? [],
  };
  for (const tool of tools) {
    components.schemas[nameFor(tool)] = {
      title: tool.title,
      description: tool.summary,
      allOf: [
        schemaReference(common),
        {
          type: 'object',
          properties: { tool: { type: 'string', const: tool.id }, params: schemaReference(paramsNameOf(tool.id)) },
          required: ['tool', 'params'],
        },
      ],
    };
  }
  components.schemas[name] = {
    oneOf: tools.map((tool) => schemaReference(nameFor(tool))),
    discriminator: {
      propertyName: 'tool',
      mapping: Object.fromEntries(tools.map((tool) => [tool.id, schemaReference(nameFor(tool)).$ref])),
    },
  };
  delete components.schemas.ToolParams;
}

/** Adds the components of all forms, with a pause after each. */
export function* formsOfTools(components: SchemaComponents): Generator<undefined, void> {
  for (const tool of tools) {
    describeForm(components, tool);
    yield;
  }
}

/** Adds the component of a tool's form: its schema with the words, bounds and choices of each field. */
function describeForm(components: SchemaComponents, tool: DefinedTool): void {
  nameForm(tool);
  const form = components.at(components.of(tool.params, 'input')) as ObjectSchema;
  Object.assign(form, { title: tool.title, properties: describedFields(form.properties, tool.fields) });
  form.examples = [startOf(tool, form, (schema) => components.at(schema))];
}

/** Parameters of an ordinary start: those that have to be there, or all where rules between fields want more. */
function startOf(tool: DefinedTool, form: Json, resolve: Resolve): unknown {
  const brief = exampleOf(form, resolve, { isBrief: true });
  return tool.params.safeParse(brief).success ? brief : exampleOf(form, resolve);
}

function describedFields(properties: Record<string, Json>, fields: Readonly<Record<string, Field>>) {
  return Object.fromEntries(
    Object.entries(properties).map(([name, property]) => {
      const field = fields[name];
      return [name, field ? describedField(property, field) : property];
    }),
  );
}

function describedField(property: Json, field: Field): Json {
  const kind = valueKindOf(field.editor);
  return {
    ...property,
    ...(kind ? beyondSchema[kind]?.(field, property) : undefined),
    ...(field.isFixed ? { const: field.default } : {}),
    description: wordsOf(field, kind),
  };
}

const picture = { examples: [idFrom('img', 'example')] };

/** By kind of value: what the form knows of a value and its schema checks with a function. */
const beyondSchema: Partial<Record<FieldValueKind, (field: Field, property: Json) => Json>> = {
  category: (field) => {
    const presets = { enum: [...presetIdsOf(field)] };
    const own = { pattern: `^[1-9]\\d{${String(firstOwnCategoryId).length - 1},10}$`, description: '员工新建的分类' };
    return field.categoryIds ? presets : { anyOf: [presets, own] };
  },
  picture: () => picture,
  mask: () => picture,
  pictures: (_field, { items }) => ({ items: { ...(items as Json), ...picture } }),
  choices: () => ({ uniqueItems: true }),
  points: ({ min, max }) => ({ anyOf: [{ maxItems: 0 }, { minItems: min, maxItems: max }] }),
  rows: ({ columns = {} }, { items }) => {
    const row = items as ObjectSchema;
    return { items: { ...row, properties: describedFields(row.properties, columns) } };
  },
};

const kindWords: Partial<Record<FieldValueKind, string>> = {
  picture: '图片编号',
  pictures: '图片编号',
  mask: '选区图片的编号',
  points: '底图上的点，单位为像素',
  engine: '不填时由服务器选择',
  seed: '不填时随机',
};

/** A few choices are named; lists longer than this are those of `tools`. */
const mostChoicesTold = 12;

function wordsOf({ label, unit, help, options }: Field, kind: FieldValueKind | undefined): string {
  const unitWords = unit ? `，单位 ${unit}` : '';
  const kindWord = kind && kindWords[kind] ? `（${kindWords[kind]}）` : '';
  const choices =
    options && options.length <= mostChoicesTold
      ? options.map(({ value, label: word }) => `${value} ${word}`).join('、')
      : undefined;
  return [`${label}${unitWords}${kindWord}`, choices, help].filter(Boolean).join('；');
}
