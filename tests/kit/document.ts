import { readFileSync } from 'node:fs';
import path from 'node:path';

const root = path.resolve(import.meta.dirname, '../..');
export const qaDocument = path.join(root, 'docs/QA.md');

/** A block of code that is a whole file of the project; the file is named behind the language. */
const fileBlock = /```ts (\S+)\n[\s\S]*?```/g;

/** Files of which the document has the text. */
export const shownFiles = (text: string): string[] => [...text.matchAll(fileBlock)].map(([, file = '']) => file);

/** The document with the text of the files that it names as they are now. */
export function withFiles(text: string): string {
  return text.replace(fileBlock, (_block, file: string) => {
    return `\`\`\`ts ${file}\n${readFileSync(path.join(root, file), 'utf8')}\`\`\``;
  });
}

/** The lines that all scripts begin with, and the script of each flow by its heading. */
export function curlScripts(text: string): { prelude: string; scripts: Array<[heading: string, script: string]> } {
  const bash = /```bash\n([\s\S]*?)```/;
  const sectionOf = (heading: string) => text.split(`\n${heading}\n`)[1]?.split(/\n##+ /)[0] ?? '';
  const scripts = [...text.matchAll(/^### \d+\. .+$/gm)].map(([heading]): [string, string] => {
    return [heading.replace(/^### /, ''), bash.exec(sectionOf(heading))?.[1] ?? ''];
  });
  return { prelude: bash.exec(sectionOf('## curl'))?.[1] ?? '', scripts };
}
