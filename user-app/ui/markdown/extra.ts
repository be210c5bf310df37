import type { Options } from 'react-markdown';

/** What reads and draws more than plain Markdown. */
export interface Extra {
  remarkPlugins: NonNullable<Options['remarkPlugins']>;
  rehypePlugins: NonNullable<Options['rehypePlugins']>;
}
