import { hexOfColour, labPlanes } from '../base/colour.ts';
import { linearColour } from '../base/linear-light.ts';
import { bytesOf } from '../base/map-plane.ts';
import type { Pixels } from '../base/picture-file.ts';
import type { Scene } from '../kernels/light/atmosphere.ts';
import { moodLooks } from '../kernels/light/atmosphere-looks.ts';
import type { InputKind } from '../kernels/light/relight-input-kind.ts';
import { drawingOf } from '../kernels/live/live-drawing.ts';
import { commonestShare, flatKindOf, leastCommon } from '../kernels/live/live-flat-kind.ts';
import { drawScene } from '../kernels/live/live-picture.ts';
import { isFlat, Role } from '../kernels/live/live-role.ts';
import { edgeShare } from '../kernels/live/live-view-lines.ts';
import { isSurface, readRoomModel } from '../kernels/live/live-view-room.ts';
import { paintRoomModel, type RoomFinish } from '../kernels/live/live-view-room-paint.ts';
import { type LiveWish, readWish } from '../kernels/live/live-words.ts';
import { type FinishedView, neutralShare, paintView } from '../kernels/model-view/view-paint.ts';
import { Part, readViewParts, type ViewParts } from '../kernels/model-view/view-parts.ts';
import type { FinishName } from '../kernels/scene-paint/look/presets.ts';
import type { BaseSource, SceneSetting, Viewpoint } from './scene-render-base.ts';
import { moodOf } from './scene-render-outdoors.ts';

/** Below this share of closed areas a drawing is washed, not rendered. */
const leastClosed = 0.6;

/** Views of rooms have dark lines on more than this share of the picture. */
const leastEdges = 0.011;

/**
 * Returns the method by which a base picture is redrawn instead of relit: line drawings, coloured sketches, views of
 * modelling programs. Undefined for pictures that have light of their own, and for drawings of districts from above.
 */
export function sourceOf(base: Pixels, kind: InputKind, place: Viewpoint): BaseSource | undefined {
  const flat = flatKindOf(base.rgb, base, kind);
  if (kind === 'lines' && flat === undefined) return place === 'above' ? undefined : 'drawing';
  if (flat === undefined) return undefined;
  // Districts without colours have a reading of their own, which knows roads, green and water.
  if (place === 'above' && kind === 'whiteModel' && flat === 'plain') return undefined;
  // A bare room in even light is as even as a model, but has no edge lines; the few faces of a corner are no strokes.
  if (place === 'room') {
    return edgeShare(base.rgb, base) > leastEdges && commonestShare(base.rgb) > leastCommon ? 'view' : undefined;
  }
  return flat === 'sketch' ? 'sketch' : 'view';
}

/** Draws one output; undefined where too little of a line drawing is closed. */
export function drawBase(
  setting: SceneSetting,
  source: BaseSource,
  index: number,
  seed: number,
): FinishedView | undefined {
  const { params, place, scene } = setting;
  const mood = place === 'room' ? (setting.words.mood ?? 'noon') : moodOf(setting, index);
  const wish = {
    ...readWish({
      ...params,
      promptTxt: params.ignoreWordAndImage ? '' : params.promptTxt,
      similarity: params.lock ? 100 : 100 * params.cnStrength,
    }),
    mood,
    look: moodLooks[mood],
  };
  const asked = params.environment && params.environment !== 'auto' ? params.environment : undefined;
  if (source !== 'drawing') {
    const parts = readViewParts(scene.rgb, scene, place === 'room');
    if (place !== 'room') setting.isGroundUnseen = parts.horizon === undefined;
    if (parts.horizon === undefined && !asked) setting.notices.add(groundUnsure);
    return finishView(setting, parts, wish, seed);
  }
  const drawn = drawScene(
    { width: scene.width, height: scene.height, rgb: drawingOf(scene.rgb) },
    { ...wish, ...(asked ? { backdrop: asked } : {}), isRoom: place === 'room' },
    seed,
    source,
  );
  return drawn.closed < leastClosed ? undefined : drawn;
}

/** A view or a coloured sketch, which keeps its lines and its colours. */
function finishView(
  { scene, place, preset, params: { environment } }: SceneSetting,
  parts: ViewParts,
  { look, grade, wallColour, finish }: LiveWish,
  seed: number,
): FinishedView {
  const { palette } = preset;
  const wall = linearColour(wallColour ? hexOfColour(wallColour) : palette.wall);
  const paving = linearColour(place === 'room' ? palette.floor : palette.paving);
  const backdrop = environment === 'auto' ? undefined : environment;
  return paintView(scene.rgb, scene, parts, { look, grade, wall, paving, finish, backdrop }, seed);
}

const groundUnsure = '视图里看不出地平线，天空和地面没有添加，背景保持素净';

/**
 * Draws the view of a room: floor, walls and ceiling that are white or grey get the materials of the style in the room's
 * perspective, everything else keeps its colour. Undefined for any other base.
 */
export function drawRoom(setting: SceneSetting, seed: number): Uint8Array | undefined {
  const { source, place, scene, preset, layers, words } = setting;
  if (source !== 'view' || place !== 'room' || !layers) return undefined;
  const parts = readViewParts(scene.rgb, scene, true);
  // Furniture before a program's background is no room.
  setting.isBackdropSeen = parts.parts.includes(Part.backdrop);
  if (setting.isBackdropSeen) return undefined;
  const { palette, wallFinish, floorFinish } = preset;
  const finish = { palette, floor: floors[floorFinish] ?? 'boards', isBrick: wallFinish === '砖' } as const;
  const model = readRoomModel(scene.rgb, scene, layers);
  const painted = paintRoomModel(scene.rgb, model, scene, finish, seed);
  const mood = words.mood ?? 'noon';
  const { rgb } = finishView(setting, parts, { ...readWish({ similarity: 100 }), mood, look: moodLooks[mood] }, seed);
  const { labels, list } = model.view.regions;
  for (let i = 0, at = 0; i < labels.length; i++, at += 3) {
    if (!isSurface(list[labels[i]!]!.role)) continue;
    const share = neutralShare(scene.rgb, at);
    for (let c = at; c < at + 3; c++) rgb[c] = Math.round(rgb[c]! + (painted[c]! - rgb[c]!) * share);
  }
  return rgb;
}

const floors: Partial<Record<FinishName, RoomFinish['floor']>> = {
  石材: 'slabs',
  瓷砖: 'tiles',
  砖: 'tiles',
  混凝土: 'concrete',
  地毯: 'carpet',
};

/** The drawn picture as a scene that figures and lamps can be set in. */
export function sceneOfDrawn(scene: Scene, { rgb, roles, horizon }: FinishedView): Scene {
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
