import ts from 'typescript';
import { describe, expect, it } from 'vitest';
import { growthOf } from '../support/regex-steps.ts';
import { parsedSource, sourcePaths, textOfSource } from '../support/source-files.ts';

/** Matches sources that may contain a regular expression; the others are not parsed. */
const mayContainExpression = /RegExp\(|[=(,:?!&|;{}[>]\s*\/(?![/*])|(?:return|case)\s+\/(?![/*])/;

interface Expression {
  place: string;
  source: string;
  flags: string;
}

/** Returns every regular expression of a file. An inserted value that is not known from the file counts as a word. */
function expressionsIn(file: string): Expression[] {
  const text = textOfSource(file);
  if (!mayContainExpression.test(text)) return [];
  const parsed = parsedSource(file, text);
  const constants = new Map<string, ts.Expression>();
  const found: Expression[] = [];

  /** Text of a string expression, as far as it is known from the file. */
  function textOf(node: ts.Expression | undefined): string {
    if (!node) return '';
    if (ts.isStringLiteralLike(node)) return node.text;
    if (ts.isParenthesizedExpression(node) || ts.isAsExpression(node)) return textOf(node.expression);
    if (ts.isIdentifier(node) && constants.has(node.text)) {
      const value = constants.get(node.text);
      constants.delete(node.text);
      const known = textOf(value);
      if (value) constants.set(node.text, value);
      return known;
    }
    if (ts.isTemplateExpression(node))
      return node.head.text + node.templateSpans.map((span) => textOf(span.expression) + span.literal.text).join('');
    if (ts.isBinaryExpression(node) && node.operatorToken.kind === ts.SyntaxKind.PlusToken)
      return textOf(node.left) + textOf(node.right);
    if (ts.isConditionalExpression(node)) return `(?:${textOf(node.whenTrue)}|${textOf(node.whenFalse)})`;
    if (ts.isRegularExpressionLiteral(node)) return node.text.slice(1, node.text.lastIndexOf('/'));
    if (ts.isPropertyAccessExpression(node) && node.name.text === 'source') return textOf(node.expression);
    if (
      ts.isCallExpression(node) &&
      ts.isPropertyAccessExpression(node.expression) &&
      node.expression.name.text === 'join'
    ) {
      const list = node.expression.expression;
      if (ts.isArrayLiteralExpression(list))
        return list.elements.map((element) => textOf(element)).join(textOf(node.arguments[0]));
    }
    return 'x';
  }

  const visit = (node: ts.Node, act: (node: ts.Node) => void): void => {
    act(node);
    ts.forEachChild(node, (child) => visit(child, act));
  };
  visit(parsed, (node) => {
    if (ts.isVariableDeclaration(node) && ts.isIdentifier(node.name) && node.initializer)
      constants.set(node.name.text, node.initializer);
  });
  visit(parsed, (node) => {
    const place = `${file}:${parsed.getLineAndCharacterOfPosition(node.getStart()).line + 1}`;
    if (ts.isRegularExpressionLiteral(node)) {
      const end = node.text.lastIndexOf('/');
      found.push({ place, source: node.text.slice(1, end), flags: node.text.slice(end + 1) });
    } else if (ts.isNewExpression(node) && node.expression.getText() === 'RegExp') {
      const [source, flags] = node.arguments ?? [];
      found.push({ place, source: textOf(source), flags: flags && ts.isStringLiteralLike(flags) ? flags.text : '' });
    }
  });
  return found;
}

describe('how long an expression may take', () => {
  it.each([
    ...['^(?:a+)+$', '(?:a|a)*b', '^(?:的?图|的|图)+$', '^(?:a?){30}b', '^(?=(a+)+$)', '(?<=^(a|aa)+)b'],
    ...['\\s*\\s*\\s*$', '^\\s*\\s*$', '\\s+$', '(\\d+)万', '<!--.*-->', '(`+)[\\s\\S]*?\\1x', '^(?:,?[\\w,]+)*$'],
  ])('is too long for %s', (source) => {
    expect(growthOf(source, '').degree).toBeGreaterThan(1.5);
  });

  it.each([
    ...['(?<!\\s)\\s+$', '(?<!\\d)(\\d+)万', '^[\\w-]{1,64}(?:,[\\w-]{1,64}){0,99}$', 'a.{0,20}b'],
    ...['^(?:a|b)*$', '^(?:ab)+c', '[,;\\s]+', '"(?:[^"]|"")*"', '\\p{Script=Han}{2,}'],
  ])('is fine for %s', (source) => {
    expect(growthOf(source, 'u').degree).toBeLessThanOrEqual(1.5);
  });

  it.each(['shared', 'mock-server', 'engine', 'user-app', 'admin-app'])(
    'in %s grows with the length of the text and no faster',
    (folder) => {
      const all = sourcePaths(folder).flatMap(expressionsIn);
      expect(all.length).toBeGreaterThan(10);
      const slow = new Map<string, string>();
      for (const { place, source, flags } of all) {
        const { degree, witness } = growthOf(source, flags);
        if (degree > 1.5) slow.set(place, `/${source}/${flags} by the power of ${degree.toFixed(1)} with ${witness}`);
      }
      expect(Object.fromEntries(slow)).toEqual({});
    },
    120_000,
  );
});
