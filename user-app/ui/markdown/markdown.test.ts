import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { Markdown } from './markdown';

const html = (text: string, isGrowing = false) => renderToStaticMarkup(createElement(Markdown, { text, isGrowing }));

test.each([
  ['an event of a picture', '<img src=x onerror=alert(1)>'],
  ['a script', '<script>alert(1)</script>'],
  ['a style', '<style>body{display:none}</style>'],
  ['a frame', '<iframe src="javascript:alert(1)"></iframe>'],
  ['a form', '<form action="https://evil.example"><input name=a></form>'],
  ['an svg', '<svg/onload=alert(1)>'],
  ['a half-written tag', '<img src=x onerror=alert(1) '],
  ['a tag in a table', '| a |\n|---|\n| <img src=x onerror=alert(1)> |'],
  ['a tag in a list', '- <a href="javascript:alert(1)">x</a>'],
  ['a script link', '[x](javascript:alert(1))'],
  ['a script link in capitals', '[x](JaVaScRiPt:alert(1))'],
  ['a script link with a tab', '[x](java&#x09;script:alert(1))'],
  ['a script link with an entity', '[x](&#106;avascript:alert(1))'],
  ['a script link in angles', '<javascript:alert(1)>'],
  ['a script link by reference', '[x][y]\n\n[y]: javascript:alert(1)'],
  ['a data link', '[x](data:text/html;base64,PHNjcmlwdD5hbGVydCgxKTwvc2NyaXB0Pg==)'],
  ['a vbscript link', '[x](vbscript:msgbox(1))'],
  ['a file link', '[x](file:///etc/passwd)'],
  ['a blob link', '[x](blob:https://a.example/1)'],
  ['a picture with a script', '![x](javascript:alert(1))'],
  ['a picture with data', '![x](data:image/svg+xml,<svg onload=alert(1)>)'],
  ['a title that breaks out', '[x](https://a.example "\\" onmouseover=alert(1) \\"")'],
  ['a language that breaks out', '```"><img src=x onerror=alert(1)>\na\n```'],
])('%s is text', (_name, text) => {
  for (const isGrowing of [false, true]) {
    const shown = html(text, isGrowing);
    const doc = shown.replaceAll(
      /<(\/?)(div|p|span|h3|ul|ol|li|table|thead|tbody|tr|th|td|pre|code|a|button|svg|path|em|strong)\b/g,
      '‹',
    );
    expect(doc).not.toMatch(/<[a-z!]/i);
    expect(shown).not.toMatch(/<[^>]* on[a-z]+=/i);
    expect(shown).not.toMatch(/(?:href|src)="(?!https?:|mailto:|\/(?!\/))/i);
    expect(shown).not.toMatch(/<svg[^>]*onload|style="/i);
  }
});

test.each([
  '//evil.example',
  '/\\evil.example',
  '/api/user/logout',
  '/cas/logout',
  '/./api/ai/gptTalkDelete',
  '/%2e/api/x',
  '\\\\evil.example',
  'https://user:pass@evil.example',
  'https:evil.example',
  'ht\ntp://evil.example',
])('%s is no link', (address) => {
  expect(html(`[x](<${address}>)`)).not.toContain('href');
});

test('pages of the web open beside, those of the product in place', () => {
  expect(html('[规范](https://a.example/b)')).toContain(
    '<a href="https://a.example/b" target="_blank" rel="noopener noreferrer nofollow" title="https://a.example/b">规范</a>',
  );
  expect(html('[抠图](/matting?a=1#b)')).toContain('<a href="/matting?a=1#b" data-path="/matting?a=1#b">抠图</a>');
  expect(html('<a@b.example>')).toContain('href="mailto:a@b.example"');
});

test('a picture of an answer is a link and is never fetched', () => {
  const shown = html('![效果图](https://a.example/track.png)');
  expect(shown).toContain('>效果图</a>');
  expect(shown).not.toContain('<img');
});

test('HTML is read as it was written, line breaks break lines', () => {
  expect(html('用 <b>粗体</b> 标签')).toContain('用 &lt;b&gt;粗体&lt;/b&gt; 标签');
  expect(html('<div>\n内容\n</div>')).toContain('&lt;div&gt;\n内容\n&lt;/div&gt;');
  expect(html('一<br>二')).toMatch(/一<br\/?>\n?二/);
});

test('an address ends before Chinese', () => {
  expect(html('见https://a.example/x。后面还有')).toContain('href="https://a.example/x"');
});

test('bold words with signs at their edges are bold', () => {
  for (const text of ['**重点：**后面', '前面**“引用”**后面', '**50%**的面积'])
    expect(html(text)).toContain('<strong>');
});

test('ranges are not struck through and prices are no formulas', () => {
  expect(html('20~30㎡，5~6 层')).not.toContain('<del>');
  expect(html('$5 到 $10 之间')).toContain('$5 到 $10 之间');
});

test('footnotes stay where they are written', () => {
  const shown = html('正文[^1]\n\n[^1]: 出处');
  expect(shown).toContain('正文[^1]');
  expect(shown).toContain('[^1]: 出处');
});

test('what is half written is shown as what it will be', () => {
  expect(html('这是**重', true)).toContain('<strong>重</strong>');
  expect(html('见[规范](https://a.exam', true)).not.toContain('](');
  expect(html('```ts\nconst a = 1', true)).toContain('const a = 1');
});

test('a table has a box of its own that scrolls by keys', () => {
  expect(html('| 材料 | 数量 |\n|---|---|\n| 砖 | 3 |')).toMatch(
    /role="region" aria-label="表格" tabindex="0"><table>/,
  );
});
