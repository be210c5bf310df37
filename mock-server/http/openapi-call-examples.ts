import type { Endpoint } from '#shared/contract/endpoint';
import { successEnvelope } from '#shared/contract/envelope';
import { toolById } from '#shared/tools/registry';
import { exampleNamed, exampleOf, type Resolve } from './openapi-examples.ts';
import { type Json, paramsNameOf, schemaReference } from './openapi-schema.ts';

type Media = Record<string, Json & { schema: Json }>;
interface Described {
  parameters: Array<Json & { name?: string; required?: boolean; schema?: Json }>;
  requestBody?: { content: Media };
  responses: Record<string, { content?: Media }>;
}

/**
 * Adds an example to the parameters, the body and the answer of a call.
 * @param sample path parameters and input of an ordinary request; what it lacks is made from the schemas
 */
export function addExamples(operation: Json, spec: Endpoint, sample: Json, resolve: Resolve): void {
  const { parameters, requestBody, responses } = operation as unknown as Described;
  for (const parameter of parameters) {
    const { name, required, schema } = parameter;
    if (name !== undefined && name in sample) parameter.example = sample[name];
    else if (required && schema) parameter.example = exampleNamed(name ?? '', schema, resolve);
  }
  const placed = new Set(parameters.map((parameter) => parameter.name));
  const typed = Object.fromEntries(Object.entries(sample).filter(([field]) => !placed.has(field)));
  for (const media of Object.values(requestBody?.content ?? {})) addBodyExample(media, typed, spec, resolve);
  for (const [status, { content = {} }] of Object.entries(responses))
    if (status < '300') for (const media of Object.values(content)) addAnswerExample(media, spec, resolve);
}

function addBodyExample(media: Media[string], typed: Json, spec: Endpoint, resolve: Resolve): void {
  if (spec.encoding === 'raw') return;
  const forms = (resolve(media.schema).discriminator as { mapping?: Record<string, string> } | undefined)?.mapping;
  if (forms) {
    media.examples = Object.fromEntries(
      Object.keys(forms).map((tool) => [
        tool,
        { summary: toolById(tool)?.title, value: { ...typed, ...startOf(tool, resolve) } },
      ]),
    );
    return;
  }
  const isTyped = spec.encoding !== 'multipart' && Object.keys(typed).length > 0;
  media.example = isTyped ? typed : exampleOf(media.schema, resolve);
}

/** A start of a tool with the example that its form has. */
function startOf(tool: string, resolve: Resolve): Json {
  const { examples } = resolve(schemaReference(paramsNameOf(tool))) as { examples?: Json[] };
  return { tool, params: examples?.[0] };
}

function addAnswerExample(media: Media[string], { answers }: Endpoint, resolve: Resolve): void {
  const { schema } = media;
  if (answers === 'bytes') return;
  if (answers === 'events') media.example = streamExample(schema, resolve);
  else if (answers === 'envelope') {
    const { data } = schema.properties as { data: Json };
    media.example = successEnvelope(exampleOf(data, resolve));
  } else media.example = exampleOf(schema, resolve);
}

interface StreamEvent {
  properties: { event?: { const: string }; data: Json };
}

/** The lines of a short stream: one event of each kind. */
function streamExample({ contentSchema }: Json, resolve: Resolve): string {
  const { oneOf } = (contentSchema as { items: { oneOf: StreamEvent[] } }).items;
  return oneOf
    .flatMap(({ properties: { event, data } }) =>
      ((data.anyOf as Json[] | undefined) ?? [data]).map((kind) => {
        const value = exampleOf(kind, resolve);
        const text = typeof value === 'string' ? value : JSON.stringify(value);
        return `${event ? `event: ${event.const}\n` : ''}data: ${text}\n\n`;
      }),
    )
    .join('');
}
