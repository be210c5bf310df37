import type { BuildingRatio } from '#shared/contract/building-model';
import type { BuildingView } from '#shared/domain/building-view';
import { readJson, storageKeys, writeJson } from '../../lib/storage';

/** Choices for a model that are not taken as a picture yet. */
export interface ViewDraft {
  view: BuildingView;
  ratio: BuildingRatio;
  /** Place of the proposal that the view began from, or {@link noProposal}. */
  chosen: number;
}

export const noProposal = -1;

/** Drafts that are kept; the ones that were written longest ago go first. */
const mostDrafts = 40;

type Kept = Record<string, ViewDraft & { at: number }>;

function readAll(): Kept {
  const kept = readJson(storageKeys.buildingDrafts);
  return typeof kept === 'object' && kept !== null && !Array.isArray(kept) ? (kept as Kept) : {};
}

const nameOf = (account: string, modelId: string) => `${account}:${modelId}`;

function isDraft(value: unknown): value is ViewDraft {
  const { view, ratio, chosen } = (value ?? {}) as Partial<Record<keyof ViewDraft, unknown>>;
  const { camera, sun, look } = (view ?? {}) as Partial<Record<keyof BuildingView, unknown>>;
  const areParts = [camera, sun].every((part) => typeof part === 'object' && part !== null);
  return areParts && typeof look === 'string' && typeof ratio === 'string' && typeof chosen === 'number';
}

export function readViewDraft(account: string, modelId: string): ViewDraft | undefined {
  const kept = readAll()[nameOf(account, modelId)];
  return isDraft(kept) ? { view: kept.view, ratio: kept.ratio, chosen: kept.chosen } : undefined;
}

/** @param now milliseconds since the epoch */
export function writeViewDraft(account: string, modelId: string, draft: ViewDraft, now: number): void {
  const all: Kept = { ...readAll(), [nameOf(account, modelId)]: { ...draft, at: now } };
  const newest = Object.entries(all)
    .sort(([, one], [, other]) => other.at - one.at)
    .slice(0, mostDrafts);
  writeJson(storageKeys.buildingDrafts, Object.fromEntries(newest));
}

/** The model is gone. */
export function removeViewDraft(account: string, modelId: string): void {
  const { [nameOf(account, modelId)]: _gone, ...others } = readAll();
  writeJson(storageKeys.buildingDrafts, others);
}
