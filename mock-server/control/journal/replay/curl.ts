import { readFileSync } from 'node:fs';
import type { Recipient } from '../exchange.ts';
import type { Taken, Template } from './links.ts';
import type { Replay, Step } from './steps.ts';

const head = readFileSync(new URL('curl-head.txt', import.meta.url), 'utf8');

/** Literal text for the shell, whatever it holds. */
const quote = (text: string) => `'${text.replaceAll("'", `'\\''`)}'`;

/** A word of the shell: literal text and values, one after the other. */
function word(template: Template): string {
  const parts = template.map((part) => {
    if (typeof part === 'string') return quote(part);
    const [first, ...rest] = part.as;
    const inner = first ? `$(as_${first} "$v_${part.variable}")` : `$v_${part.variable}`;
    return `"${rest.reduce((text, each) => `$(as_${each} "${text}")`, inner)}"`;
  });
  return parts.join('') || "''";
}

/** A script for bash, curl and Node that makes the requests again. */
export function curlScript(replay: Replay): string {
  const lines = [head];
  for (const [variable, field] of replay.secrets)
    lines.push(`v_${variable}=\${${variable}:?请给出环境变量 ${variable}（密文字段 ${field}）}`);
  for (const [name, data] of replay.uploads) {
    if (data === '')
      lines.push(`# 上传的文件超过 4 MiB 或已不在记录里：请把它放到 $UPLOADS/${name}`, `use_upload ${name}`);
    else lines.push(`base64 --decode > "$work/${name}" <<'UPLOAD'`, ...(data.match(/.{1,76}/g) ?? []), 'UPLOAD');
  }
  for (const { name, accountId, phoneNo } of replay.sessions)
    lines.push(
      '',
      ...(phoneNo ? sessionLines(name, phoneNo) : [`# ${name} 在记录开始前已登录（${accountId}），请先为它登录`]),
    );
  for (const step of replay.steps)
    if ('reason' in step) lines.push('', `# 略去 ${step.title}：${step.reason}`);
    else lines.push('', ...stepLines(step));
  lines.push('', `echo ${quote(`完成：${replay.steps.filter((step) => !('reason' in step)).length} 步`)}`, '');
  return lines.join('\n');
}

const sessionLines = (browser: string, phoneNo: string) => [
  `# ${browser} 在记录开始前已登录`,
  `ask ${browser} POST '/__mock/accounts' --header 'content-type: application/json' --data-raw ${quote(JSON.stringify({ phoneNo }))}`,
  `expect 0 201`,
];

function stepLines(step: Step): string[] {
  const { number, browser, method, status, until, codes, takes, title } = step;
  const asked = `${browser} ${method} ${word(step.address)}${options(step)}`;
  return [
    `# ${number} ${title}`,
    ...codes.map(({ variable, to }) => `read_code ${variable} ${quote(outboxOf(to))}`),
    until ? `reach ${number} ${quote(JSON.stringify(until.keys))} ${quote(until.value)} ${asked}` : `ask ${asked}`,
    `expect ${number} ${status}`,
    ...takes.map(takeLine),
  ];
}

function options({ contentType, body, parts }: Step): string {
  if (parts)
    return parts
      .map((part) =>
        'value' in part
          ? ` --form-string ${word([`${part.name}=`, ...part.value])}`
          : ` --form ${quote(`${part.name}=@"`)}"$work/${part.upload}"${quote(`";type=${part.type};filename="${part.fileName.replace(/[\\"]/g, '\\$&')}"`)}`,
      )
      .join('');
  const type = contentType === '' ? '' : ` --header ${quote(`content-type: ${contentType}`)}`;
  return body ? `${type} --data-raw ${word(body)}` : '';
}

/** Address of the outbox of a recipient. */
export const outboxOf = (to: Recipient): string =>
  'phoneNo' in to ? `/__mock/sms?phoneNo=${to.phoneNo}` : `/__mock/email?email=${encodeURIComponent(to.email)}`;

function takeLine({ variable, keys, part }: Taken): string {
  const inside = part ? ` ${quote('segment' in part ? `segment ${part.segment}` : `query ${part.query}`)}` : '';
  return `v_${variable}=$(value ${quote(keys === null ? '' : JSON.stringify(keys))}${inside})`;
}
