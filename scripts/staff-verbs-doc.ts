import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { consoleContract } from '#shared/contract/console';
import type { Endpoint } from '#shared/contract/endpoint';
import { decisionsByVerb, type VerbDecision } from '#shared/contract/second-person';
import { manageContract } from '#shared/contract/staff';
import { pendingKinds } from '#shared/domain/second-person';

const file = fileURLToPath(new URL('../docs/STAFF-VERBS.md', import.meta.url));

const checks: Record<VerbDecision['check'], string> = { second: '第二人', limit: '限制', none: '不需要' };

function line([verb, decision]: [string, VerbDecision]): string {
  const [name = '', part] = verb.split('.');
  const calls: Record<string, Endpoint> = { ...consoleContract, ...manageContract };
  const what = (calls[name]?.summary ?? '').split(/[；;：:（，]/)[0];
  const who = decision.check === 'second' ? `\`${pendingKinds[decision.kind]}\`` : '';
  const words = decision.check === 'none' ? decision.because : decision.when;
  return `| \`${verb}\` | ${what}${part ? `：${part}` : ''} | ${decision.who} | ${checks[decision.check]} | ${who} | ${words} |`;
}

/** Returns `docs/STAFF-VERBS.md` as it is on disk (`written`) and as generated now (`made`). */
export async function staffVerbsDocument(): Promise<{ written: string; made: string }> {
  const made = `# 员工的每个操作由什么制约

由 \`scripts/staff-verbs-doc.ts\` 从 \`shared/contract/second-person.ts\` 生成，请勿手改。谁能和谁算两个人、只有一个人时怎么办，见 [OPERATING.md](OPERATING.md)「第二人」。

| 操作 | 做什么 | 谁会受损或得利 | 制约 | 批准所需权限 | 说明 |
|---|---|---|---|---|---|
${decisionsByVerb().map(line).join('\n')}
`;
  return { written: existsSync(file) ? readFileSync(file, 'utf8') : '', made };
}

if (process.argv[1] === fileURLToPath(import.meta.url)) writeFileSync(file, (await staffVerbsDocument()).made);
