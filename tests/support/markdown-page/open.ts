import { readFile } from 'node:fs/promises';
import path from 'node:path';
import type { Page } from '@playwright/test';
import { build, type Plugin } from 'vite';

const folder = import.meta.dirname;
const origin = 'http://markdown.test';

interface Built {
  name: string;
  body: string | Uint8Array;
}

/** Class names as they are written, without a bundler's own. */
const plainStyles: Plugin = {
  name: 'plain-styles',
  enforce: 'pre',
  async resolveId(source, importer) {
    if (!source.endsWith('.css') || !/\/(user-app|markdown-page)\//.test(importer ?? '') || !source.startsWith('.'))
      return undefined;
    return `\0styles:${path.resolve(path.dirname(importer ?? ''), source)}.js`;
  },
  async load(id) {
    if (!id.startsWith('\0styles:')) return undefined;
    const css = await readFile(id.slice('\0styles:'.length, -'.js'.length), 'utf8');
    return `const style = document.createElement('style'); style.textContent = ${JSON.stringify(css)};
      document.head.append(style); export default new Proxy({}, { get: (_names, name) => name });`;
  },
};

const countedMarkdown: Plugin = {
  name: 'counted-markdown',
  enforce: 'pre',
  resolveId: (source, importer) =>
    source === 'react-markdown' && importer?.includes('/user-app/')
      ? path.join(folder, 'counted-markdown.tsx')
      : undefined,
};

async function buildPage(): Promise<Built[]> {
  const built = await build({
    configFile: false,
    root: folder,
    logLevel: 'silent',
    mode: 'production',
    plugins: [plainStyles, countedMarkdown],
    define: { 'process.env.NODE_ENV': '"production"' },
    build: { write: false, minify: true, rollupOptions: { input: path.join(folder, 'page.tsx') } },
  });
  const outputs = [built].flat().flatMap((one) => ('output' in one ? one.output : []));
  return outputs.map((part) => ({
    name: part.type === 'chunk' && part.isEntry ? 'page.js' : part.fileName,
    body: part.type === 'chunk' ? part.code : part.source,
  }));
}

let files: Promise<Built[]> | undefined;
const types: Record<string, string> = { js: 'text/javascript', css: 'text/css', woff2: 'font/woff2' };

/** Opens a page that draws Markdown and nothing else, with the parts of the app. */
export async function openMarkdownPage(page: Page): Promise<void> {
  files ??= buildPage();
  const built = await files;
  await page.route(`${origin}/**`, async (route) => {
    const name = new URL(route.request().url()).pathname.slice(1);
    if (name === '')
      return route.fulfill({
        contentType: 'text/html',
        body: '<!doctype html><meta charset="utf-8"><body><script type="module" src="/page.js"></script>',
      });
    const file = built.find((one) => one.name === name);
    if (!file) return route.fulfill({ status: 404, body: name });
    const { body } = file;
    return route.fulfill({
      contentType: types[name.split('.').at(-1) ?? ''] ?? 'application/octet-stream',
      body: typeof body === 'string' ? body : Buffer.from(body),
    });
  });
  await page.goto(`${origin}/`);
  await page.waitForFunction(() => window.markdownPage !== undefined);
}

/** A long answer with headings, lists, tables, formulas and code, of so many characters. */
export function longAnswer(length: number): string {
  let text = '';
  for (let part = 1; text.length < length; part += 1) text += section(part);
  return text.slice(0, length);
}

const section = (part: number) => `## ${part}. 立面与材料

入口挑檐下用**清水混凝土**，模板缝按 ${900 + part} × 1800 排版，与窗台齐平；檐口下沿压低到 ${2400 + part} mm，让人先看到水平线。

- 首层：劈开砖，竖缝对轴线，灰缝 ${8 + (part % 4)} mm
- 二层：铝板格栅，间距 ${120 + part} mm，阳极氧化
- 屋面：直立锁边，坡度 ${3 + (part % 5)}%

| 部位 | 材料 | 面积 |
|---|---|--:|
| 南立面 | 清水混凝土 | ${320 + part} ㎡ |
| 北立面 | 铝板格栅 | ${210 + part} ㎡ |
| 屋面 | 铝镁锰板 | ${680 + part} ㎡ |

面积按 $S_{${part}} = a \\times b$ 计，坡屋面为

$$
S = \\frac{a b}{\\cos ${part}^\\circ}
$$

\`\`\`ts
const area${part} = ${part} * 0.72;
export const tiles${part} = Math.ceil((area${part} * 1.05) / 0.72);
\`\`\`

> 第 ${part} 项的数值以项目所在地现行规范为准。

`;
