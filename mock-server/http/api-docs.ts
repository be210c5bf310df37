import type { Contract, Endpoint } from '#shared/contract/endpoint';
import { errorCatalogue } from '#shared/errors';
import { escapeHtml, htmlPage } from './html.ts';
import { openApiOf } from './openapi.ts';
import type { Json } from './openapi-schema.ts';

const accessLabels: Record<Endpoint['access'], string> = { anyone: '公开', user: '需登录', staff: '员工' };

interface Media {
  schema: Json;
  example?: unknown;
  examples?: Record<string, { summary?: string; value: unknown }>;
}

interface Parameter {
  name: string;
  in: 'path' | 'query';
  required: boolean;
  description?: string;
  schema: Json;
  example?: unknown;
}

interface Described {
  operationId: string;
  parameters: Array<Parameter | { $ref: string }>;
  requestBody?: { content: Record<string, Media> };
  responses: Record<string, { content?: Record<string, Media> }>;
}

interface Description {
  paths: Record<string, Record<string, Described>>;
  components: { schemas: Record<string, Json>; parameters: Record<string, Parameter> };
}

/** The API description for people: every call of the contract, grouped, on one page. Pauses after each call. */
export function* apiDocsPage(contract: Contract, description: Json): Generator<undefined, string> {
  const calls = Object.entries(contract);
  const groups = [...new Set(calls.map(([, spec]) => spec.tag))];
  const links = [...groups, typesTitle].map(
    (group) => `<a href="#${encodeURIComponent(group)}">${escapeHtml(group)}</a>`,
  );
  const parts = [
    `<h1>筑绘 AI 接口</h1>
<p>由契约生成，与服务器挂载的是同一份。机器可读的描述在 <a href="/api/openapi.json">/api/openapi.json</a>（OpenAPI 3.1）。
答复统一为 <code>{ error: { code, errorCode, message, errorMsg, reason }, data }</code>，成功时 code 为 0。</p>
<p>${links.join(' · ')}</p>`,
  ];
  const whole = description as unknown as Description;
  for (const group of groups) {
    parts.push(heading(group));
    for (const [name, spec] of calls) {
      if (spec.tag !== group) continue;
      parts.push(callHtml(name, spec, whole));
      yield;
    }
  }
  parts.push(heading(typesTitle));
  for (const [name, schema] of Object.entries(whole.components.schemas)) {
    parts.push(typeHtml(name, schema));
    yield;
  }
  return htmlPage('筑绘 AI 接口', parts.join(''), callsCss);
}

/** The calls of a contract and the types they share, each to be opened, for a page that has ids of its own. */
export function callsHtml(contract: Contract): string {
  const whole = openApiOf(contract) as unknown as Description;
  const calls = Object.entries(contract).map(([name, spec]) => callHtml(name, spec, whole));
  const types = Object.entries(whole.components.schemas).map(([name, schema]) => typeHtml(name, schema));
  return `${calls.join('')}<h3>${typesTitle}</h3>${types.join('')}`;
}

const typesTitle = '数据类型';
const heading = (title: string) => `<h2 id="${encodeURIComponent(title)}">${escapeHtml(title)}</h2>`;

function callHtml(name: string, spec: Endpoint, { paths, components }: Description): string {
  const described = paths[spec.path.replace(/:(\w+)/g, '{$1}')]?.[spec.method.toLowerCase()];
  const parts = described
    ? [
        parametersHtml(described.parameters.map((given) => ('$ref' in given ? parameterAt(given, components) : given))),
        contentHtml('参数', described.requestBody?.content),
        answerHtml(spec, described.responses[spec.status ?? 200]?.content),
      ]
    : [];
  const errors = spec.errors.map(
    (reason) =>
      `<li><code>${reason}</code> ${errorCatalogue[reason].status} ${escapeHtml(errorCatalogue[reason].sentence)}</li>`,
  );
  return `<details class="card call" id="call-${escapeHtml(name)}">
<summary><b class="method">${spec.method}</b> <code>${escapeHtml(spec.path)}</code> <span>${escapeHtml(spec.summary)}</span>
<small>${accessLabels[spec.access]}</small></summary>
${parts.join('')}${errors.length > 0 ? `<h3>错误</h3><ul>${errors.join('')}</ul>` : ''}</details>`;
}

