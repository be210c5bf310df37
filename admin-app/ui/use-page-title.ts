import { useEffect } from 'react';

/** Names the window; a drawer gives the name back to its page when it closes. */
export function usePageTitle(title: string): void {
  useEffect(() => {
    const before = document.title;
    document.title = `${title} · 筑绘控制台`;
    return () => {
      document.title = before;
    };
  }, [title]);
}
