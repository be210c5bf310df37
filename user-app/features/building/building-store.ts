import type { UploadedImage } from '#shared/contract/image';
import { createStore, useStore } from '../../lib/create-store';

/** Content of the dialog. */
export type Shown = { kind: 'list' } | { kind: 'upload'; id: number } | { kind: 'model'; modelId: string };

/** The field of the page that takes a view as its picture. */
export interface ViewTaker {
  /** Name of its tool, or of what is done with it. */
  title: string;
  take: (image: UploadedImage) => void;
}

interface BuildingState {
  /** Undefined while the dialog is closed. */
  shown: Shown | undefined;
  /** A file that was dropped and is not on its way yet. */
  brought: File | undefined;
  /** True while an upload of this window is on its way, or its model is being read or not looked at. */
  hasWork: boolean;
  taker: ViewTaker | undefined;
}

export const buildingStore = createStore<BuildingState>({
  shown: undefined,
  brought: undefined,
  hasWork: false,
  taker: undefined,
});

export const useBuilding = <T>(pick: (state: BuildingState) => T): T => useStore(buildingStore, pick);

/**
 * Stands in the state of a history entry of the dialog: Back closes it, a reload opens it again. The model's id, or
 * nothing for the list.
 */
const mark = 'building';

function markedModel(): string | undefined {
  const state = window.history.state as { [mark]?: unknown } | null;
  const modelId = state?.[mark];
  return typeof modelId === 'string' ? modelId : undefined;
}

const markOf = (shown: Shown) => (shown.kind === 'model' ? shown.modelId : '');

/** Shows something in the dialog; where it was closed, one step further in the history. */
export function showBuilding(shown: Shown): void {
  const isOpen = markedModel() !== undefined;
  const state = { ...window.history.state, [mark]: markOf(shown) };
  if (isOpen) window.history.replaceState(state, '');
  else window.history.pushState(state, '');
  buildingStore.set({ shown });
}

/** Closes the dialog; what is on its way goes on. */
export function closeBuilding(): void {
  buildingStore.set({ shown: undefined });
  if (markedModel() !== undefined) window.history.back();
}

/** Opens or closes the dialog as the history entry says that is shown now. */
export function followHistory(): void {
  const modelId = markedModel();
  const { shown } = buildingStore.get();
  if (modelId === undefined) {
    if (shown) buildingStore.set({ shown: undefined });
  } else if (!shown) buildingStore.set({ shown: modelId === '' ? { kind: 'list' } : { kind: 'model', modelId } });
}
