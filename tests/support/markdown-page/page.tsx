import { useState } from 'react';
import { flushSync } from 'react-dom';
import { createRoot } from 'react-dom/client';
import '../../../user-app/ui/layout.css';
import { Markdown } from '../../../user-app/ui/markdown/markdown';
import { rendered } from './counted-markdown';
import { WholeMarkdown } from './whole-markdown';

interface Shown {
  kind: 'ours' | 'whole';
  text: string;
  isGrowing: boolean;
}

declare global {
  interface Window {
    markdownPage: {
      /** Draws a text and resolves in the frame after. */
      show: (shown: Shown) => Promise<void>;
      /** Number of times each source was drawn since the last call. */
      takeRendered: () => Record<string, number>;
    };
  }
}

let change: (shown: Shown) => void = () => undefined;

function Page() {
  const [{ kind, text, isGrowing }, setShown] = useState<Shown>({ kind: 'ours', text: '', isGrowing: true });
  change = setShown;
  return kind === 'ours' ? <Markdown text={text} isGrowing={isGrowing} /> : <WholeMarkdown text={text} />;
}

const root = document.createElement('div');
root.style.width = '760px';
document.body.append(root);
createRoot(root).render(<Page />);

window.markdownPage = {
  show: (shown) => {
    flushSync(() => change(shown));
    return new Promise((resolve) => requestAnimationFrame(() => resolve()));
  },
  takeRendered: () => {
    const all = Object.fromEntries(rendered);
    rendered.clear();
    return all;
  },
};
