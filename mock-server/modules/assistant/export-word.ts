import { Document, HeadingLevel, ImageRun, Packer, Paragraph, TextRun } from 'docx';
import type { ChatMessage, ChatPicture } from '#shared/contract/chat';
import { exportWords, headOf, remarkOf } from './export-markdown.ts';
import { createWordWriter, plainParagraph, type WordBlock, wordNumbering } from './word-blocks.ts';

/** The longer side of a picture on the page, pixels of Word. */
const shownSide = 420;

export interface WordJob {
  title: string;
  messages: readonly ChatMessage[];
  at: number;
  /** JPEGs by picture; others are named. */
  pictures: ReadonlyMap<string, Uint8Array>;
  /** True when answers stand there as they were written, without formatting. */
  isPlain: boolean;
}

/** A conversation as a Word document. */
export async function toWord({ title, messages, at, pictures, isPlain }: WordJob): Promise<Uint8Array> {
  const writer = createWordWriter();
  const children: WordBlock[] = [plainParagraph(title, { heading: HeadingLevel.TITLE }), plainParagraph(headOf(at))];
  for (const message of messages) {
    const isQuestion = message.role === 'user';
    const model = message.modelTitle ? ` · ${message.modelTitle}` : '';
    const head = isQuestion ? exportWords.question : `${exportWords.answer}${model}`;
    children.push(plainParagraph(head, { heading: HeadingLevel.HEADING_1 }));
    children.push(...(isQuestion || isPlain ? [plainParagraph(message.text)] : writer.markdown(message.text)));
    for (const picture of [...message.attachments, ...message.pictures])
      children.push(pictureBlock(picture, pictures.get(picture.imageId)));
    if (message.sources.length > 0) {
      const lines = message.sources.map(({ title, url }) => `${title}${url ? ` ${url}` : ''}`);
      children.push(plainParagraph([`${exportWords.sources}：`, ...lines].join('\n')));
    }
    const remark = remarkOf(message);
    if (remark) children.push(new Paragraph({ children: [new TextRun({ text: remark, italics: true })] }));
  }
  const font = { ascii: 'Calibri', hAnsi: 'Calibri', eastAsia: 'Microsoft YaHei', cs: 'Calibri' };
  const styles = {
    default: { document: { run: { font, size: 21 }, paragraph: { spacing: { after: 120, line: 300 } } } },
  };
  const document = new Document({
    title,
    creator: '筑绘 AI',
    styles,
    numbering: wordNumbering,
    sections: [{ children }],
  });
  return Packer.toBuffer(document);
}

function pictureBlock(picture: ChatPicture, data: Uint8Array | undefined): Paragraph {
  if (!data) return plainParagraph(picture.url === null ? exportWords.gone : picture.title || exportWords.upload);
  const scale = Math.min(1, shownSide / Math.max(picture.width, picture.height));
  const transformation = {
    width: Math.max(1, Math.round(picture.width * scale)),
    height: Math.max(1, Math.round(picture.height * scale)),
  };
  return new Paragraph({ children: [new ImageRun({ type: 'jpg', data, transformation })] });
}
