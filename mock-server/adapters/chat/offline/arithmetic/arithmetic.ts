import type { ChatReply } from '../reply.ts';
import { converted, priced, siteShares, usableShare } from './areas.ts';
import { prints, scale, stairs } from './drawings.ts';
import { calculated, NotCalculable } from './expression.ts';
import { concrete, pieces, skirting } from './materials.ts';
import { plainNumbers } from './plain-numbers.ts';
import { Said } from './said.ts';
import { shapes, slope } from './shapes.ts';
import type { Calculator, Sum } from './sum.ts';
import { paint, wallpaper } from './walls.ts';

/** The more particular ones first: a room's sides are also those of its tiles. */
const calculators: readonly Calculator[] = [
  ...[usableShare, siteShares, prints, scale, stairs, slope],
  ...[wallpaper, skirting, paint, concrete, pieces, priced],
  ...[converted, shapes],
];

/** Maximum length of a calculation question in characters. */
const longestSum = 1000;

/** Answers a calculation question; undefined when the sentence is none or is longer than 1,000 characters. */
export function arithmeticAnswer(question: string): ChatReply | undefined {
  if (question.length > longestSum) return undefined;
  const text = plainNumbers(question);
  if (!/\d/.test(text)) return undefined;
  try {
    const expression = calculated(text);
    if (expression) return sumReply(expressionSum(expression));
    for (const calculator of calculators) {
      const sum = calculator(new Said(text));
      if (sum) return sumReply(sum);
    }
  } catch (error) {
    if (error instanceof NotCalculable) return { blocks: [error.message] };
    if (error instanceof RangeError) return { blocks: ['除数是 0，这个式子没有结果。'] };
    throw error;
  }
  return undefined;
}

/** Returns true when a sum was asked for, but something is not said yet. */
export const isLacking = (reply: ChatReply) => reply.blocks[0]?.startsWith(lackingHead) === true;

const lackingHead = '还差：';
const powers = ['', ' 米', ' ㎡', ' m³'];

function expressionSum({
  value,
  dimension,
  text,
}: {
  value: { text(places?: number): string };
  dimension: number;
  text: string;
}): Sum {
  const unit = powers[dimension];
  if (unit === undefined) throw new NotCalculable('单位对不上：算出来不是长度、面积，也不是体积，请核对式子。');
  const result = `${value.text(6)}${unit}`;
  return { results: [result], steps: [`${text} = ${result}`.replace('= ≈', '≈ ')] };
}

function sumReply({ results, steps, assumptions = [], missing = [] }: Sum): ChatReply {
  if (missing.length > 0) return { blocks: [`${lackingHead}${missing.join('；')}。补上就能算。`] };
  const tidy = (line: string) => line.replace(/= ≈/g, '≈ ');
  return {
    blocks: [
      `**${results.map(tidy).join('；')}**`,
      [...steps.map((step) => `- ${tidy(step)}`), ...assumptions.map((line) => `- 前提：${line}`)].join('\n'),
    ],
  };
}
