import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { type FaultKind, type FaultStep, faultSteps, requestFaults } from '../../mock-server/adapters/fault-points.ts';
import { createEmbeddedEngine } from '../../mock-server/adapters/render/embedded/index.ts';
import type { RenderEngine } from '../../mock-server/adapters/render/port.ts';
import { faultScenarios } from '../support/fault-scenarios.ts';
import { startTestServer, type TestServer } from '../support/server.ts';
import { createTestModels } from '../support/server-chat.ts';
import { controlOf } from '../support/server-control.ts';
import { createTestEngine } from '../support/server-engine.ts';

/*
 * Every fault at every step, once and all the time. The outcomes stand in docs/FAULTS.md, which `FAULTS=keep` writes
 * anew.
 */

const isKeeping = process.env.FAULTS === 'keep';
const file = fileURLToPath(new URL('../../docs/FAULTS.md', import.meta.url));

let server: TestServer;
let embedded: RenderEngine | undefined;
const engine = createTestEngine();
const models = createTestModels();
beforeAll(async () => {
  const own = createEmbeddedEngine({ threads: 1, models: () => server.deps.models!.access() });
  embedded = own;
  server = await startTestServer({
    engine: [engine, own],
    chatAdapters: [models],
    config: { isEmailLoginOpen: true, modelRuntime: 'web' },
  });
});
afterEach(() => control('DELETE', '/faults'));
afterAll(async () => {
  await server.close();
  await embedded?.close();
});

const { control } = controlOf(() => server);

interface Case {
  step: FaultStep;
  kind: string;
  words: FaultKind;
}

const cases: Case[] = Object.entries(faultSteps).flatMap(([step, { kinds }]) =>
  Object.entries<FaultKind>(kinds).map(([kind, words]) => ({ step: step as FaultStep, kind, words })),
);
/** A minute for what goes by the product's clock, a moment for what takes real time. */
const msOf = ({ step, words }: Case) => (words.isTimed ? { ms: step === 'pay.notify' ? 60_000 : 30 } : {});

const outcomes = new Map<string, string>();

describe.each(cases)('$step $kind', (struck) => {
  it.each(['once', 'always'] as const)('%s', async (how) => {
    const { step, kind } = struck;
    const rule = { match: { step }, kind, ...msOf(struck), ...(how === 'once' && { times: 1 }) };
    const outcome = await faultScenarios[step]({
      ...{ server, engine, models },
      async strike() {
        expect((await control('PUT', '/faults', { faults: [rule] })).status).toBe(200);
      },
      async mend() {
        const { faults } = (await control('GET', '/faults')).json as { faults: Array<{ struck: number }> };
        expect(faults[0]?.struck).toBeGreaterThan(0);
        await control('DELETE', '/faults');
      },
    });
    expect(await server.faults()).toEqual([]);
    outcomes.set(`${step} ${kind} ${how}`, outcome);
  });
});

it('docs/FAULTS.md tells of the table and of what came of it', () => {
  const made = documentOf();
  if (isKeeping) writeFileSync(file, made);
  expect(existsSync(file) ? readFileSync(file, 'utf8') : '').toBe(made);
});

function documentOf(): string {
  const requests = Object.entries(requestFaults).map(
    ([kind, { title, does }]) => `| \`${kind}\` | ${title} | ${does} |`,
  );
  return `# 故障

由 \`${path.basename(import.meta.filename)}\` 生成（\`FAULTS=keep\` 运行它），请勿手改：步骤和种类来自
\`mock-server/adapters/fault-points.ts\`，结果来自实际运行。

控制面 \`PUT /__mock/faults\` 换上一组规则，\`GET\` 查看并数出各规则已经命中几次，\`DELETE\` 全部撤下；控制面页面的「故障」
做同样的事。每个请求、每次步骤遇到第一条匹配并命中的规则。不认识的字段、这一步没有的种类、用不上的参数一律答复 422，
并指出是哪一项。

\`\`\`json
{
  "seed": 7,
  "faults": [
    { "match": { "method": "POST", "path": "/api/ai/**", "account": "13800000001" }, "kind": "status", "status": 503, "retryAfter": 9, "times": 2 },
    { "match": { "step": "engine.run" }, "kind": "fail", "after": 1, "prob": 0.5 }
  ]
}
\`\`\`

| 规则的一项 | 含义 |
|---|---|
| \`match.method\`、\`match.path\` | 请求方式；路径的开头，或带 \`*\`、\`:name\`（一段）与 \`**\`（任意段）的整个路径 |
| \`match.query\`、\`match.header\` | 按名给出的值，全部相同才匹配 |
| \`match.body\` | JSON 或表单内容里的一部分字段；列表须完全相同；没有 Content-Length 的内容不看 |
| \`match.account\` | 请求所带会话的账号编号或手机号 |
| \`match.step\` | 内部步骤；此时不能再给其他匹配项 |
| \`times\`、\`after\` | 最多命中几次；先放过几次 |
| \`prob\`、\`seed\` | 命中的概率，由种子决定：同样的规则和请求，命中的总是同样几次 |

## 请求的故障

| 种类 | 名称 | 发生什么 |
|---|---|---|
${requests.join('\n')}

## 步骤的故障

「一次」是 \`times: 1\`，「一直」是不限次数，撤下为止。需要时间的种类，运行时用 30 毫秒，迟到的通知用一分钟。每次之后都核对
了账目、任务、订单与文件（\`GET /__mock/invariants\`），没有不符。

${(Object.keys(faultSteps) as FaultStep[]).map(sectionOf).join('\n\n')}
`;
}

function sectionOf(step: FaultStep): string {
  const rows = cases
    .filter((each) => each.step === step)
    .map(({ kind, words }) => {
      const [once, always] = ['once', 'always'].map((how) => outcomes.get(`${step} ${kind} ${how}`) ?? '没有运行');
      return `| \`${kind}\` ${words.title} | ${words.does} | ${once} | ${always === once ? '同左' : always} |`;
    });
  return `### \`${step}\` ${faultSteps[step].title}

| 种类 | 发生什么 | 一次 | 一直 |
|---|---|---|---|
${rows.join('\n')}`;
}
