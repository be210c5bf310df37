import remarkGfm from 'remark-gfm';
import { highlight } from '../../../user-app/ui/markdown/highlight';
import { math } from '../../../user-app/ui/markdown/math';
import CountedMarkdown from './counted-markdown';

/** The same Markdown without blocks: all of it is read and drawn again with each change. */
export function WholeMarkdown({ text }: { text: string }) {
  return (
    <CountedMarkdown
      skipHtml
      remarkPlugins={[[remarkGfm, { singleTilde: false }], ...math.remarkPlugins]}
      rehypePlugins={[...math.rehypePlugins, ...highlight.rehypePlugins]}
    >
      {text}
    </CountedMarkdown>
  );
}
