import { useCallback, useEffect, useState } from 'react';

/**
 * Full screen of the whole document, so that what floats (messages, tooltips) stays visible; the stage covers the
 * page by its style. Where the browser refuses, it still covers the window. Escape leaves.
 */
export function useFullScreen() {
  const [isFull, setIsFull] = useState(false);

  const leave = useCallback(() => {
    setIsFull(false);
    if (document.fullscreenElement) void document.exitFullscreen().catch(() => undefined);
  }, []);

  const toggle = useCallback(() => {
    if (isFull) {
      leave();
      return;
    }
    setIsFull(true);
    void document.documentElement.requestFullscreen?.().catch(() => undefined);
  }, [isFull, leave]);

  useEffect(() => {
    if (!isFull) return;
    const onChange = () => {
      if (!document.fullscreenElement) setIsFull(false);
    };
    const onKey = (event: KeyboardEvent) => {
      if (event.key === 'Escape') leave();
    };
    document.addEventListener('fullscreenchange', onChange);
    document.addEventListener('keydown', onKey);
    return () => {
      document.removeEventListener('fullscreenchange', onChange);
      document.removeEventListener('keydown', onKey);
    };
  }, [isFull, leave]);

  return { isFull, toggle };
}
