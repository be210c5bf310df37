import { z } from 'zod';
import type { Contract, Endpoint } from '#shared/contract/endpoint';
import { errorCatalogue } from '#shared/errors';
import { escapeHtml, htmlPage } from './html.ts';

const accessLabels: Record<Endpoint['access'], string> = { anyone: '公开', user: '需登录', staff: '员工' };

/** The API description for people: every call of the contract, grouped, on one page. */
export function apiDocsPage(contract: Contract): string {
  const calls = Object.entries(contract);
  const groups = [...new Set(calls.map(([, spec]) => spec.tag))];
  const nav = groups.map((group) => `<a href="#${encodeURIComponent(group)}">${escapeHtml(group)}</a>`).join(' · ');
  const sections = groups.map((group) => {
    const rows = calls.filter(([, spec]) => spec.tag === group).map(([name, spec]) => callHtml(name, spec));
    return `<h2 id="${encodeURIComponent(group)}">${escapeHtml(group)}</h2>${rows.join('')}`;
  });
  const body = `<h1>筑绘 AI 接口</h1>
<p>由契约生成，与服务器挂载的是同一份。机器可读的描述在 <a href="/api/openapi.json">/api/openapi.json</a>（OpenAPI 3.1）。
答复统一为 <code>{ error: { code, errorCode, message, errorMsg, reason }, data }</code>，成功时 code 为 0。</p>
<p>${nav}</p>${sections.join('')}`;
  return htmlPage('筑绘 AI 接口', body, callsCss);
}

/** The calls of a contract one after the other, each to be opened, for a page that has ids of its own. */
export function callsHtml(contract: Contract): string {
  return Object.entries(contract)
    .map(([name, spec]) => callHtml(`call-${name}`, spec))
    .join('');
}

function callHtml(id: string, spec: Endpoint): string {
  const errors = spec.errors.map(
    (reason) =>
      `<li><code>${reason}</code> ${errorCatalogue[reason].status} ${escapeHtml(errorCatalogue[reason].sentence)}</li>`,
  );
  const parts = [
    schemaHtml('路径参数', spec.params),
    schemaHtml('参数', spec.input),
    schemaHtml('data', spec.output, 'output'),
  ];
  return `<details class="card call" id="${escapeHtml(id)}">
<summary><b class="method">${spec.method}</b> <code>${escapeHtml(spec.path)}</code> <span>${escapeHtml(spec.summary)}</span>
<small>${accessLabels[spec.access]}</small></summary>
${parts.join('')}${errors.length > 0 ? `<h3>错误</h3><ul>${errors.join('')}</ul>` : ''}</details>`;
}

function schemaHtml(title: string, schema: z.ZodType, io: 'input' | 'output' = 'input'): string {
  const { $schema: _dialect, ...json } = z.toJSONSchema(schema, { io, unrepresentable: 'any' }) as Record<
    string,
    unknown
  >;
  const isEmpty =
    json.type === 'null' ||
    (json.type === 'object' &&
      Object.keys((json.properties as object | undefined) ?? {}).length === 0 &&
      !json.additionalProperties);
  return isEmpty ? '' : `<h3>${title}</h3><pre>${escapeHtml(JSON.stringify(json, null, 2))}</pre>`;
}

export const callsCss = `
.call { margin: 0 0 8px; padding: 12px 16px; }
.call summary { cursor: pointer; display: flex; flex-wrap: wrap; gap: 4px 12px; align-items: baseline; }
.call summary span { flex: 1; color: var(--ink-second); }
.call small { color: var(--ink-second); }
.method { min-width: 56px; }
h3 { font-size: 13px; margin: 16px 0 4px; }
pre { overflow-x: auto; margin: 0; max-height: 360px; }
`;
