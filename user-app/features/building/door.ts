import { useEffect, useRef } from 'react';
import type { TakenView } from '../../data/building-views';
import { accountOnDevice } from '../../lib/storage';
import { buildingStore, showBuilding, type ViewTaker } from './building-store';
import { noProposal, writeViewDraft } from './view-drafts';

// Exports for other features. No components: importing one loads its code and styles.
export { isArchive, isBuildingFile } from './model-files';

/** Opens the dialog with a model file: it is sent, read and confirmed there. */
export function bringBuilding(file: File): void {
  buildingStore.set({ brought: file });
  showBuilding({ kind: 'list' });
}

/** Opens the dialog with my models. */
export function openBuildings(): void {
  showBuilding({ kind: 'list' });
}

/** Opens the dialog at the view that a picture was made of. */
export function openTakenView({ modelId, view, ratio }: TakenView): void {
  writeViewDraft(accountOnDevice() ?? '', modelId, { view, ratio, chosen: noProposal }, Date.now());
  showBuilding({ kind: 'model', modelId });
}

/** Says what becomes of a view that is taken as a picture while this page is shown. */
export function useViewTaker(taker: ViewTaker | undefined): void {
  const latest = useRef(taker);
  latest.current = taker;
  const title = taker?.title;
  useEffect(() => {
    if (title === undefined) return;
    const own: ViewTaker = { title, take: (image) => latest.current?.take(image) };
    buildingStore.set({ taker: own });
    return () => {
      if (buildingStore.get().taker === own) buildingStore.set({ taker: undefined });
    };
  }, [title]);
}
