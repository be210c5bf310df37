import 'katex/dist/katex.min.css';
import rehypeKatex from 'rehype-katex';
import remarkMath from 'remark-math';
import type { Extra } from './extra';

/** Formulas, without what could lead elsewhere or never end. */
export const math: Extra = {
  remarkPlugins: [remarkMath],
  rehypePlugins: [
    [rehypeKatex, { trust: false, maxExpand: 200, maxSize: 20, strict: false, errorColor: 'currentColor' }],
  ],
};
