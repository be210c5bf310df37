import rehypeHighlight from 'rehype-highlight';
import type { Extra } from './extra';

/** Code in colours, where its language is named and known. */
export const highlight: Extra = { remarkPlugins: [], rehypePlugins: [[rehypeHighlight, { detect: false }]] };
