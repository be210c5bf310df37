import type { ParamsOf } from '#shared/tools/define-tool';
import type { colorFlatPicture as definition } from '#shared/tools/plan';
import { type EngineTool, type JobOutput, JobRefused } from '../base/job.ts';
import { bytesOf } from '../base/map-plane.ts';
import { pictureOf, writePng } from '../base/picture-file.ts';
import { stepsOf, stepsOfOutput } from '../base/steps.ts';
import { findCircles, hasSpokes } from '../kernels/plan/plan-circles.ts';
import { metresPerPixel, type PlanDrawing, planLook, readPlanDrawing } from '../kernels/plan/plan-drawing.ts';
import { findFixtures } from '../kernels/plan/plan-fixtures.ts';
import { paintFloorPlan } from '../kernels/plan/plan-floor-paint.ts';
import {
  drawLabels,
  fitWords,
  hasChineseFont,
  type PlanLabel,
  tableOfTaken,
  widestPlaces,
} from '../kernels/plan/plan-labels.ts';
import { namedFloors } from '../kernels/plan/plan-lexicon.ts';
import { type FoundScale, namesOfRooms, type RoomWords, scaleOfTexts } from '../kernels/plan/plan-names.ts';
import { type FloorKind, planPalette, styleName } from '../kernels/plan/plan-palettes.ts';
import { chooseRoles, guessRoomKinds, type RoomKind } from '../kernels/plan/plan-room-kinds.ts';
import type { Rooms } from '../kernels/plan/plan-rooms.ts';
import type { WallGap } from '../kernels/plan/plan-walls.ts';
import { findSpaces, readTexts } from '../steps/plan-reading.ts';

type FloorPlanParams = ParamsOf<(typeof definition)['fields']>;

/** Level 2 category of interiors that are no homes. */
const publicInterior = '602';

const kindNames: Readonly<Record<RoomKind, string>> = {
  living: '客厅',
  livingDining: '客餐厅',
  dining: '餐厅',
  bedroom: '卧室',
  bath: '卫生间',
  kitchen: '厨房',
  balcony: '阳台',
  hall: '过道',
  study: '书房',
  cloakroom: '衣帽间',
  storage: '储藏室',
  laundry: '洗衣房',
  garage: '车库',
  foyer: '玄关',
  stairs: '楼梯',
  lift: '电梯',
  equipment: '设备平台',
  garden: '花园',
  office: '办公室',
  room: '房间',
  shaft: '管井',
};

const homeFloors: Readonly<Record<RoomKind, FloorKind>> = { ...namedFloors, room: 'wood', shaft: 'concrete' };

const publicFloors: Readonly<Record<RoomKind, FloorKind>> = {
  ...homeFloors,
  living: 'stone',
  livingDining: 'stone',
  dining: 'stone',
  hall: 'stone',
  room: 'carpet',
};

interface NamedRoom {
  name: string;
  floor: FloorKind;
  /** True when the name came from the user. */
  isGiven: boolean;
  /** True when the name stands on the drawing already. */
  isDrawn: boolean;
}

