import { Lexer, Marked, type Token } from 'marked';

/** A top-level part of a text: it is drawn by itself, and no more once nothing in it can change. */
export interface MarkdownBlock {
  /** Characters of the text before it; its name among the others. */
  at: number;
  source: string;
  kind: 'prose' | 'code' | 'math';
  /** Of code: its language as it was written. */
  language: string;
  /** Of code and math: what stands between the fences. */
  inner: string;
  /** True when the fence is closed; true for all else. */
  isClosed: boolean;
}

export interface MarkdownBlocks {
  text: string;
  blocks: readonly MarkdownBlock[];
}

/** Blocks at the end that what comes next may still change: a definition's title may stand under it. */
const openBlocks = 2;
/** Characters in which a formula may end. */
const longestMath = 4000;

const mathFences = [
  [/^ {0,3}\$\$/, /\$\$[ \t]*(?:\n|$)/],
  [/^ {0,3}\\\[/, /\\\][ \t]*(?:\n|$)/],
] as const;

/** A formula on lines of its own, blank lines included. */
function mathAt(source: string): { raw: string; inner: string } | undefined {
  for (const [opening, closing] of mathFences) {
    const start = opening.exec(source)?.[0];
    if (start === undefined) continue;
    const body = source.slice(start.length, start.length + longestMath);
    const end = closing.exec(body);
    if (end && end.index > 0) {
      return { raw: start + body.slice(0, end.index + end[0].length), inner: body.slice(0, end.index).trim() };
    }
  }
  return undefined;
}

const marked = new Marked({
  extensions: [
    {
      name: 'math',
      level: 'block',
      start: (source) => {
        const at = source.slice(0, longestMath).search(/^ {0,3}(?:\$\$|\\\[)/m);
        return at < 0 ? undefined : at;
      },
      tokenizer: (source) => {
        const found = mathAt(source);
        return found && { type: 'math', raw: found.raw, text: found.inner };
      },
    },
  ],
});

/** True when a fenced code block ends with a closing fence; false while its text is still streaming. */
function isFenceClosed(source: string): boolean {
  const fence = /^ {0,3}(`{3,}|~{3,})/.exec(source)?.[1];
  const lines = source.trimEnd();
  const last = lines.slice(lines.lastIndexOf('\n') + 1).replace(/^ {0,3}/, '');
  return fence !== undefined && lines.includes('\n') && last.startsWith(fence) && /^[`~]*$/.test(last);
}

function blockOf(token: Token, at: number): MarkdownBlock {
  const inner = 'text' in token && typeof token.text === 'string' ? token.text : '';
  const plain = { at, source: token.raw, language: '', inner, isClosed: true };
  if (token.type === 'math') return { ...plain, kind: 'math' };
  if (token.type !== 'code' || token.codeBlockStyle === 'indented') return { ...plain, kind: 'prose' };
  return { ...plain, kind: 'code', language: token.lang ?? '', isClosed: isFenceClosed(token.raw) };
}

function blocksIn(text: string, from: number): MarkdownBlock[] {
  const blocks: MarkdownBlock[] = [];
  let at = from;
  // Only blocks: what stands inside them is read when they are drawn.
  for (const token of new Lexer(marked.defaults).blockTokens(text.slice(from))) {
    if (token.type !== 'space') blocks.push(blockOf(token, at));
    at += token.raw.length;
  }
  return blocks;
}

const isSame = (one: MarkdownBlock | undefined, other: MarkdownBlock) =>
  one?.source === other.source && one.at === other.at && one.isClosed === other.isClosed;

/**
 * Splits a text into its blocks. Where it only grew, all but the end is taken over as it is: the same objects.
 */
export function splitBlocks(given: string, former?: MarkdownBlocks): MarkdownBlocks {
  const text = given.includes('\r') ? given.replaceAll(/\r\n?/g, '\n') : given;
  if (former?.text === text) return former;
  const isGrown = former !== undefined && text.startsWith(former.text);
  const kept = isGrown ? former.blocks.slice(0, -openBlocks) : [];
  const next = isGrown ? former.blocks[kept.length] : undefined;
  const fresh = blocksIn(text, next?.at ?? 0);
  const known = new Map(former?.blocks.slice(kept.length).map((block) => [block.at, block]));
  return { text, blocks: [...kept, ...fresh.map((block) => takenOver(known.get(block.at), block))] };
}

const takenOver = (known: MarkdownBlock | undefined, block: MarkdownBlock) =>
  known && isSame(known, block) ? known : block;
