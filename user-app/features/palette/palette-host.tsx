import { lazy, Suspense, useLayoutEffect, useState } from 'react';
import { useCurrentUser } from '../../data/user';

const Palette = lazy(() => import('./palette'));

/** Opens the palette: Ctrl or Cmd with K anywhere, `/` for tools where nothing else takes it. */
export function PaletteHost() {
  const { user } = useCurrentUser();
  const [open, setOpen] = useState<'all' | 'tools'>();
  // Before anybody sees the page: the first key counts.
  useLayoutEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      const isForAll = (event.ctrlKey || event.metaKey) && event.key.toLowerCase() === 'k';
      const isWriting = (event.target as Element).closest('input, textarea, select, [contenteditable]');
      const isForTools = event.key === '/' && !event.ctrlKey && !event.metaKey && !isWriting;
      if ((!isForAll && !isForTools) || event.defaultPrevented || document.querySelector('dialog[open]')) return;
      event.preventDefault();
      setOpen(isForAll ? 'all' : 'tools');
    };
    // On the window: a search box of the page that takes `/` has had it by then.
    window.addEventListener('keydown', onKey);
    return () => window.removeEventListener('keydown', onKey);
  }, []);
  if (!open) return null;
  return (
    <Suspense fallback={null}>
      <Palette isForTools={open === 'tools'} isLoggedIn={user !== undefined} onClose={() => setOpen(undefined)} />
    </Suspense>
  );
}
