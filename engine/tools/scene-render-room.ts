import { decodeLight, type LinearLight } from '../base/linear-light.ts';
import { moodLooks } from '../kernels/light/atmosphere-looks.ts';
import { relight } from '../kernels/light/relight.ts';
import { paintRoom, type RoomReading } from '../kernels/scene-paint/room-paint.ts';
import { inkOf, paintSketch } from '../kernels/scene-paint/sketch/sketch-wash.ts';
import type { SceneSetting } from './scene-render-base.ts';

/** Materials of a room: a drawing is coloured, a view that was drawn anew has them, a model or a bare room gets the style's, a furnished one keeps its own. */
export function paintIndoors(setting: SceneSetting, room: RoomReading, seed: number): LinearLight {
  const { scene, kind, preset, params, source } = setting;
  if (kind === 'lines') {
    return paintSketch(scene, inkOf(scene.lab.lightness), { preset, sky: moodLooks.noon.sky, seed, view: 'room' });
  }
  const light = decodeLight(scene.rgb);
  if (source === 'view') return light;
  const free = (kind === 'whiteModel' ? 1 : room.isBare ? 0.9 : 0) * (params.lock ? 0.45 : 1);
  if (free > 0) paintRoom(light, scene, room, { preset, free });
  return light;
}

/** Rooms have no sky: daylight or lamplight, brightest first output from the window, later ones vary. */
export function lightRoom(
  { params, scene, words }: SceneSetting,
  room: RoomReading,
  light: LinearLight,
  index: number,
): void {
  const chosen = words.mood === 'night' || words.mood === 'dusk' ? 'artificial' : (params.lighting ?? 'mixed');
  const warmth = { natural: '#f4f8ff', mixed: '#fff3e2', artificial: '#ffdcae' }[chosen];
  const exposure = [1.06, 0.94, 1.16, 0.84][index % 4]! * (words.mood === 'night' ? 0.6 : 1);
  const flatness = [0.06, -0.08, 0.14, -0.16][index % 4]!;
  relight(light, scene, { exposure, lightColour: warmth, shadeColour: '#eef1fa', flatness, saturation: 1.05 }, 1);
  if (chosen !== 'natural') addCoveLight(light, scene, room, chosen === 'artificial' ? 0.5 : 0.2);
  if (params.floor === 'glossy') mirrorFloor(light, scene, room);
}

/** Lamps along the ceiling: warm light on the upper walls that fades downwards. */
function addCoveLight(
  light: LinearLight,
  { width, height }: { width: number; height: number },
  room: RoomReading,
  amount: number,
): void {
  for (let y = 0, i = 0; y < height; y++) {
    const fall = Math.exp(-((y / height) * 2.6)) * amount;
    for (let x = 0; x < width; x++, i++) {
      const share = fall * (1 - room.floor[i]!) * (1 - 0.5 * room.ceiling[i]!);
      light[i * 3] = light[i * 3]! * (1 + 0.5 * share);
      light[i * 3 + 1] = light[i * 3 + 1]! * (1 + 0.36 * share);
      light[i * 3 + 2] = light[i * 3 + 2]! * (1 + 0.16 * share);
    }
  }
}

/** A polished floor mirrors what stands at its far end. */
function mirrorFloor(
  light: LinearLight,
  { width, height }: { width: number; height: number },
  room: RoomReading,
): void {
  for (let x = 0; x < width; x++) {
    const contact = Math.round(Math.min(height - 2, room.contact[x]!));
    for (let y = contact + 1; y < height; y++) {
      const share = room.floor[y * width + x]! * 0.3 * (1 - 0.5 * ((y - contact) / (height - contact)));
      const from = (Math.max(0, 2 * contact - y) * width + x) * 3;
      const at = (y * width + x) * 3;
      for (let channel = 0; channel < 3; channel++) {
        light[at + channel] = light[at + channel]! * (1 - share) + light[from + channel]! * share;
      }
    }
  }
}
