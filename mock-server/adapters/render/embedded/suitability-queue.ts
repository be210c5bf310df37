import { randomUUID } from 'node:crypto';
import { access, readFile, rename, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { ModelAccess } from '../../../../engine/models/client.ts';
import { sceneMarkOf } from '../../../../engine/models/scene-weights.ts';
import {
  idleChoicesOf,
  isCheckedAhead,
  isDrawnFromModel,
  lookAtBuilding,
  type PictureLook,
  suitabilityFileName,
  unsuitableReason,
} from '../../../../engine/tools/suitability.ts';
import type { EarlySuitability, ExpectedPicture, SuitabilityRequest } from '../port.ts';

export interface SuitabilityQueueOptions {
  /** Existing folder where what was seen is kept. */
  cacheFolder: string;
  models: (() => ModelAccess) | undefined;
  /** Looks at a picture on a worker thread. */
  look(expected: ExpectedRun): Promise<PictureLook>;
  /** Returns true when a thread has nothing to do. */
  isThreadFree(): boolean;
}

interface ExpectedRun {
  tool: string;
  picture: ExpectedPicture;
}

/** Looks that wait to be taken; of more the oldest are left out. */
const mostWaiting = 20;

/** Looks at pictures one by one while a thread has nothing else to do, the newest first. */
export function createSuitabilityQueue({ cacheFolder, models, look, isThreadFree }: SuitabilityQueueOptions) {
  const waiting = new Map<string, ExpectedRun>();
  let isLooking = false;

  const fileOf = async (tool: string, sha256: string) =>
    path.join(cacheFolder, suitabilityFileName(tool, sha256, models && (await sceneMarkOf(models().slots))));

  async function lookAndKeep(expected: ExpectedRun): Promise<void> {
    const file = await fileOf(expected.tool, expected.picture.sha256);
    const isKnown = await access(file).then(
      () => true,
      () => false,
    );
    if (isKnown) return;
    const seen = await look(expected);
    // Drafts begin with a dot, so that one left by a crash is cleared away with the others at the next start.
    const draft = path.join(cacheFolder, `.${randomUUID()}`);
    try {
      await writeFile(draft, JSON.stringify(seen));
      await rename(draft, file);
    } finally {
      await rm(draft, { force: true });
    }
  }

  /** The picture as the tool saw it; undefined before it was looked at. */
  async function lookKept(tool: string, sha256: string): Promise<PictureLook | undefined> {
    const kept = await readFile(await fileOf(tool, sha256), 'utf8').catch(() => undefined);
    return kept === undefined ? undefined : (JSON.parse(kept) as PictureLook);
  }

  /** Goes on if a thread has nothing else to do. */
  function goOn(): void {
    const newest = [...waiting].at(-1);
    if (isLooking || !newest || !isThreadFree()) return;
    const [key, expected] = newest;
    waiting.delete(key);
    isLooking = true;
    lookAndKeep(expected)
      // One that cannot be looked at is told of by the run.
      .catch(() => undefined)
      .finally(() => {
        isLooking = false;
        goOn();
      });
  }

  return {
    goOn,
    forget: () => waiting.clear(),
    expect(tool: string, picture: ExpectedPicture): void {
      const key = `${tool} ${picture.sha256}`;
      waiting.delete(key);
      waiting.set(key, { tool, picture });
      const [oldest] = waiting.keys();
      if (waiting.size > mostWaiting && oldest !== undefined) waiting.delete(oldest);
      goOn();
    },
    async suitabilityOf({ tool, params, pictures }: SuitabilityRequest): Promise<EarlySuitability | undefined> {
      const imageId = String(params.upload_img);
      const picture = pictures[imageId];
      if (!picture || !isCheckedAhead(tool, params) || isDrawnFromModel(tool, picture.isBuildingView === true))
        return undefined;
      const seen = await lookKept(tool, picture.sha256);
      if (!seen) return { unseen: imageId };
      const sentence = unsuitableReason(tool, params, seen.misfits);
      return sentence === undefined ? undefined : { misfit: { imageId, sentence } };
    },
    async idleChoicesOf({ tool, params, pictures }: SuitabilityRequest): Promise<Readonly<Record<string, string>>> {
      const picture = pictures[String(params.upload_img)];
      // The run renders the building model, so the content of its preview picture is not checked.
      if (isDrawnFromModel(tool, picture?.isBuildingView === true)) return idleChoicesOf(tool, params, lookAtBuilding);
      return idleChoicesOf(tool, params, picture && (await lookKept(tool, picture.sha256)));
    },
  };
}
