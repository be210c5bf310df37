import { cssVariables, darkPalette, fontFamily, lightPalette } from '#shared/design/tokens';

/** Text made safe inside HTML and double-quoted attributes. */
export function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (letter) => `&#${letter.charCodeAt(0)};`);
}

/** A whole page of the server's own, in the product's paper and ink. */
export function htmlPage(title: string, body: string, extraCss = '', script = ''): string {
  return `<!doctype html>
<html lang="zh-CN">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escapeHtml(title)}</title>
<link rel="icon" href="/favicon.svg">
<style>
:root { color-scheme: light dark; ${cssVariables(lightPalette)} }
@media (prefers-color-scheme: dark) { :root { ${cssVariables(darkPalette)} } }
* { box-sizing: border-box; }
body { margin: 0; background: var(--page); color: var(--ink); font: 14px/20px ${fontFamily}; }
main { max-width: 1080px; margin: 0 auto; padding: 32px 24px 96px; }
h1 { font-size: 24px; line-height: 32px; margin: 0 0 8px; }
h2 { font-size: 18px; line-height: 24px; margin: 40px 0 12px; }
p { color: var(--ink-second); margin: 0 0 16px; }
a { color: var(--accent); }
code, pre, .mono { font: 12px/18px ui-monospace, SFMono-Regular, Menlo, Consolas, monospace; }
table { width: 100%; border-collapse: collapse; font-variant-numeric: tabular-nums; }
th, td { text-align: left; padding: 8px 12px 8px 0; border-bottom: 1px solid var(--rule); vertical-align: top; }
th { color: var(--ink-second); font-weight: 500; }
button, input, select { font: inherit; color: inherit; background: var(--surface); border: 1px solid var(--rule); border-radius: 8px; padding: 6px 12px; min-height: 36px; }
button { cursor: pointer; }
button.main { background: var(--accent); border-color: var(--accent); color: var(--on-accent); }
:focus-visible { outline: 2px solid var(--accent); outline-offset: 2px; }
.card { background: var(--surface); border: 1px solid var(--rule); border-radius: 10px; padding: 16px; overflow-x: auto; }
${extraCss}
</style>
</head>
<body>
<main>${body}</main>${script ? `<script src="${escapeHtml(script)}" defer></script>` : ''}
</body>
</html>`;
}
