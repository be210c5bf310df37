import { readFileSync } from 'node:fs';
import { cssVariables, darkPalette, fontFamily, lightPalette } from '#shared/design/tokens';

/** Text made safe inside HTML and double-quoted attributes. */
export function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (letter) => `&#${letter.charCodeAt(0)};`);
}

/**
 * A template with its places filled: `{{name}}` with text, which is escaped, `{{{name}}}` with HTML. Throws for a place
 * without a value.
 */
export function fillHtml(template: string, values: Readonly<Record<string, string | number>>): string {
  return template.replace(/\{\{\{(\w+)\}\}\}|\{\{(\w+)\}\}/g, (_place, html?: string, text?: string) => {
    const value = values[html ?? text ?? ''];
    if (value === undefined) throw new Error(`nothing to fill in for ${html ?? text}`);
    return html === undefined ? escapeHtml(String(value)) : String(value);
  });
}

const read = (name: string) => readFileSync(new URL(name, import.meta.url), 'utf8');
const page = read('house.html');
const houseCss = read('house.css');
const tokens = `:root { color-scheme: light dark; --font: ${fontFamily}; ${cssVariables(lightPalette)} }
@media (prefers-color-scheme: dark) { :root { ${cssVariables(darkPalette)} } }
`;

/** A whole page of the server's own, in the product's paper and ink. @param script address of a module */
export function htmlPage(title: string, body: string, extraCss = '', script = ''): string {
  const tag = script ? `<script src="${escapeHtml(script)}" type="module"></script>` : '';
  return fillHtml(page, { title, body, style: `<style>${tokens}${houseCss}${extraCss}</style>`, script: tag });
}
