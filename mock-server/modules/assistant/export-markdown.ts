import type { ChatMessage } from '#shared/contract/chat';
import { toChinaTime } from '#shared/domain/time';

/** Words of an export. */
export const exportWords = {
  question: '问',
  answer: '答',
  attachments: '附图',
  pictures: '图片',
  sources: '依据',
  upload: '上传的图片',
  gone: '已删除的图片',
  stopped: '（回答被停止）',
  broken: '（回答中断，内容可能不完整）',
  failed: '（没有得到回答）',
} as const;

/** Remark below an answer that did not end well; empty for the others. */
export function remarkOf({ state, text }: ChatMessage): string {
  if (state === 'failed' || (text === '' && (state === 'stopped' || state === 'interrupted')))
    return exportWords.failed;
  if (state === 'stopped') return exportWords.stopped;
  return state === 'interrupted' ? exportWords.broken : '';
}

export const headOf = (at: number) => `导出于 ${toChinaTime(at).slice(0, 16)}`;

/** A conversation as Markdown: questions quoted letter by letter, answers as they were written. */
export function toMarkdown(title: string, messages: readonly ChatMessage[], at: number): string {
  const parts = [`# ${literal(title)}`, headOf(at), ...messages.flatMap(partsOf)];
  return `${parts.filter(Boolean).join('\n\n')}\n`;
}

function partsOf(message: ChatMessage): string[] {
  if (message.role === 'user') {
    const quoted = message.text.split('\n').map((line) => `> ${literal(line)}`.trimEnd());
    return [
      `## ${exportWords.question}`,
      quoted.join('  \n'),
      pictureLine(exportWords.attachments, message.attachments),
    ];
  }
  const model = message.modelTitle ? ` · ${literal(message.modelTitle)}` : '';
  const remark = remarkOf(message);
  return [
    `## ${exportWords.answer}${model}`,
    message.text.trim(),
    pictureLine(exportWords.pictures, message.pictures),
    sourceLines(message),
    remark && `*${remark}*`,
  ];
}

function pictureLine(label: string, pictures: ChatMessage['pictures']): string {
  if (pictures.length === 0) return '';
  const named = pictures.map(({ title, width, height, url }) =>
    url === null ? exportWords.gone : `${literal(title || exportWords.upload)}（${width} × ${height}）`,
  );
  return `${label}：${named.join('、')}`;
}

function sourceLines({ sources }: ChatMessage): string {
  if (sources.length === 0) return '';
  const lines = sources.map(({ title, url }) => {
    const link = url && `<${url.replace(/[<>\s]/g, encodeURIComponent)}>`;
    return `- ${literal(title)}${link ? ` ${link}` : ''}`;
  });
  return `${exportWords.sources}：\n\n${lines.join('\n')}`;
}

/** Text whose letters mean nothing in Markdown. */
function literal(text: string): string {
  return text.replace(/[\\`*_{}[\]<>#|~$]/g, '\\$&').replace(/^(\s*\d*)([-+.)])(?=\s)/, '$1\\$2');
}
