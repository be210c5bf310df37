import JSZip from 'jszip';
import { describe, expect, it } from 'vitest';
import { refusal } from '../support/server.ts';
import { eachWithModels, type Talk } from '../support/server-each.ts';
import { drawPicture } from '../support/server-pictures.ts';

let { models, member } = {} as Talk;
eachWithModels((talk) => {
  ({ models, member } = talk);
});

const answerText = `## 做法

1. 先**找平**
2. 再铺 \`防潮膜\`
   - 搭接 100mm

| 材料 | 厚度 |
| --- | --- |
| 橡木<br>复合 | 15 |

> 以厂家为准

\`\`\`
a < b
\`\`\`

见 [图集](https://example.com/a?b=1&c=2) 与 ![图](https://example.com/x.png)`;

async function talk(send: Parameters<typeof member.api.chat>[0], text: string) {
  const { length } = models.asked;
  const answered = member.api.chat(send);
  const answer = await models.nth(length);
  if (text) answer.say(text);
  answer.put({
    type: 'sources',
    sources: [{ title: '木地板 *做法*', entryId: null, to: null, url: 'https://example.com/s' }],
  });
  answer.end();
  return answered;
}

async function download(conversationId: string, format: string, more = '') {
  const answer = await member.fetch(`/api/ai/gptTalkExport?conversationId=${conversationId}&format=${format}${more}`);
  expect(answer.status).toBe(200);
  const name = decodeURIComponent(
    /filename\*=UTF-8''([^;]+)/.exec(answer.headers.get('content-disposition') ?? '')?.[1] ?? '',
  );
  return { name, type: answer.headers.get('content-type'), bytes: Buffer.from(await answer.arrayBuffer()) };
}

describe('a conversation as a file', () => {
  it('is Markdown with questions letter by letter and answers as they were written', async () => {
    const { conversation } = await talk({ message: '# 不是标题\n1. *怎么* 铺 <b>地板</b>？' }, answerText);
    const { name, type, bytes } = await download(conversation.conversationId, 'md');
    expect([name, type]).toEqual(['# 不是标题 1. _怎么_ 铺 _b_地板_….md', 'text/markdown; charset=utf-8']);
    expect(bytes.toString()).toBe(`# \\# 不是标题 1. \\*怎么\\* 铺 \\<b\\>地板\\<…

导出于 2026-11-20 12:00

## 问

> \\# 不是标题  
> 1\\. \\*怎么\\* 铺 \\<b\\>地板\\</b\\>？

## 答 · 免费模型

${answerText}

依据：

- 木地板 \\*做法\\* <https://example.com/s>
`);
  });

  it('is a Word document with headings, lists, tables, code, links and pictures', async () => {
    const { imageId } = await member.upload(await drawPicture());
    const { conversation } = await talk({ message: '怎么铺？', attachments: [imageId] }, answerText);
    const { name, type, bytes } = await download(conversation.conversationId, 'docx');
    expect(name).toBe('怎么铺？.docx');
    expect(type).toBe('application/vnd.openxmlformats-officedocument.wordprocessingml.document');
    const zip = await JSZip.loadAsync(bytes);
    const xml = (await zip.file('word/document.xml')?.async('string')) ?? '';
    const paragraphs = xml.match(/<w:p>.*?<\/w:p>|<w:p .*?<\/w:p>/gs) ?? [];
    const told = paragraphs.map((paragraph) => [
      /<w:pStyle w:val="([^"]+)"/.exec(paragraph)?.[1] ?? '',
      [...paragraph.matchAll(/<w:t[^>]*>([^<]*)<\/w:t>/g)].map(([, text]) => text).join(''),
    ]);
    expect(told).toEqual([
      ['Title', '怎么铺？'],
      ['', '导出于 2026-11-20 12:00'],
      ['Heading1', '问'],
      ['', '怎么铺？'],
      ['', ''],
      ['Heading1', '答 · 免费模型'],
      ['Heading3', '做法'],
      ['ListParagraph', '先找平'],
      ['ListParagraph', '再铺 防潮膜'],
      ['ListParagraph', '搭接 100mm'],
      ['', '材料'],
      ['', '厚度'],
      ['', '橡木复合'],
      ['', '15'],
      ['', '以厂家为准'],
      ['', 'a &lt; b'],
      ['', '见 图集 与 图'],
      ['', '依据：木地板 *做法* https://example.com/s'],
    ]);
    expect(xml).toMatch(/<w:b\/>.*?找平/s);
    expect(xml.match(/<w:tbl>/g)).toHaveLength(1);
    expect(xml).toContain('Consolas');
    const links = await zip.file('word/_rels/document.xml.rels')?.async('string');
    expect(links).toContain('https://example.com/a?b=1&amp;c=2');
    expect(links).not.toContain('x.png');
    const pictures = Object.keys(zip.files).filter((file) => /^word\/media\/.+\.jpg$/.test(file));
    expect(pictures).toHaveLength(1);
  });

  it('keeps what no formatting holds: depth, letters that XML has not, half pairs', async () => {
    const odd = `${'> '.repeat(3000)}深\n\n${'- '.repeat(500)}列\n\n\u0001\ud800\ufffe结束`;
    const { conversation } = await talk({ message: '怪' }, odd);
    const { bytes } = await download(conversation.conversationId, 'docx');
    const xml = (await (await JSZip.loadAsync(bytes)).file('word/document.xml')?.async('string')) ?? '';
    expect(xml).toContain('结束');
    for (const letter of ['\u0001', '\ufffe', '\ud800']) expect(xml).not.toContain(letter);
  });

  it('is the version that was last written, or the one asked for', async () => {
    const { conversation, question, answer } = await talk({ message: '一' }, '甲');
    const { conversationId } = conversation;
    await talk({ answerTo: question.messageId }, '乙');
    expect((await download(conversationId, 'md')).bytes.toString()).toContain('\n\n乙\n');
    const first = (await download(conversationId, 'md', `&leafId=${answer.messageId}`)).bytes.toString();
    expect(first).toContain('\n\n甲\n');
    expect(first).not.toContain('乙');
    const wrong = member.api.chatExport({ conversationId, format: 'md', leafId: 'none' });
    expect(await refusal(wrong)).toMatchObject({ reason: 'chat.not_found' });
  });

  it('says how an answer ended that is not whole', async () => {
    const stopped = member.api.chat({ message: '一' });
    const answer = await models.nth(0);
    answer.say('半');
    answer.end('length');
    const { conversationId } = (await stopped).conversation;
    expect((await download(conversationId, 'md')).bytes.toString()).toContain('半\n\n*（回答中断，内容可能不完整）*');
  });
});