const parameterAt = ({ $ref }: { $ref: string }, { parameters }: Description['components']): Parameter =>
  parameters[$ref.split('/').at(-1) ?? ''] as Parameter;

const placeLabels: Record<Parameter['in'], string> = { path: '路径', query: '查询' };

function parametersHtml(parameters: readonly Parameter[]): string {
  if (parameters.length === 0) return '';
  const rows = parameters.map(
    ({ name, in: place, required, description, schema, example }) =>
      `<tr><td><code>${escapeHtml(name)}</code></td><td>${placeLabels[place]}${required ? '，必填' : ''}</td>
<td><code>${jsonHtml(schema)}</code></td><td>${example === undefined ? '' : `<code>${jsonHtml(example)}</code>`}</td>
<td>${escapeHtml(description ?? '')}</td></tr>`,
  );
  return `<h3>参数</h3><div class="wide"><table><thead><tr><th>名称</th><th>位置</th><th>类型</th><th>示例</th><th></th></tr></thead>
<tbody>${rows.join('')}</tbody></table></div>`;
}

/** The answer of a call; in the envelope, which the page tells of once, its `data`. */
function answerHtml({ answers }: Endpoint, content: Record<string, Media> | undefined): string {
  if (answers !== 'envelope') return contentHtml('答复', content);
  const { schema, example } = firstOf(content) ?? { schema: {} };
  const { data = {} } = (schema.properties ?? {}) as { data?: Json };
  return contentHtml('data', { 'application/json': { schema: data, example } });
}

const firstOf = (content: Record<string, Media> | undefined): Media | undefined =>
  content?.['application/json'] ?? Object.values(content ?? {})[0];

/** The schema and the examples of the first medium: the others of a call say the same. */
function contentHtml(title: string, content: Record<string, Media> | undefined): string {
  const media = firstOf(content);
  if (!media) return '';
  const several = Object.entries(media.examples ?? {}).map(
    ([name, { summary, value }]) =>
      `<details><summary>示例：${escapeHtml(summary ?? name)}</summary><pre>${jsonHtml(value, 2)}</pre></details>`,
  );
  const example = media.example === undefined ? '' : `<h4>示例</h4><pre>${jsonHtml(media.example, 2)}</pre>`;
  return `<h3>${title}</h3><pre>${jsonHtml(media.schema, 2)}</pre>${example}${several.join('')}`;
}

/** The id is inside, so that the browser opens what a link leads to. */
function typeHtml(name: string, schema: Json): string {
  return `<details class="card call"><summary><code>${name}</code> <span>${escapeHtml(String(schema.title ?? ''))}</span></summary>
<pre id="type-${name}">${jsonHtml(schema, 2)}</pre></details>`;
}

const quote = escapeHtml('"');
const reference = new RegExp(`${quote}#/components/schemas/(\\w+)${quote}`, 'g');

/** A value as JSON; references to shared types are links. */
function jsonHtml(value: unknown, indent?: number): string {
  const text = typeof value === 'string' && indent ? value : JSON.stringify(value, null, indent);
  return escapeHtml(text).replace(reference, '<a href="#type-$1">$1</a>');
}

export const callsCss = `
.call { margin: 0 0 8px; padding: 12px 16px; }
.call > summary { cursor: pointer; display: flex; flex-wrap: wrap; gap: 4px 12px; align-items: baseline; }
.call > summary code { overflow-wrap: anywhere; }
.call > summary span { flex: 1 1 240px; color: var(--ink-second); }
.call details { margin: 4px 0; }
.call details summary { cursor: pointer; }
.call small { color: var(--ink-second); }
.call .wide { overflow-x: auto; }
.call table { min-width: 640px; }
.call td { vertical-align: top; overflow-wrap: anywhere; }
.call td:nth-child(-n + 2) { white-space: nowrap; }
.method { min-width: 56px; }
h3 { font-size: 13px; margin: 16px 0 4px; }
h4 { font-size: 12px; margin: 12px 0 4px; color: var(--ink-second); }
pre { overflow-x: auto; margin: 0; max-height: 360px; }
`;
