import type { Endpoint } from '#shared/contract/endpoint';
import { ErrorPart } from '#shared/contract/envelope';
import { type ErrorReason, errorCatalogue } from '#shared/errors';
import { failuresByStatus, isInDialect } from './openapi-failures.ts';
import { type Json, type SchemaComponents, schemaReference } from './openapi-schema.ts';
import { streamOf } from './openapi-streams.ts';

/** Adds the schemas that all answers share. */
export function addAnswerSchemas(components: SchemaComponents): void {
  const sentences = { type: 'object', additionalProperties: { type: 'array', items: { type: 'string' } } };
  components.of(ErrorPart, 'output');
  Object.assign(components.schemas, {
    Failure: {
      type: 'object',
      description: '产品接口的拒绝',
      required: ['error', 'data'],
      properties: { error: schemaReference('ErrorPart'), data: { type: 'null' } },
      additionalProperties: false,
    },
    Refusal: {
      type: 'object',
      description: '/api/admin/v1 的拒绝',
      required: ['statusCode', 'message', 'reason', 'errors'],
      properties: {
        statusCode: { type: 'integer' },
        message: { type: 'string' },
        reason: { type: 'string' },
        errors: { ...sentences, description: '各字段错在哪里' },
        current: { type: 'object', additionalProperties: true, description: '已被别人修改：现在的记录' },
        drift: {
          type: 'array',
          items: { type: 'object', additionalProperties: true },
          description: '撤销前又有变化的字段，或不能再撤销的记录',
        },
      },
      additionalProperties: false,
    },
  });
}

const header = (schema: Json, description: string, required = false): Json => ({ description, required, schema });

/** Headers that answers carry. */
export const answerHeaders: Record<string, Json> = {
  'X-Request-Id': header({ type: 'string', format: 'uuid' }, '请求编号，日志里也有', true),
  'X-Total-Count': header({ type: 'integer', minimum: 0 }, '共有多少行', true),
  'X-Total-Estimated': header({ type: 'string', enum: ['1'] }, '行数是估计的'),
  'Content-Range': header(
    { type: 'string' },
    '`资源 第一行-最后一行/总行数`，没有行时为 `*`；文件的一部分为 `bytes 起-止/总字节数`',
    true,
  ),
  'X-Change-Id': header({ type: 'string' }, '10 分钟内可以凭它撤销'),
  ETag: header({ type: 'string' }, '内容的标记；If-None-Match 相同则答 304'),
  'Retry-After': header({ type: 'integer', minimum: 1 }, '多少秒后再试', true),
  'Content-Disposition': header({ type: 'string' }, '文件名'),
};

const headers = (...names: string[]): Json => ({
  headers: Object.fromEntries(
    ['X-Request-Id', ...names].map((name) => [name, { $ref: `#/components/headers/${name}` }]),
  ),
});

/** Every answer of a call by its status. */
export function answersOf(spec: Endpoint, components: SchemaComponents): Json {
  return {
    ...successOf(spec, components),
    ...Object.fromEntries(
      [...failuresByStatus(spec)].map(([status, reasons]) => [status, failureOf(spec, components, status, reasons)]),
    ),
  };
}

function successOf(spec: Endpoint, components: SchemaComponents): Json {
  const { answers, method, access, changesState } = spec;
  const isFile = spec.media?.some((type) => /^(image|model)\//.test(type)) && method === 'GET';
  const isWhole = answers === 'envelope' || answers === 'dialect' || answers === 'bare' || isFile;
  const sent = headers(
    ...(spec.list ? ['X-Total-Count', 'X-Total-Estimated', 'Content-Range'] : []),
    ...(access === 'staff' && changesState ? ['X-Change-Id'] : []),
    ...(isWhole ? ['ETag'] : []),
    ...(answers === 'bytes' ? ['Content-Disposition'] : []),
  );
  const content = contentOf(spec, components);
  const status = spec.status ?? 200;
  const hasContent = status < 204;
  return {
    [status]: { description: status > 300 ? '转到别的网址' : '成功', ...sent, ...(hasContent ? { content } : {}) },
    ...(spec.pendingStatus && {
      [spec.pendingStatus]: { description: '还在准备，请过一会儿再请求一次', ...sent, content },
    }),
    ...(isFile
      ? { 206: { description: '一部分（Range）', ...headers('Content-Range', 'ETag', 'Content-Disposition'), content } }
      : {}),
    ...(isWhole && method === 'GET' && hasContent ? { 304: { description: '没有变化', ...headers('ETag') } } : {}),
  };
}

function contentOf(spec: Endpoint, components: SchemaComponents): Json {
  const types = (standard: string) => spec.media ?? [standard];
  const each = (standard: string, schema: Json) =>
    Object.fromEntries(types(standard).map((type) => [type, { schema }]));
  switch (spec.answers) {
    case 'envelope':
      return each('application/json', {
        type: 'object',
        required: ['error', 'data'],
        properties: { error: schemaReference('ErrorPart'), data: components.of(spec.output, 'output') },
        additionalProperties: false,
      });
    case 'dialect':
    case 'bare':
      return each('application/json', components.of(spec.output, 'output'));
    case 'bytes':
      return each('application/octet-stream', { type: 'string', format: 'binary' });
    case 'events':
      return each('text/event-stream', streamOf(spec.events ?? {}, components));
  }
}

function failureOf(
  spec: Endpoint,
  components: SchemaComponents,
  status: number,
  reasons: readonly ErrorReason[],
): Json {
  const known = { type: 'string', enum: reasons };
  const [name, narrowed] = isInDialect(spec)
    ? ['Refusal', { reason: known }]
    : ['Failure', { error: { type: 'object', properties: { reason: known } } }];
  const schema = { allOf: [schemaReference(name), { type: 'object', properties: narrowed }] };
  const isForeign = spec.answers === 'bare';
  const lines = reasons.map((reason) => `\`${reason}\` ${errorCatalogue[reason].sentence}`);
  return {
    description: lines.join('；'),
    ...headers(
      ...(status === 429 || status === 503 ? ['Retry-After'] : []),
      ...(status === 416 ? ['Content-Range'] : []),
    ),
    content: {
      'application/json': { schema: isForeign ? { anyOf: [schema, components.of(spec.output, 'output')] } : schema },
      // Calls for a person's browser or another program answer with a page or plain text.
      ...(isForeign
        ? { 'text/html': { schema: { type: 'string' } }, 'text/plain': { schema: { type: 'string' } } }
        : {}),
    },
  };
}
