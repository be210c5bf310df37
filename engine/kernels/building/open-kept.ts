import { stat } from 'node:fs/promises';
import { readBuildingFile } from './building-file.ts';
import { type PreparedBuilding, prepareBuilding } from './prepared-building.ts';

/** A model that is not asked for again so long is let go, milliseconds. */
const keptMs = 300_000;

interface Kept {
  /** Path, size and time of the file. */
  words: string;
  building: Promise<PreparedBuilding>;
}

let kept: Kept | undefined;
let leaving: NodeJS.Timeout | undefined;

/**
 * The model of a file, ready to be traced by several threads. The last one stays in memory with its trees for five
 * minutes, so that another picture of it costs its rays only.
 *
 * @param mostTriangles a model of more is not kept
 * @throws UnreadableBuildingFile where it is no such file
 */
export async function openKept(file: string, mostTriangles = Infinity): Promise<PreparedBuilding> {
  const { size, mtimeMs } = await stat(file);
  const words = `${file} ${size} ${mtimeMs}`;
  const mine = kept?.words === words ? kept : { words, building: prepare(file) };
  kept = mine;
  clearTimeout(leaving);
  leaving = setTimeout(() => {
    kept = undefined;
  }, keptMs);
  leaving.unref();
  const letGo = (): void => {
    if (kept === mine) kept = undefined;
  };
  try {
    const building = await mine.building;
    if (building.mesh.triangleCount > mostTriangles) letGo();
    return building;
  } catch (fault) {
    letGo();
    throw fault;
  }
}

const prepare = async (file: string): Promise<PreparedBuilding> =>
  prepareBuilding(await readBuildingFile(file, { isShared: true }));
