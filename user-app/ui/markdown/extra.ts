import type { Options } from 'react-markdown';

/** An extension of plain Markdown: its parser and its drawing. */
export interface Extra {
  remarkPlugins: NonNullable<Options['remarkPlugins']>;
  rehypePlugins: NonNullable<Options['rehypePlugins']>;
}
