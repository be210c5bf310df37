import type { BuildingCamera } from '#shared/domain/building-view';
import { accountOnDevice, readJson, storageKeys, writeJson } from '../../../lib/storage';

export interface SavedView {
  name: string;
  camera: BuildingCamera;
}

/** Views of one model, and models with views, the ones changed last. */
const mostViews = 24;
const mostModels = 40;

type Kept = Record<string, SavedView[]>;

function readAll(): Kept {
  const kept = readJson(storageKeys.buildingSavedViews);
  return typeof kept === 'object' && kept !== null && !Array.isArray(kept) ? (kept as Kept) : {};
}

const nameOf = (modelId: string) => `${accountOnDevice() ?? ''}:${modelId}`;

/** Views of a model that this account kept on this device, oldest first. */
export function readSavedViews(modelId: string): SavedView[] {
  const kept = readAll()[nameOf(modelId)];
  return Array.isArray(kept) ? kept.filter((view) => typeof view?.camera === 'object') : [];
}

function write(modelId: string, views: readonly SavedView[]): SavedView[] {
  const { [nameOf(modelId)]: _former, ...others } = readAll();
  const kept = views.slice(-mostViews);
  const own: Kept = kept.length > 0 ? { [nameOf(modelId)]: kept } : {};
  writeJson(
    storageKeys.buildingSavedViews,
    Object.fromEntries(Object.entries({ ...others, ...own }).slice(-mostModels)),
  );
  return kept;
}

/** Keeps a camera under the next free number. @returns all views of the model */
export function addSavedView(modelId: string, camera: BuildingCamera): SavedView[] {
  const former = readSavedViews(modelId);
  const names = new Set(former.map(({ name }) => name));
  let number = former.length + 1;
  while (names.has(`视角 ${number}`)) number++;
  return write(modelId, [...former, { name: `视角 ${number}`, camera }]);
}

export function removeSavedView(modelId: string, name: string): SavedView[] {
  return write(
    modelId,
    readSavedViews(modelId).filter((view) => view.name !== name),
  );
}

/** The model is gone. */
export function removeSavedViews(modelId: string): void {
  write(modelId, []);
}
