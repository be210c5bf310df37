import {
  BorderStyle,
  ExternalHyperlink,
  HeadingLevel,
  type IParagraphOptions,
  type IRunOptions,
  LevelFormat,
  Paragraph,
  type ParagraphChild,
  ShadingType,
  Table,
  TableCell,
  TableRow,
  TextRun,
  WidthType,
} from 'docx';
import { lexer, type Token, type Tokens } from 'marked';

/** Paragraphs and tables, in their order. */
export type WordBlock = Paragraph | Table;

const orderedList = 'ordered';
const indentOfLevel = 420;
const deepest = 6;
const codeFont = 'Consolas';
const grey = 'F3F4F6';
const headings = [
  HeadingLevel.HEADING_2,
  HeadingLevel.HEADING_3,
  HeadingLevel.HEADING_4,
  HeadingLevel.HEADING_5,
  HeadingLevel.HEADING_6,
] as const;

/** The numbering that ordered lists name. */
export const wordNumbering = {
  config: [
    {
      reference: orderedList,
      levels: Array.from({ length: deepest + 1 }, (_, level) => ({
        level,
        format: LevelFormat.DECIMAL,
        text: `%${level + 1}.`,
        style: { paragraph: { indent: { left: indentOfLevel * (level + 1), hanging: indentOfLevel } } },
      })),
    },
  ],
};

/** Turns Markdown into blocks of a Word document; every ordered list begins to count anew. */
export function createWordWriter() {
  let lists = 0;

  function blocksOf(tokens: readonly Token[], depth: number, base: IParagraphOptions): WordBlock[] {
    return tokens.flatMap((token) => blockOf(token as Tokens.Generic, depth, base));
  }

  function blockOf(token: Tokens.Generic, depth: number, base: IParagraphOptions): WordBlock[] {
    switch (token.type) {
      case 'space':
      case 'def':
        return [];
      case 'heading': {
        const heading = headings[Math.min(token.depth, headings.length) - 1] ?? HeadingLevel.HEADING_6;
        return [new Paragraph({ ...base, heading, children: runsOf(token.tokens) })];
      }
      case 'hr':
        return [new Paragraph({ ...base, thematicBreak: true })];
      case 'code':
        return [codeBlock(token.text as string, base)];
      case 'blockquote': {
        const border = { left: { style: BorderStyle.SINGLE, size: 12, space: 8, color: 'CCCCCC' } };
        const quoted = { ...base, border, indent: { left: indentOfLevel * Math.min(depth + 1, deepest) } };
        if (depth >= deepest) return [new Paragraph({ ...quoted, children: [textRun(token.raw, {})] })];
        return blocksOf(token.tokens ?? [], depth + 1, quoted);
      }
      case 'list':
        return listOf(token as Tokens.List, depth, base);
      case 'table':
        return [tableOf(token as Tokens.Table)];
      case 'paragraph':
      case 'text':
        return [new Paragraph({ ...base, children: runsOf(token.tokens ?? [token as Token]) })];
      default:
        return [new Paragraph({ ...base, children: [textRun(token.raw, {})] })];
    }
  }

  function listOf(list: Tokens.List, depth: number, base: IParagraphOptions): WordBlock[] {
    const level = Math.min(depth, deepest);
    const instance = ++lists;
    const start = list.start === '' ? 1 : list.start;
    const isNumbered = list.ordered && start === 1;
    const mark = isNumbered ? { numbering: { reference: orderedList, level, instance } } : markOf(list, level);
    return list.items.flatMap((item, place) => {
      const number = list.ordered && !isNumbered ? `${start + place}. ` : '';
      const [first, ...others] = item.tokens as Tokens.Generic[];
      const isText = first?.type === 'text' || first?.type === 'paragraph';
      const runs = isText ? runsOf(first.tokens ?? [first as Token]) : [];
      const head = number === '' ? [] : [textRun(number, {})];
      const rest = (isText ? others : (item.tokens as Tokens.Generic[])) ?? [];
      const inner = { ...base, indent: { left: indentOfLevel * (level + 1) } };
      const below = belowItem(rest, depth, base, inner);
      return [new Paragraph({ ...base, ...mark, children: [...head, ...runs] }), ...below];
    });
  }

  /** Blocks of an item below its first line; as plain text where Word has no deeper level. */
  function belowItem(
    tokens: readonly Tokens.Generic[],
    depth: number,
    base: IParagraphOptions,
    inner: IParagraphOptions,
  ): WordBlock[] {
    if (depth >= deepest) return tokens.map((token) => new Paragraph({ ...inner, children: [textRun(token.raw, {})] }));
    return tokens.flatMap((token) => blockOf(token, depth + 1, token.type === 'list' ? base : inner));
  }

  return {
    markdown: (text: string): WordBlock[] => blocksOf(lexer(text, { gfm: true }), 0, {}),
  };
}

