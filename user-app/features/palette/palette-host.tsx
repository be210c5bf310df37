import { lazy, Suspense } from 'react';
import { useCurrentUser } from '../../data/user';
import { siteShortcuts, useShortcuts } from '../../lib/shortcuts';
import { closePalette, openPalette, usePalette } from './palette-store';

const Palette = lazy(() => import('./palette'));
const acts = { search: () => openPalette('all'), tools: () => openPalette('tools') };

/** Opens the palette: Ctrl or Cmd with K anywhere, `/` for tools where nothing else takes it. */
export function PaletteHost() {
  const { user } = useCurrentUser();
  const opened = usePalette();
  useShortcuts(siteShortcuts, acts);
  if (!opened) return null;
  return (
    <Suspense fallback={null}>
      <Palette isForTools={opened === 'tools'} isLoggedIn={user !== undefined} onClose={closePalette} />
    </Suspense>
  );
}
