import { readFileSync } from 'node:fs';
import { outboxOf } from './curl.ts';
import type { Taken, Template } from './links.ts';
import type { Replay, Step } from './steps.ts';

const head = readFileSync(new URL('playwright-head.txt', import.meta.url), 'utf8');

/** A string of the script: literal text and values, one after the other. */
function text(template: Template): string {
  const parts = template.map((part) =>
    typeof part === 'string'
      ? JSON.stringify(part)
      : part.as.reduce((inner, encoding) => `${encoding}(${inner})`, `v.${part.variable}`),
  );
  return parts.join(' + ') || "''";
}

/** A script for Node with Playwright's client of requests that makes the requests again. */
export function playwrightScript(replay: Replay): string {
  const lines = [head];
  for (const [variable, field] of replay.secrets)
    lines.push(`v.${variable} = secret(${JSON.stringify(variable)}, ${JSON.stringify(field)});`);
  for (const [name, data] of replay.uploads)
    lines.push(
      data === ''
        ? `// 上传的文件超过 4 MiB 或已不在记录里：请把它放到环境变量 UPLOADS 的文件夹里\nuploads[${JSON.stringify(name)}] = readUpload(${JSON.stringify(name)});`
        : `uploads[${JSON.stringify(name)}] = Buffer.from(${JSON.stringify(data)}, 'base64');`,
    );
  for (const { name, accountId, phoneNo } of replay.sessions)
    lines.push(
      '',
      ...(phoneNo ? sessionLines(name, phoneNo) : [`// ${name} 在记录开始前已登录（${accountId}），请先为它登录`]),
    );
  for (const step of replay.steps)
    if ('reason' in step) lines.push('', `// 略去 ${step.title}：${step.reason}`);
    else lines.push('', ...stepLines(step));
  const count = replay.steps.filter((step) => !('reason' in step)).length;
  lines.push('', `console.log('完成：${count} 步');`, 'await close();', '');
  return lines.join('\n');
}

const sessionLines = (browser: string, phoneNo: string) => [
  `// ${browser} 在记录开始前已登录`,
  `answer = await ask('${browser}', 'POST', '/__mock/accounts', { data: { phoneNo: ${JSON.stringify(phoneNo)} } });`,
  `expectStatus(0, answer, 201);`,
];

function stepLines(step: Step): string[] {
  const { number, browser, method, status, until, codes, takes, title } = step;
  const asked = `'${browser}', '${method}', ${text(step.address)}${options(step)}`;
  return [
    `// ${number} ${title}`,
    ...codes.map(({ variable, to }) => `v.${variable} = await readCode(${JSON.stringify(outboxOf(to))});`),
    until
      ? `answer = await reach(${number}, ${JSON.stringify(until.keys)}, ${JSON.stringify(until.value)}, [${asked}]);`
      : `answer = await ask(${asked});`,
    `expectStatus(${number}, answer, ${status});`,
    ...takes.map(takeLine),
  ];
}

function options({ contentType, body, parts }: Step): string {
  if (parts) {
    const fields = parts.map((part) => {
      const value =
        'value' in part
          ? text(part.value)
          : `{ name: ${JSON.stringify(part.fileName)}, mimeType: ${JSON.stringify(part.type)}, buffer: uploads[${JSON.stringify(part.upload)}] }`;
      return `${JSON.stringify(part.name)}: ${value}`;
    });
    return `, { multipart: { ${fields.join(', ')} } }`;
  }
  if (!body) return '';
  // Bytes are sent as they are; a text would be made JSON.
  return `, { headers: { 'content-type': ${JSON.stringify(contentType)} }, data: Buffer.from(${text(body)}) }`;
}

function takeLine({ variable, keys, part }: Taken): string {
  const inside = part ? `, ${JSON.stringify(part)}` : '';
  return `v.${variable} = value(answer, ${JSON.stringify(keys)}${inside});`;
}
