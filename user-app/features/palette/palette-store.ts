import { createStore, useStore } from '../../lib/create-store';

/** Scope of the palette: everything, or tools only. */
type PaletteKind = 'all' | 'tools';

const store = createStore<{ opened: PaletteKind | undefined }>({ opened: undefined });

export const usePalette = (): PaletteKind | undefined => useStore(store, ({ opened }) => opened);
export const openPalette = (opened: PaletteKind): void => store.set({ opened });
export const closePalette = (): void => store.set({ opened: undefined });
