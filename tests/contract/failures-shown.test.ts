import { readdirSync, readFileSync } from 'node:fs';
import ts from 'typescript';
import { expect, test } from 'vitest';

const sources = ['user-app', 'admin-app'].flatMap((app) =>
  readdirSync(app, { recursive: true, encoding: 'utf8' })
    .filter((name) => /\.tsx?$/.test(name) && !/\.test\.tsx?$|^\.umi/.test(name))
    .map((name) => ({ file: `${app}/${name}`, text: readFileSync(`${app}/${name}`, 'utf8') })),
);

test('no page shows the message of an error without asking whether it is a sentence for people', () => {
  const unasked = /instanceof Error (\?|&& \w+\.message \?) \w+\.message|\(\w+ as \w*Error\)\.message/;
  expect(sources.length).toBeGreaterThan(500);
  expect(sources.filter(({ text }) => unasked.test(text)).map(({ file }) => file)).toEqual([]);
});

const busySign = /^set(Is)?(Busy|Sending|Saving|Pending)$/;

/** Lines on which a sign that something is under way is taken back outside of a `finally` block. */
function uncertainEnds(file: string, text: string): string[] {
  const source = ts.createSourceFile(file, text, ts.ScriptTarget.Latest, true);
  const found: string[] = [];
  const visit = (node: ts.Node, isCertain: boolean): void => {
    const isEnd =
      ts.isCallExpression(node) &&
      busySign.test(node.expression.getText(source)) &&
      node.arguments[0]?.kind === ts.SyntaxKind.FalseKeyword;
    if (isEnd && !isCertain) found.push(`${file}:${source.getLineAndCharacterOfPosition(node.pos).line + 1}`);
    node.forEachChild((child) => visit(child, isCertain || (ts.isTryStatement(node) && child === node.finallyBlock)));
  };
  visit(source, false);
  return found;
}

test('what is under way is over when it fails, too: its button can be pressed again', () => {
  const written = sources.filter(({ text }) => /\bset(Is)?(Busy|Sending|Saving|Pending)\(false\)/.test(text));
  expect(written.length).toBeGreaterThan(20);
  expect(written.flatMap(({ file, text }) => uncertainEnds(file, text))).toEqual([]);
});
