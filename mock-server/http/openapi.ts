import type { Contract, Endpoint } from '#shared/contract/endpoint';
import { exportDeskContract } from '#shared/contract/export-desk';
import { StartTask } from '#shared/contract/task';
import { addAnswerSchemas, answerHeaders, answersOf } from './openapi-answers.ts';
import { addExamples } from './openapi-call-examples.ts';
import { listParameters, sharedListParameters } from './openapi-lists.ts';
import { bodyOf, type Parameters, parametersOf, plainParameters } from './openapi-requests.ts';
import { type Json, SchemaComponents } from './openapi-schema.ts';
import { SharedAnswers } from './openapi-shared-answers.ts';
import { formsOfTools } from './openapi-tools.ts';

/** One call of the document, before it is written. */
interface Operation {
  name: string;
  spec: Endpoint;
  /** Query parameters of a list; those of other calls follow from their input. */
  listParameters?: Parameters;
  responses: Json;
}

/** Path parameters and input of an ordinary request, by call. */
export type Samples = Readonly<Record<string, Json>>;

/** OpenAPI 3.1 of the contract: the same values that the server mounts. */
export function openApiOf(contract: Contract, samples: Samples = {}): Json {
  const making = describing(contract, samples);
  for (;;) {
    const { done, value } = making.next();
    if (done) return value;
  }
}

/** The same, in pieces of a call each, between which a server can do something else. */
export function* describing(contract: Contract, samples: Samples = {}): Generator<undefined, Json> {
  const components = new SchemaComponents();
  addAnswerSchemas(components);
  const parameters: Json = { ...sharedListParameters };
  const operations: Operation[] = [];
  const shared = new SharedAnswers();
  for (const [name, spec] of Object.entries(contract)) {
    const made = operationsOf(name, spec, parameters, components);
    for (const { responses } of made) shared.count(responses);
    operations.push(...made);
    yield;
  }
  // The body of one call holds the forms of all tools, which take too long for one piece.
  if (Object.values(contract).some(({ input }) => input === StartTask)) yield* formsOfTools(components);
  const paths: Record<string, Json> = {};
  const resolve = (schema: Json) => components.at(schema);
  for (const operation of operations) {
    const path = operation.spec.path.replace(/:(\w+)/g, '{$1}');
    const described = describeOperation(operation, components);
    described.responses = shared.referring(operation.responses);
    addExamples(described, operation.spec, samples[operation.name] ?? {}, resolve);
    paths[path] = { ...paths[path], [operation.spec.method.toLowerCase()]: described };
    yield;
  }
  return {
    openapi: '3.1.0',
    info: {
      title: '筑绘 AI',
      version: '0.1.0',
      description: '由契约生成。GET 请求可带 version=1.2；POST 与 DELETE 同时接受表单与 JSON。',
      license: { name: '保留所有权利', identifier: 'LicenseRef-Proprietary' },
    },
    servers: [{ url: '/' }],
    paths,
    components: {
      schemas: components.schemas,
      parameters,
      responses: shared.components,
      headers: answerHeaders,
      securitySchemes: {
        user: { type: 'apiKey', in: 'cookie', name: 'sid' },
        staff: { type: 'apiKey', in: 'cookie', name: 'staff_sid' },
      },
    },
  };
}

/** A call of the contract; a list is two, because it can be exported. */
function operationsOf(name: string, spec: Endpoint, parameters: Json, components: SchemaComponents): Operation[] {
  const { exportList } = exportDeskContract;
  if (spec === exportList) return [];
  if (!spec.list) return [{ name, spec, responses: answersOf(spec, components) }];
  const { own, conditions, window } = listParameters(name, spec.list);
  Object.assign(parameters, own);
  const exporting = exportOf(spec);
  return [
    { name, spec, listParameters: [...conditions, ...window], responses: answersOf(spec, components) },
    {
      name: `${name}Export`,
      spec: exporting,
      listParameters: [...parametersOf(exportList.input, 'query', components), ...conditions],
      responses: answersOf(exporting, components),
    },
  ];
}

/** The call that exports one list, which the contract has once for all of them. */
function exportOf(list: Endpoint): Endpoint {
  const { exportList } = exportDeskContract;
  return {
    ...exportList,
    path: `${list.path}/export`,
    summary: `导出「${list.summary}」：查询与列表相同，不分页`,
    errors: [...new Set([...exportList.errors, ...list.errors])],
  };
}

/** One call as the document has it. */
function describeOperation(operation: Operation, components: SchemaComponents): Json {
  const { name, spec, responses } = operation;
  return {
    operationId: name,
    summary: spec.summary,
    tags: [spec.tag],
    security: spec.access === 'anyone' ? [] : [{ [spec.access]: [] }],
    parameters: operation.listParameters ?? plainParameters(spec, components),
    ...(spec.method === 'GET' ? {} : bodyOf(name, spec, components)),
    responses,
    ...(spec.permission ? { 'x-permission': spec.permission } : {}),
    ...(spec.changesState && spec.method === 'GET' ? { 'x-changes-state': true } : {}),
  };
}