/** Indent and bullet of an item. Ordered items have their number in the text, since Word would renumber them. */
function markOf({ ordered }: Tokens.List, level: number): IParagraphOptions {
  if (ordered) return { indent: { left: indentOfLevel * (level + 1), hanging: indentOfLevel } };
  return { bullet: { level } };
}

/** Plain text, line by line. */
export function plainParagraph(text: string, options: IParagraphOptions = {}): Paragraph {
  const runs = text.split('\n').map((line, place) => new TextRun({ text: printable(line), break: place > 0 ? 1 : 0 }));
  return new Paragraph({ ...options, children: runs });
}

function codeBlock(text: string, base: IParagraphOptions): Paragraph {
  const lines = text
    .split('\n')
    .map((line, place) => new TextRun({ text: printable(line), font: codeFont, size: 18, break: place > 0 ? 1 : 0 }));
  return new Paragraph({ ...base, shading: { type: ShadingType.CLEAR, fill: grey }, children: lines });
}

function tableOf({ header, rows }: Tokens.Table): Table {
  const cell = (each: Tokens.TableCell, isHead: boolean) =>
    new TableCell({
      children: [new Paragraph({ children: runsOf(each.tokens, isHead ? { bold: true } : {}) })],
      margins: { left: 80, right: 80 },
      ...(isHead && { shading: { type: ShadingType.CLEAR, fill: grey } }),
    });
  return new Table({
    width: { size: 100, type: WidthType.PERCENTAGE },
    rows: [
      new TableRow({ tableHeader: true, children: header.map((each) => cell(each, true)) }),
      ...rows.map((row) => new TableRow({ children: row.map((each) => cell(each, false)) })),
    ],
  });
}

type Style = Omit<IRunOptions, 'text' | 'children'>;

function runsOf(tokens: readonly Token[] = [], style: Style = {}): ParagraphChild[] {
  return tokens.flatMap((each): ParagraphChild[] => {
    const token = each as Tokens.Generic;
    switch (token.type) {
      case 'strong':
        return runsOf(token.tokens, { ...style, bold: true });
      case 'em':
        return runsOf(token.tokens, { ...style, italics: true });
      case 'del':
        return runsOf(token.tokens, { ...style, strike: true });
      case 'codespan':
        return [new TextRun({ ...style, font: codeFont, text: printable(token.text) })];
      case 'checkbox':
        return [textRun(token.checked ? '☑ ' : '☐ ', style)];
      // Within tables there is no other way to break a line.
      case 'html':
        return [/^<br\s*\/?>$/i.test(token.raw) ? new TextRun({ break: 1 }) : textRun(token.raw, style)];
      case 'br':
        return [new TextRun({ break: 1 })];
      case 'link':
        return linkOf(token as Tokens.Link, style);
      // Nothing is fetched from elsewhere.
      case 'image':
        return [textRun(token.text || token.href, style)];
      case 'text':
      case 'escape':
        return token.tokens ? runsOf(token.tokens, style) : [textRun(token.text, style)];
      default:
        return [textRun(token.raw, style)];
    }
  });
}

function linkOf({ href, tokens }: Tokens.Link, style: Style): ParagraphChild[] {
  if (!/^(https?:\/\/|mailto:)/i.test(href) || !URL.canParse(href)) return runsOf(tokens, style);
  const children = runsOf(tokens, { ...style, style: 'Hyperlink' });
  return [new ExternalHyperlink({ link: new URL(href).href, children })];
}

function textRun(text: string, style: Style): TextRun {
  return new TextRun({ ...style, text: printable(unescaped(text)) });
}

const named: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', '#39': "'", nbsp: '\u00a0' };

/** The lexer leaves entities to whoever makes HTML of its tokens. */
function unescaped(text: string): string {
  return text.replace(/&(amp|lt|gt|quot|#39|nbsp);/g, (whole, name: string) => named[name] ?? whole);
}

/** Without what no XML document can hold. */
function printable(text: string): string {
  return text.toWellFormed().replace(/[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/gu, '');
}