/** A floor plan's line drawing, coloured: floors by room, furniture, walls, shadows, names and areas. */
export const colorFlatPicture: EngineTool = {
  quality: 'final',
  algorithm: '按笔画粗细认墙，沿墙轴补缺口，连通区域分房间，程序地面纹理',
  shows: 'plan',
  looks: [planLook],
  async run(job) {
    const params = job.params as FloorPlanParams;
    const step = stepsOf(job);
    step('分析图片', 0.04);
    const drawing = await readPlanDrawing(pictureOf(job, params.upload_img), params.quality);
    step('识字', 0.12);
    const reading = await readTexts(job, params.upload_img, drawing);
    step('分房间', 0.27);
    const { walls, rooms } = findSpaces(drawing, reading);
    const open = rooms.rooms.filter((room) => !room.isShaft);
    if (open.length === 0) throw new JobRefused('没有找到封闭的房间：请检查外墙是否闭合，门窗洞口是否过宽');
    step('认房间', 0.35);
    const written = namesOfRooms(rooms, drawing, reading.texts);
    const given = metresPerPixel(params);
    const found = scaleOfTexts(rooms, drawing, reading.texts);
    const scale = given === undefined ? found?.metres : given / drawing.zoom;
    // The scale that was given counts for areas alone: of a picture that was reduced meanwhile it is wrong.
    if (found) rooms.pixelsPerMetre = 1 / found.metres;
    const fixtures = findFixtures(drawing, rooms, rooms.pixelsPerMetre);
    const kinds = guessRoomKinds(rooms, walls.gaps, fixtures).map((kind, place) => written[place]?.kind ?? kind);
    const named = nameRooms(params, kinds, written);
    const roles = chooseRoles(rooms, kinds, findPlants(drawing, rooms));
    const squareMetres = scale === undefined ? undefined : scale ** 2;
    const areas = rooms.rooms.map(({ area }) => (squareMetres === undefined ? undefined : area * squareMetres));
    const isLabelled = params.isAreaShown || named.some((room) => room.isGiven);
    const canWrite = !isLabelled || (await hasChineseFont());
    const labels = isLabelled && canWrite ? placeLabels(drawing, rooms, named, params.isAreaShown ? areas : []) : [];
    const outputs: JobOutput[] = [];
    for (let output = 0; output < params.num; output++) {
      const step = stepsOfOutput(job, { from: 0.35, index: output, count: params.num });
      step('上色', 0.7);
      const palette = planPalette(styleName(params.classifyId3), output);
      const rgb = paintFloorPlan(drawing, walls, rooms, {
        palette,
        wallFill: params.wallFill,
        furniture: params.furniture,
        floors: named.map((room) => room.floor),
        isDark: kinds.map((kind) => kind === 'bedroom'),
        roles,
        seed: job.seed + output * 101,
        inkWithoutLetters: reading.ink === drawing.ink ? undefined : reading.ink,
      });
      step('标注', 0.88);
      const pixels = await drawLabels(rgb, drawing, labels, `rgb(${palette.line.join(',')})`);
      step('编码', 1);
      outputs.push(await writePng(job, `plan-${output + 1}`, pixels, { ...sizeOf(drawing), channels: 3 }));
    }
    const gapCount = (kind: WallGap['kind']) => walls.gaps.filter((gap) => gap.kind === kind).length;
    const list = open.map((room, place) => ({
      name: named[place]!.name,
      floor: named[place]!.floor,
      ...(written[place] === undefined ? {} : { isWritten: true }),
      ...(areas[place] === undefined ? {} : { area: round(areas[place]!) }),
      x: Math.round(room.x / drawing.zoom),
      y: Math.round(room.y / drawing.zoom),
    }));
    const facts: Record<string, string | number | boolean> = {
      roomCount: open.length,
      doorCount: gapCount('door'),
      windowCount: gapCount('window'),
      closedBreakCount: gapCount('break'),
      roomList: JSON.stringify(list),
      gapList: listGaps(walls.gaps, drawing.zoom),
    };
    if (squareMetres !== undefined) facts.totalArea = round(list.reduce((sum, room) => sum + (room.area ?? 0), 0));
    if (job.models) facts.namedCount = written.filter((name) => name !== undefined).length;
    if (given !== undefined) facts.scaleFoundBy = '给定';
    else if (found) facts.scaleFoundBy = scaleWords[found.by];
    if (scale !== undefined) facts.millimetresPerPixel = round(scale * drawing.zoom * 1000);
    if (!canWrite) facts.note = '服务器没有中文字体，房间名和面积未标在图上';
    return { outputs, facts };
  },
};

const scaleWords: Readonly<Record<FoundScale['by'], string>> = {
  chain: '尺寸标注',
  sides: '房间尺寸文字',
  area: '房间面积文字',
};

const round = (value: number) => Math.round(value * 100) / 100;

function sizeOf({ width, height }: PlanDrawing) {
  return { width, height };
}

/**
 * The user's rows go to the rooms by area, largest first; rooms without a row keep what is written in
 * them or what they look like.
 */
