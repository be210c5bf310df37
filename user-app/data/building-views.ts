import type { BuildingRatio } from '#shared/contract/building-model';
import type { BuildingView } from '#shared/domain/building-view';
import { createStore, useStore } from '../lib/create-store';
import { accountOnDevice, readJson, storageKeys, writeJson } from '../lib/storage';

/** View of a model that a picture was made of. */
export interface TakenView {
  modelId: string;
  view: BuildingView;
  ratio: BuildingRatio;
}

/** Kept on this device, the ones that were taken last. */
const mostKept = 60;

type Entry = TakenView & { account: string; imageId: string };

function isEntry(value: unknown): value is Entry {
  const { account, imageId, modelId, view, ratio } = (value ?? {}) as Partial<Record<keyof Entry, unknown>>;
  const texts = [account, imageId, modelId, ratio];
  return texts.every((text) => typeof text === 'string') && typeof (view as BuildingView | null)?.camera === 'object';
}

function readEntries(): Entry[] {
  const kept = readJson(storageKeys.buildingViews);
  return Array.isArray(kept) ? kept.filter(isEntry) : [];
}

const store = createStore({ entries: readEntries() });

/** Notes which view of which model a picture of this account shows. */
export function noteTakenView(imageId: string, { modelId, view, ratio }: TakenView): void {
  const others = readEntries().filter((entry) => entry.imageId !== imageId);
  const entries = [{ account: accountOnDevice() ?? '', imageId, modelId, view, ratio }, ...others].slice(0, mostKept);
  writeJson(storageKeys.buildingViews, entries);
  store.set({ entries });
}

/** Forgets the views of a model that is gone: their pictures are like all others then. */
export function forgetTakenViews(modelId: string): void {
  const entries = readEntries().filter((entry) => entry.modelId !== modelId);
  writeJson(storageKeys.buildingViews, entries);
  store.set({ entries });
}

/** The view that a picture was made of, as far as this device knows of it. */
export function useTakenView(imageId: string | undefined): TakenView | undefined {
  return useStore(store, ({ entries }) =>
    imageId === undefined
      ? undefined
      : entries.find((entry) => entry.imageId === imageId && entry.account === (accountOnDevice() ?? '')),
  );
}
