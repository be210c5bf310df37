import { labPlanes } from '../base/colour.ts';
import { bytesOf } from '../base/map-plane.ts';
import type { Pixels } from '../base/picture-file.ts';
import type { Scene } from '../kernels/light/atmosphere.ts';
import { moodLooks } from '../kernels/light/atmosphere-looks.ts';
import type { InputKind } from '../kernels/light/relight-input-kind.ts';
import { drawingOf } from '../kernels/live/live-drawing.ts';
import { flatKindOf } from '../kernels/live/live-flat-kind.ts';
import { type DrawnScene, drawScene, type LiveSource } from '../kernels/live/live-picture.ts';
import { isFlat, Role } from '../kernels/live/live-role.ts';
import { edgeShare } from '../kernels/live/live-view-lines.ts';
import { readRoomModel } from '../kernels/live/live-view-room.ts';
import { paintRoomModel, type RoomFinish } from '../kernels/live/live-view-room-paint.ts';
import { readWish } from '../kernels/live/live-words.ts';
import type { FinishName } from '../kernels/scene-paint/look/presets.ts';
import type { SceneSetting, Viewpoint } from './scene-render-base.ts';
import { moodOf } from './scene-render-outdoors.ts';

/** Below this share of closed areas a drawing is washed, not rendered. */
const leastClosed = 0.6;

/** Views of rooms have dark lines on more than this share of the picture. */
const leastEdges = 0.011;

/**
 * Returns the method by which a base picture is redrawn instead of relit: line drawings, coloured sketches, views of
 * modelling programs. Undefined for pictures that have light of their own, and for drawings of districts from above.
 */
export function sourceOf(base: Pixels, kind: InputKind, place: Viewpoint): LiveSource | undefined {
  if (kind === 'lines') return place === 'above' ? undefined : 'drawing';
  // Districts without colours have a reading of their own, which knows roads, green and water.
  if (place === 'above' && kind === 'whiteModel') return undefined;
  const flat = flatKindOf(base.rgb, base, kind === 'shaded');
  if (flat === undefined) return undefined;
  // A bare room in even light is as even as a model, but has no edge lines; the few faces of a corner are no strokes.
  if (place === 'room') return edgeShare(base.rgb, base) > leastEdges ? 'view' : undefined;
  return kind === 'whiteModel' || flat === 'view' ? 'view' : 'canvas';
}

/** Draws one output; undefined where too little of a drawing is closed. */
export function drawBase(
  setting: SceneSetting,
  source: LiveSource,
  index: number,
  seed: number,
): DrawnScene | undefined {
  const { params, place, scene } = setting;
  const mood = place === 'room' ? (setting.words.mood ?? 'noon') : moodOf(setting, index);
  const wish = readWish({
    ...params,
    promptTxt: params.ignoreWordAndImage ? '' : params.promptTxt,
    similarity: params.lock ? 100 : 100 * params.cnStrength,
  });
  const drawn = drawScene(
    { width: scene.width, height: scene.height, rgb: source === 'drawing' ? drawingOf(scene.rgb) : scene.rgb },
    {
      ...wish,
      mood,
      look: moodLooks[mood],
      ...(params.environment && params.environment !== 'auto' ? { backdrop: params.environment } : {}),
      isRoom: place === 'room',
    },
    seed,
    source,
  );
  return drawn.closed < leastClosed ? undefined : drawn;
}

/** Draws the view of a room with the materials of the style; undefined for any other base. */
export function drawRoom({ source, place, scene, preset, layers }: SceneSetting, seed: number): Uint8Array | undefined {
  if (source !== 'view' || place !== 'room' || !layers) return undefined;
  const { palette, wallFinish, floorFinish } = preset;
  const finish = { palette, floor: floors[floorFinish] ?? 'boards', isBrick: wallFinish === '砖' } as const;
  return paintRoomModel(scene.rgb, readRoomModel(scene.rgb, scene, layers), scene, finish, seed);
}

const floors: Partial<Record<FinishName, RoomFinish['floor']>> = {
  石材: 'slabs',
  瓷砖: 'tiles',
  砖: 'tiles',
  混凝土: 'concrete',
  地毯: 'carpet',
};

/** The drawn picture as a scene that figures and lamps can be set in. */
export function sceneOfDrawn(scene: Scene, { rgb, roles, horizon }: DrawnScene): Scene {
  return {
    ...scene,
    rgb,
    lab: labPlanes(rgb),
    masks: {
      sky: bytesOf(roles, (role) => (role === Role.sky || role === Role.sun ? 255 : 0)),
      ground: bytesOf(roles, (role) => (isFlat(role) && role !== Role.water ? 255 : 0)),
    },
    plants: Float32Array.from(roles, (role) => (role === Role.foliage || role === Role.grass ? 1 : 0)),
    line: { contact: scene.line.contact.map(() => horizon), horizon },
    panes: bytesOf(roles, (role) => (role === Role.window ? 255 : 0)),
  };
}
