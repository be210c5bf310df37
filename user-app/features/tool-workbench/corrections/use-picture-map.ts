import { useEffect, useState } from 'react';
import type { Task } from '#shared/contract/task';
import { cleanImageUrl } from '@/data/image';
import { type PictureSize, readPictureSize } from '@/data/image-mask';
import { type CorrectionKind, openingsIn, regionsIn, roomsIn, type Spot } from './findings';
import { type Drawing, mapRegions, mapRooms, type PictureMap } from './picture-map';

/** The picture a run started from, and what of its findings lies where. */
export interface FoundPicture {
  size: PictureSize;
  map: PictureMap;
}

/** Width the drawing is read at, px: the thinnest lines of a plan still close at it. */
const readWidth = 1600;
/** Below this lightness there is ink, 0–255; the engine reads drawings in the same way. */
const inkLevel = 168;

/** Reads where the findings of a run lie; undefined until it is read, and where the picture cannot be read. */
export function usePictureMap(
  kind: CorrectionKind['kind'] | undefined,
  imageId: string | undefined,
  facts: Task['facts'],
): FoundPicture | undefined {
  const [found, setFound] = useState<FoundPicture & { facts: Task['facts'] }>();
  useEffect(() => {
    if (!kind || !imageId || !facts) return;
    let isWanted = true;
    readFindings(kind, imageId, facts).then(
      (read) => isWanted && setFound({ ...read, facts }),
      // The result is then shown without anything to press on it.
      () => undefined,
    );
    return () => {
      isWanted = false;
    };
  }, [kind, imageId, facts]);
  return found?.facts === facts ? found : undefined;
}

async function readFindings(
  kind: CorrectionKind['kind'],
  imageId: string,
  facts: Task['facts'],
): Promise<FoundPicture> {
  const [size, drawing] = await Promise.all([readPictureSize(imageId), readDrawing(imageId)]);
  const scale = drawing.width / size.width;
  const toDrawing = <T extends Spot>(spot: T): T => ({ ...spot, x: spot.x * scale, y: spot.y * scale });
  if (kind === 'regions') return { size, map: mapRegions(drawing, regionsIn(facts).map(toDrawing)) };
  const openings = openingsIn(facts).map((opening) => ({ ...toDrawing(opening), length: opening.length * scale }));
  return { size, map: mapRooms(drawing, roomsIn(facts).map(toDrawing), openings) };
}

async function readDrawing(imageId: string): Promise<Drawing> {
  const image = new Image();
  image.src = cleanImageUrl(imageId, readWidth);
  await image.decode();
  const { naturalWidth: width, naturalHeight: height } = image;
  const canvas = document.createElement('canvas');
  canvas.width = width;
  canvas.height = height;
  const context = canvas.getContext('2d', { willReadFrequently: true });
  if (!context) throw new Error('The drawing cannot be read');
  context.fillStyle = 'white';
  context.fillRect(0, 0, width, height);
  context.drawImage(image, 0, 0);
  const { data } = context.getImageData(0, 0, width, height);
  const ink = new Uint8Array(width * height);
  let dark = 0;
  for (let at = 0; at < ink.length; at += 1) {
    const lightness =
      0.3 * (data[at * 4] as number) + 0.59 * (data[at * 4 + 1] as number) + 0.11 * (data[at * 4 + 2] as number);
    ink[at] = lightness < inkLevel ? 1 : 0;
    dark += ink[at] as number;
  }
  // White lines on a dark ground.
  if (dark > ink.length / 2) for (let at = 0; at < ink.length; at += 1) ink[at] = 1 - (ink[at] as number);
  return { width, height, ink };
}

/** Which finding lies at a spot of the picture that was uploaded; undefined where there is none. */
export function findingAt(found: FoundPicture | undefined, { x, y }: Spot): number | undefined {
  if (!found) return undefined;
  const { map, size } = found;
  const column = Math.min(map.width - 1, Math.max(0, Math.floor((x / size.width) * map.width)));
  const line = Math.min(map.height - 1, Math.max(0, Math.floor((y / size.height) * map.height)));
  const label = map.labels[line * map.width + column] ?? -1;
  return label < 0 ? undefined : label;
}

/** A spot well inside a finding, in pixels of the upload. */
export function insideOf(found: FoundPicture | undefined, place: number): Spot | undefined {
  const spot = found?.map.inside[place];
  if (!found || !spot) return undefined;
  const scale = found.size.width / found.map.width;
  return { x: Math.round((spot.x + 0.5) * scale), y: Math.round((spot.y + 0.5) * scale) };
}