function nameRooms(
  params: FloorPlanParams,
  kinds: readonly RoomKind[],
  written: ReadonlyArray<RoomWords | undefined>,
): NamedRoom[] {
  const floors = params.classifyId2 === publicInterior ? publicFloors : homeFloors;
  const guesses = kinds.map((kind) => (kind === 'hall' ? kindNames.room : kindNames[kind]));
  const totals = new Map<string, number>();
  for (const [place, guess] of guesses.entries()) {
    if (!written[place]) totals.set(guess, (totals.get(guess) ?? 0) + 1);
  }
  const seen = new Map<string, number>();
  return kinds.map((kind, place) => {
    const row = params.rooms[place];
    const words = guesses[place]!;
    const number = (seen.get(words) ?? 0) + 1;
    if (!written[place]) seen.set(words, number);
    const guess = written[place]?.name ?? (totals.get(words)! > 1 ? `${words}${number}` : words);
    const floor = row && row.floor !== 'auto' ? row.floor : floors[kind];
    return {
      name: row?.name ?? guess,
      floor,
      isGiven: row !== undefined,
      isDrawn: !row && written[place] !== undefined,
    };
  });
}

/** Regions within circles that have spokes, as plants are drawn. */
function findPlants(drawing: PlanDrawing, { regions, pixelsPerMetre, roomOf }: Rooms): boolean[] {
  const circles = findCircles(
    drawing.lightness,
    drawing.ink,
    drawing,
    Math.max(5, Math.round(pixelsPerMetre * 0.13)),
    Math.round(pixelsPerMetre * 0.5),
  ).filter(
    (circle) =>
      circle.coverage > 0.75 &&
      (roomOf[Math.round(circle.y) * drawing.width + Math.round(circle.x)] ?? -1) >= 0 &&
      hasSpokes(drawing.ink, drawing, circle),
  );
  return regions.map(
    ({ x, y, right, left, isFloor }) =>
      !isFloor && circles.some((c) => Math.hypot(c.x - x, c.y - y) < c.radius && right - left <= c.radius * 2.1),
  );
}

function placeLabels(
  drawing: PlanDrawing,
  rooms: Rooms,
  named: readonly NamedRoom[],
  areas: ReadonlyArray<number | undefined>,
): PlanLabel[] {
  const places = widestPlaces(rooms.regionOf, drawing, rooms.regions.length);
  const isTaken = bytesOf(drawing.ink, (ink, i) => (ink || !rooms.regions[rooms.regionOf[i]!]?.isFloor ? 1 : 0));
  const table = tableOfTaken(isTaken, drawing);
  const usual = Math.round(Math.max(12, Math.min(rooms.pixelsPerMetre * 0.24, drawing.width / 55)));
  return rooms.rooms.flatMap((room, place) => {
    if (room.isShaft) return [];
    const floors = room.regions.filter((region) => rooms.regions[region]!.isFloor);
    const widest = floors.reduce(
      (best, region) => (places[region]!.reach > places[best]!.reach ? region : best),
      floors[0]!,
    );
    const { name, isGiven, isDrawn } = named[place]!;
    const area = areas[place];
    const first = area === undefined || isGiven ? name : `${place + 1} ${name}`;
    const names = isDrawn ? [] : [first];
    const lines = area === undefined ? names : [...names, `${area.toFixed(1)} m²`];
    if (lines.length === 0) return [];
    const words = { wide: emsOf(lines), high: 1.3 * lines.length };
    return [{ lines, ...fitWords(table, drawing, room, places[widest]!, words, usual) }];
  });
}

/** Width of the longest line in letter heights: a Chinese letter is as wide as high, others half. */
function emsOf(lines: readonly string[]): number {
  return Math.max(...lines.map((line) => [...line].reduce((sum, letter) => sum + (letter > '\u2e80' ? 1 : 0.55), 0)));
}

/** `door 120,340 88` and so on: kind, middle and length of each closed gap in pixels of the upload; at most 60. */
function listGaps(gaps: readonly WallGap[], zoom: number): string {
  const texts = gaps.map(({ kind, left, right, top, bottom, length }) => {
    const [x, y, long] = [(left + right) / 2 / zoom, (top + bottom) / 2 / zoom, length / zoom];
    return `${kind} ${Math.round(x)},${Math.round(y)} ${Math.round(long)}`;
  });
  return texts.slice(0, 60).join('; ');
}
