import type { DefinedTool } from './define-tool.ts';
import { wordGroupsOf } from './prompt-words.ts';

/** Kinds that a description may leave out, so that it does not always say the same amount. */
const optionalKinds: ReadonlySet<string> = new Set(['色调', '天气', '不要', '锐度', '镜头', '物件']);
/** Kinds of which a description names two. */
const doubledKinds: ReadonlySet<string> = new Set(['家具', '材质']);
/** Tools that can draw two materials or place several pieces, and weather beside the hour. */
const readsMore: ReadonlySet<string> = new Set(['text2Img', 'text2Video', 'emptyRoom']);
/** Kinds of which the engine takes one word among them. */
const surfaces: ReadonlySet<string> = new Set(['材质', '颜色', '物件']);

/**
 * A description for what a form says: words that the tool's own engine understands, of the kinds that the form leaves
 * open. The same form and number give the same sentence; other numbers, other ones. Empty for tools without words.
 *
 * @param variation 0 or more
 */
export function writePrompt(tool: DefinedTool, values: Readonly<Record<string, unknown>>, variation: number): string {
  const takesTwo = readsMore.has(tool.id);
  const written: string[] = [];
  const said = new Set<string>();
  for (const [place, { label, words }] of wordGroupsOf(tool, values).entries()) {
    const turn = spread(variation, place);
    // A style in words would overrule the one that is chosen.
    if (label === '风格' && values.classifyId3) continue;
    if (optionalKinds.has(label) && turn % 2 === 1 && written.length > 0) continue;
    const topic = topicOf(label);
    if (label === '不要' || (!takesTwo && said.has(topic === '天气' ? '时间' : topic))) continue;
    said.add(topic);
    written.push(words[turn % words.length]!);
    if (doubledKinds.has(label) && takesTwo) written.push(words[(turn + 1 + (turn % 2)) % words.length]!);
  }
  return [...new Set(written)].join('，');
}

function topicOf(label: string): string {
  return surfaces.has(label) ? '材质' : label;
}

/** A number that looks random and depends on both. */
function spread(variation: number, place: number): number {
  let mixed = Math.imul(variation * 31 + place * 7 + 11, 0x9e3779b1) >>> 0;
  mixed ^= mixed >>> 15;
  return Math.imul(mixed, 0x85ebca6b) >>> 8;
}
