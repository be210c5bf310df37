import { globSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { breakpoints, spaces } from '#shared/design/tokens';

const filesLike = (pattern: string) =>
  globSync(pattern)
    .map((name) => name.replaceAll('\\', '/'))
    .filter((name) => !name.includes('/.umi'))
    .sort();

const sheets = filesLike('{user-app,admin-app}/**/*.css');

/** Lengths in px that a value names, without those of variables. */
const pixels = (value: string) => [...value.matchAll(/(?<![\w-])(-?[\d.]+)px/g)].map(([, length]) => Number(length));

const isHairline = (length: number) => Math.abs(length) <= 2;
const isGap = (length: number) => isHairline(length) || (length < 0 && (spaces as readonly number[]).includes(-length));
const ring = /^(inset )?0 0 0 (1px|2px|calc\((1|2)px \* [^)]*\)+) /;
const colour =
  /#[\da-f]{3,8}\b|\b(rgba?|hsla?|hwb|lab|lch|oklab|oklch)\(|(?<![\w-])(white|black|red|gr[ae]y)(?![\w-])/i;
const edges: readonly number[] = breakpoints;

/** Fault of a declaration that is off the scales; undefined when there is none. */
function faultOf(property: string, value: string): string | undefined {
  if (colour.test(value.replaceAll(/url\([^)]*\)/g, ''))) return 'a colour';
  if (/^((row|column)-)?gap$|^(margin|padding)(-|$)/.test(property))
    return pixels(value).every(isGap) ? undefined : 'a space';
  if (property === 'font-size' || property === 'font')
    return pixels(value.replace(/\/ *[\d.]+px/, '')).length === 0 ? undefined : 'a size of type';
  if (property.endsWith('-radius'))
    return pixels(value).length === 0 && !value.includes('50%') ? undefined : 'a corner';
  if (property === 'z-index') return /^(var\(--layer-\w+\)|auto)$/.test(value) ? undefined : 'a layer';
  if (property === 'box-shadow')
    return value === 'none' || value === 'var(--shadow-float)' || ring.test(value) ? undefined : 'a shadow';
  if (/^(transition|animation)(-duration)?$/.test(property))
    return /\d(ms|s)\b/.test(value) && !/infinite|^0.01ms|!important|\b0s var/.test(value) ? 'a movement' : undefined;
  return undefined;
}

const withoutComments = (text: string) => text.replaceAll(/\/\*[\s\S]*?\*\/|\/\/ .*/g, '');

function faultsIn(css: string): string[] {
  const text = withoutComments(css);
  const declarations = [...text.matchAll(/(?<=[\s{;])([a-z-]+)\s*:\s*([^;{}]+);/g)].flatMap(
    ([, property = '', value = '']) => {
      const fault = faultOf(property, value.replaceAll(/\s+/g, ' ').trim());
      return fault ? [`${fault}: ${property}: ${value.trim()}`] : [];
    },
  );
  const widths = [...text.matchAll(/@media[^{]*/g)].flatMap(([query]) =>
    [...query.matchAll(/(min|max)-width: ([\d.]+)px/g)]
      .filter(([, end, width]) => !edges.includes(Number(width) + (end === 'max' ? 1 : 0)))
      .map(([width]) => `a width: ${width}`),
  );
  return [...declarations, ...widths];
}

test.each(sheets)('%s keeps to the scales', (name) => {
  expect(faultsIn(readFileSync(name, 'utf8'))).toEqual([]);
});

const layout = readFileSync('user-app/ui/layout.css', 'utf8');
const classesOf = (text: string) => new Set([...text.matchAll(/^\.([\w-]+)/gm)].map(([, name = '']) => name));
const everywhere = classesOf(layout + readFileSync('user-app/global.css', 'utf8'));

/** Names in the texts of a class name's expression, without what is compared or looked up. */
function wordsIn(expression: string): string[] {
  const said = expression.replaceAll(/([!=]==?|\w:) '[^']*'|\w+Look\([^)]*\)|\[[^\]]*\]|\$\{[^}]*\}/g, ' ');
  return [...said.matchAll(/"([^"]*)"|'([^']*)'|`([^`]*)`/g)].flatMap(([, ...texts]) => texts.join('').split(/\s+/));
}

test('every class that is named without a sheet stands in layout.css', () => {
  const sources = filesLike('user-app/**/*.{ts,tsx}').flatMap((name) =>
    [...readFileSync(name, 'utf8').matchAll(/[cC]lassName=(?:("[^"]*")|\{((?:[^{}]|\$\{[^{}]*\})*)\})/g)].flatMap(
      ([, text = '', expression = '']) => wordsIn(text + expression).map((word) => [name, word] as const),
    ),
  );
  const composed = sheets.flatMap((name) =>
    [...readFileSync(name, 'utf8').matchAll(/composes: ([^;]*) from global;/g)].flatMap(([, words = '']) =>
      words.split(/\s+/).map((word) => [name, word] as const),
    ),
  );
  const named = [...sources, ...composed].filter(([, word]) => word);
  expect(named.filter(([, word]) => !everywhere.has(word))).toEqual([]);
  const used = new Set(named.map(([, word]) => word));
  expect([...classesOf(layout)].filter((name) => !used.has(name))).toEqual([]);
});

test('what is beside the scales is found', () => {
  const css = `.part { gap: 7px; padding: var(--space-8) 3px; margin: 0 -8px 1px; font-size: 13px; border-radius: 6px;
    z-index: 5; box-shadow: 0 2px 4px var(--ink); color: white; transition: color 300ms; width: 317px; }
    @media (max-width: 1023px) { .part { gap: 0; } } @media (min-width: 900px) { .part { gap: 0; } }`;
  expect(faultsIn(css)).toEqual([
    'a space: gap: 7px',
    'a space: padding: var(--space-8) 3px',
    'a size of type: font-size: 13px',
    'a corner: border-radius: 6px',
    'a layer: z-index: 5',
    'a shadow: box-shadow: 0 2px 4px var(--ink)',
    'a colour: color: white',
    'a movement: transition: color 300ms',
    'a width: min-width: 900px',
  ]);
});

test('buttons and dialogs are parts of ui/', () => {
  const files = filesLike('user-app/**/*.tsx').filter(
    (name) => !name.startsWith('user-app/ui/') && !name.endsWith('.test.tsx'),
  );
  const raw = files.filter((name) => /<(button|dialog)\b/.test(withoutComments(readFileSync(name, 'utf8'))));
  expect(raw).toEqual([]);
});
