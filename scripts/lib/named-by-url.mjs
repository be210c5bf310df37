/** `new URL('./file.ts', import.meta.url)`: how sources name programs, templates and data beside them. */
export const namedByUrl = /new URL\(\s*['"`](\.{1,2}\/[^'"`$]+)['"`],\s*import\.meta\.url,?\s*\)/g;
