import type { z } from 'zod';
import type { Json, SchemaComponents } from './openapi-schema.ts';

/**
 * The schema of an event stream. OpenAPI 3.1 has no word for the items of a stream: it is a text whose content is a
 * list of events, each with its name, its place to go on from, and the schema of what its `data` lines hold.
 * @param events data by event name; `message` for events without a name
 */
export function streamOf(events: Readonly<Record<string, z.ZodType>>, components: SchemaComponents): Json {
  return {
    type: 'string',
    description:
      '事件流：每个事件是几行「字段: 值」，以空行结束；data 行的内容见 contentSchema，「:」开头的行是心跳，略过',
    contentMediaType: 'text/event-stream',
    contentSchema: {
      type: 'array',
      items: {
        oneOf: Object.entries(events).map(([name, data]) => eventOf(name, components.of(data, 'output'))),
      },
    },
  };
}

function eventOf(name: string, data: Json): Json {
  const isNamed = name !== 'message';
  return {
    type: 'object',
    required: isNamed ? ['event', 'data'] : ['data'],
    properties: {
      ...(isNamed ? { event: { const: name } } : {}),
      id: { type: 'string', description: '重新连接时在 Last-Event-ID 中送回' },
      data,
    },
  };
}
