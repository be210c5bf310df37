import remend from 'remend';
import type { MarkdownBlock } from './blocks';

const cjk = '\\u2e80-\\u9fff\\uf900-\\ufaff\\uff00-\\uffef';
const quotes = '“”‘’（）《》「」『』【】、，。：；！？…—';

/**
 * Parts of a Markdown source that are normalized or, like code and formulas, must stay unchanged. The limit of 1,000
 * characters per match keeps the time proportional to the length of the source.
 */
const parts = new RegExp(
  [
    '(?<code>(?<!`)(`+)(?!`)[\\s\\S]{0,1000}?[^`]\\2(?!`))',
    '(?<display>\\$\\$[^$]{1,1000}\\$\\$)',
    '\\\\\\((?<inParens>[^\\n]{1,1000}?)\\\\\\)',
    '\\\\\\[(?<inBrackets>[\\s\\S]{1,1000}?)\\\\\\]',
    '(?<escaped>\\\\[\\s\\S])',
    '(?<math>\\$(?=[^\\s$])[^$\\n]{0,1000}?[^\\s$\\\\]\\$(?!\\d)|\\$[^\\s$]\\$(?!\\d))',
    '(?<dollar>\\$)',
    '(?<footnote>\\[\\^)',
    `(?<![(<\\]"'\`\\w/])(?<address>https?://[^\\s<>()\\[\\]"'\`${cjk}${quotes}]{1,1000})(?=[${cjk}${quotes}])`,
    `(?<strong>\\*\\*(?=\\S)[^*\\n]{1,1000}?\\*\\*)`,
  ].join('|'),
  'g',
);

/** Holds a letter's place beside signs without being seen: signs at the edge of bold words would keep them plain. */
const joiner = '\u2060';
const isSign = (letter: string | undefined) => letter !== undefined && /[\p{P}\p{S}]/u.test(letter);

function strongWithEdges(strong: string): string {
  const words = strong.slice(2, -2);
  const start = isSign(words[0]) ? joiner : '';
  const end = isSign(words.at(-1)) ? joiner : '';
  return `**${start}${words}${end}**`;
}

const onOneLine = (formula: string) => formula.trim().replaceAll(/(?<!\s)\s*\n\s*/g, ' ');

/**
 * Puts a text into the Markdown that is read here: formulas in dollars and only where they are meant, footnotes as they
 * are written (they would tie all blocks together), addresses that end before Chinese, bold words with signs at their
 * edges. Code stays as it is.
 */
function normalised(source: string): string {
  return source.replace(parts, (whole, ...rest) => {
    const groups = rest.at(-1) as Record<string, string | undefined>;
    if (groups.code !== undefined || groups.math !== undefined || groups.escaped !== undefined) return whole;
    if (groups.display !== undefined) return `$${onOneLine(whole.slice(2, -2))}$`;
    const formula = groups.inParens ?? groups.inBrackets;
    if (formula !== undefined) return `$${onOneLine(formula)}$`;
    if (groups.dollar !== undefined) return '\\$';
    if (groups.footnote !== undefined) return '\\[^';
    if (groups.address !== undefined) return `<${whole}>`;
    return strongWithEdges(whole);
  });
}

/** The Markdown of a block as it is drawn; what is half written at a growing end is completed. */
export function sourceOf({ kind, source, inner }: MarkdownBlock, isGrowing: boolean): string {
  if (kind === 'math') return `$$\n${inner}\n$$`;
  if (kind === 'code') return source;
  const text = isGrowing ? remend(source, { linkMode: 'text-only', katex: false, images: true }) : source;
  return normalised(text);
}

export const hasMath = ({ kind, source }: MarkdownBlock) =>
  kind === 'math' || (kind === 'prose' && /\$|\\\(|\\\[/.test(source));

export const hasFence = ({ kind, source, isClosed }: MarkdownBlock) =>
  kind === 'code' ? isClosed : /^ *(?:(?:[-*+>]|\d+[.)]) *)?(?:`{3}|~{3})/m.test(source);
