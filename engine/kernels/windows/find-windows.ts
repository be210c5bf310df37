import type { Size } from '../../base/blur.ts';
import type { RgbBytes } from '../../base/colour.ts';
import { floatsOf } from '../../base/map-plane.ts';
import { resamplePlane } from '../../base/resample.ts';
import { mapPoint, type Point } from '../material/homography.ts';
import type { FoundWindow, SceneClass, SceneReading } from '../scene/scene-reading.ts';
import { askFinder, type WallAnswer, type WindowNetwork } from './ask-finder.ts';
import { type WallView, wallViews } from './wall-views.ts';
import { findBoxes } from './window-boxes.ts';

/** Longest side at which walls are looked at, pixels. */
const workingSide = 640;
/** Sizes at which walls are shown, of the view's. */
const shownScales = [0.75, 1.4] as const;
/** Points that surely belong to a building. */
const leastBuilt = 0.5;
/** The middle of a window belongs to the walls of its view so surely. */
const leastBelonging = 0.3;

/**
 * Windows of the buildings of a picture, as quadrilaterals: each wall is seen squarely, shown to a network, and what it
 * says is made into rectangles, which come back into the picture. What the reading takes for people, vehicles, plants,
 * sky or ground has none.
 *
 * @param rgb 8-bit sRGB of `size`
 * @returns the surest first
 * @throws ModelUnavailable; `signal.reason` when aborted
 */
export async function findWindows(
  rgb: RgbBytes,
  size: Size,
  reading: SceneReading,
  network: WindowNetwork,
): Promise<FoundWindow[]> {
  const { small, planes } = reduce(rgb, size);
  const built = sharesOf(reading, ['wall', 'window', 'roof'], small);
  if (built.every((share) => share <= leastBuilt)) return [];
  const luma = floatsOf(planes[0]!, (red, i) => 0.2126 * red + 0.7152 * planes[1]![i]! + 0.0722 * planes[2]![i]!);
  const found: FoundWindow[] = [];
  for (const view of wallViews(luma, built, small)) {
    for (const scale of shownScales) {
      const answer = await askFinder(network, planes, small, view, scale);
      found.push(...windowsOf(answer, view, scale, { small, built }));
    }
  }
  return apart(found);
}

function windowsOf(
  answer: WallAnswer,
  view: WallView,
  scale: number,
  { small, built }: { small: Size; built: Float32Array },
): FoundWindow[] {
  const wall = new Uint8Array(answer.width * answer.height);
  const place = { x: 0, y: 0 };
  const toPicture = (x: number, y: number) => {
    place.x = (2 * x) / scale;
    place.y = (2 * y) / scale;
    return mapPoint(view.toPicture, place);
  };
  for (let y = 0, i = 0; y < answer.height; y++) {
    for (let x = 0; x < answer.width; x++, i++) {
      const { x: column, y: row } = toPicture(x + 0.5, y + 0.5);
      if (!(column >= 0 && row >= 0 && column < small.width && row < small.height)) continue;
      const at = Math.floor(row) * small.width + Math.floor(column);
      if (view.belongs[at] === 0 || built[at]! < leastBuilt) continue;
      wall[i] = 1;
    }
  }
  return findBoxes(answer, wall).flatMap((box): FoundWindow[] => {
    const middle = toPicture((box.left + box.right) / 2, (box.top + box.bottom) / 2);
    const at = Math.floor(middle.y) * small.width + Math.floor(middle.x);
    if (!(view.belongs[at]! >= leastBelonging)) return [];
    const cornerAt = (x: number, y: number): Point => {
      const corner = toPicture(x, y);
      return { x: corner.x / small.width, y: corner.y / small.height };
    };
    const { left, top, right, bottom, sureness } = box;
    const corners = [
      cornerAt(left, top),
      cornerAt(right, top),
      cornerAt(right, bottom),
      cornerAt(left, bottom),
    ] as const;
    return [{ corners, sureness }];
  });
}

function sharesOf(reading: SceneReading, classes: readonly SceneClass[], size: Size): Float32Array {
  const sum = new Float32Array(reading.width * reading.height);
  for (const name of classes) for (let i = 0; i < sum.length; i++) sum[i]! += reading.shares[name][i]! / 255;
  return resamplePlane(sum, reading, size, 'catmullRom');
}

function reduce(rgb: RgbBytes, size: Size) {
  const scale = Math.min(1, workingSide / Math.max(size.width, size.height));
  const small = {
    width: Math.max(8, Math.round(size.width * scale)),
    height: Math.max(8, Math.round(size.height * scale)),
  };
  const plane = new Float32Array(size.width * size.height);
  const planes = [0, 1, 2].map((channel) => {
    for (let i = 0; i < plane.length; i++) plane[i] = rgb[i * 3 + channel]! / 255;
    return scale < 1 ? resamplePlane(plane, size, small, 'catmullRom') : plane.slice();
  });
  return { small, planes };
}

/** Of windows that lie upon each other the surest stays. */
function apart(windows: readonly FoundWindow[]): FoundWindow[] {
  const kept: Array<{ window: FoundWindow; box: readonly [number, number, number, number] }> = [];
  for (const window of windows.toSorted((a, b) => b.sureness - a.sureness)) {
    const xs = window.corners.map(({ x }) => x);
    const ys = window.corners.map(({ y }) => y);
    const box = [Math.min(...xs), Math.min(...ys), Math.max(...xs), Math.max(...ys)] as const;
    if (kept.every((other) => sharedOf(other.box, box) < 0.4)) kept.push({ window, box });
  }
  return kept.map(({ window }) => window);
}

type Bounds = readonly [number, number, number, number];

/** Shared area over the smaller one. */
function sharedOf(a: Bounds, b: Bounds): number {
  const wide = Math.min(a[2], b[2]) - Math.max(a[0], b[0]);
  const high = Math.min(a[3], b[3]) - Math.max(a[1], b[1]);
  if (wide <= 0 || high <= 0) return 0;
  return (wide * high) / Math.min((a[2] - a[0]) * (a[3] - a[1]), (b[2] - b[0]) * (b[3] - b[1]));
}
