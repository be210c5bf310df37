import type { ParamsOf } from '#shared/tools/define-tool';
import type { allPlan as definition } from '#shared/tools/plan';
import { parseHexColour, type Rgb } from '../base/colour.ts';
import { type EngineTool, type JobOutput, JobRefused, type ToolJob } from '../base/job.ts';
import { pictureOf, writePng } from '../base/picture-file.ts';
import { refusalOf } from '../base/refusals.ts';
import { clamp } from '../base/scalar.ts';
import { stepsOf, stepsOfOutput } from '../base/steps.ts';
import { findCircles, hasSpokes, innerInk } from '../kernels/plan/plan-circles.ts';
import { metresPerPixel, type PlanDrawing, planLook, readPlanDrawing } from '../kernels/plan/plan-drawing.ts';
import { type Fixture, findFixtures } from '../kernels/plan/plan-fixtures.ts';
import { planPalette, styleName } from '../kernels/plan/plan-palettes.ts';
import type { SiteClass, SiteRegions } from '../kernels/plan/plan-site-model.ts';
import { type LegendTone, paintSitePlan } from '../kernels/plan/plan-site-paint.ts';
import { facesOfClick, findSiteRegions } from '../kernels/plan/plan-site-regions.ts';
import { refuseTown, townLook } from '../kernels/plan/plan-town.ts';
import { findSpaces, type PlanReading, readTexts } from '../steps/plan-reading.ts';

type SitePlanParams = ParamsOf<(typeof definition)['fields']>;

/** Amount of texture of site plans, 0–1, by level 2 category: building, landscape, planning. */
const details: Readonly<Record<string, number>> = { '603': 0.8, '604': 1, '605': 0.15 };

/** Words in a legend row's name that say what it stands for; the first that fits counts. */
const classWords: ReadonlyArray<readonly [SiteClass, RegExp]> = [
  ['parking', /停车|车位/],
  ['water', /水|湖|河|池/],
  ['building', /建筑|楼|房|屋|住宅/],
  ['road', /道路|车行|马路|街/],
  ['green', /绿|草|植|林|花/],
  ['paving', /铺装|广场|步道|人行|木/],
];

/** Classes that stand in for one without a row in the legend, in order. */
const standIns: Readonly<Record<SiteClass, readonly SiteClass[]>> = {
  building: ['paving'],
  road: ['paving', 'parking'],
  green: ['paving'],
  water: ['green'],
  paving: ['road', 'green'],
  parking: ['road', 'paving'],
};

const defaultLegend: Readonly<Record<SiteClass, LegendTone>> = {
  building: { colour: [242, 239, 233], pattern: 'plain', kind: 'building' },
  road: { colour: [201, 199, 194], pattern: 'plain', kind: 'road' },
  green: { colour: [169, 196, 143], pattern: 'grass', kind: 'green' },
  water: { colour: [156, 195, 213], pattern: 'wave', kind: 'water' },
  paving: { colour: [221, 208, 187], pattern: 'grid', kind: 'paving' },
  parking: { colour: [185, 188, 196], pattern: 'hatch', kind: 'parking' },
};

/** A site plan's line drawing, coloured by class, with trees and shadows. */
export const allPlan: EngineTool = {
  quality: 'assisted',
  algorithm: '霍夫圆检测（Yuen 1990），面与图形的包含关系，按形状分类，扫掠投影',
  shows: 'plan',
  looks: [planLook, townLook],
  async run(job) {
    const params = job.params as SitePlanParams;
    const step = stepsOf(job);
    step('分析图片', 0.05);
    const drawing = await readPlanDrawing(pictureOf(job, params.upload_img), params.quality);
    refuseTown(drawing);
    await refuseFloorPlan(job, params.upload_img, drawing);
    step('找树', 0.5);
    const side = Math.max(drawing.width, drawing.height);
    const trees = findCircles(
      drawing.lightness,
      drawing.ink,
      drawing,
      Math.max(5, Math.round(side * 0.006)),
      Math.round(side * 0.034),
    ).filter(
      // A compass and a numbered circle have solid parts inside, but no spokes.
      (circle) => hasSpokes(drawing.ink, drawing, circle) || innerInk(drawing.ink, drawing, circle) < 0.06,
    );
    step('分区', 0.65);
    const regions = findSiteRegions(drawing.ink, drawing, trees, params.shadowAngle);
    const style = styleName(params.classifyId3);
    const legend = params.legend.map((row) => toneOf(row, style));
    const names = params.legend.map(({ name }) => name);
    const rowOf = chooseRows(regions, legend, names);
    const missed = reassign(drawing, regions, params, rowOf);
    const outputs: JobOutput[] = [];
    for (let output = 0; output < params.num; output++) {
      const step = stepsOfOutput(job, { from: 0.65, index: output, count: params.num });
      step('上色', 0.7);
      const rgb = paintSitePlan(drawing, regions, {
        palette: planPalette(style, 0),
        legend: output === 0 ? legend : legend.map((tone) => ({ ...tone, colour: shiftColour(tone.colour) })),
        rowOf,
        trees,
        shadowAngle: params.shadowAngle,
        shadowLength: (params.shadowLength / 100) * 0.08 * side,
        isLineKept: params.isLineKept,
        detail: details[params.classifyId2] ?? 0.8,
        seed: job.seed + output * 101,
      });
      step('编码', 1);
      const size = { width: drawing.width, height: drawing.height, channels: 3 } as const;
      outputs.push(await writePng(job, `site-${output + 1}`, rgb, size));
    }
    const facts: Record<string, string | number | boolean> = {
      treeCount: trees.length,
      regionCount: regions.faces.length,
      regionList: listRegions(drawing, regions, rowOf),
      shares: JSON.stringify(sharesOf(regions, rowOf, names)),
    };
    const scale = metresPerPixel(params);
    if (scale !== undefined) facts.areas = JSON.stringify(areasOf(regions, rowOf, names, (scale / drawing.zoom) ** 2));
    if (missed > 0) facts.note = `${missed}个改类点在图外，未使用`;
    return { outputs, facts };
  },
};

/** Kinds of rooms that site plans do not name. */
const indoorKinds = new Set(['bedroom', 'bath', 'kitchen', 'living', 'livingDining', 'dining', 'cloakroom', 'study']);

/** @throws UnsuitablePicture where at least three rooms of a flat are named on the drawing, or two have fixtures */
async function refuseFloorPlan(job: ToolJob, imageId: string, drawing: PlanDrawing): Promise<void> {
  const reading = await readTexts(job, imageId, drawing);
  const rooms = reading.texts.filter(({ room }) => room && indoorKinds.has(room.kind));
  const names = [...new Set(rooms.map(({ room }) => room!.name))].slice(0, 3).join('、');
  const sign = rooms.length >= 3 ? `写有${names}` : fixturesShown(drawing, reading);
  if (sign === undefined) return;
  throw refusalOf('floorPlan', { sign });
}

/** Words for the fixtures of two rooms at least, one of them a bathroom; undefined where there are none. */
function fixturesShown(drawing: PlanDrawing, reading: PlanReading): string | undefined {
  const fixtures = fixturesOfRooms(drawing, reading);
  const baths = fixtures.filter((ones) => ones.includes('closet') || ones.includes('tub')).length;
  const kitchens = fixtures.filter((ones) => ones.includes('hob')).length;
  if (baths === 0 || baths + kitchens < 2) return undefined;
  return kitchens > 0 ? '画有洁具和灶台' : '画有洁具';
}

function fixturesOfRooms(drawing: PlanDrawing, reading: PlanReading): Fixture[][] {
  try {
    const { rooms } = findSpaces(drawing, reading);
    return findFixtures(drawing, rooms, rooms.pixelsPerMetre);
  } catch (error) {
    // A drawing without walls has no rooms.
    if (!(error instanceof JobRefused)) throw error;
    return [];
  }
}

type LegendRow = SitePlanParams['legend'][number];

function toneOf({ name, color, pattern }: LegendRow, style: string | undefined): LegendTone {
  const kind = classWords.find(([, words]) => words.test(name))?.[0] ?? 'paving';
  const own = parseHexColour(color);
  const usual = defaultLegend[kind].colour;
  // A colour the user chose stays exactly as it is; the usual ones follow the style.
  const isUsual = own.every((value, c) => value === usual[c]);
  return { colour: isUsual ? gradeColour(own, style) : own, pattern, kind };
}

/** Saturation, warmth (added to red, taken from blue) and lightness of the styles. */
const grades: Readonly<Record<string, readonly [saturation: number, warmth: number, lightness: number]>> = {
  清新: [1.1, 0, 1.02],
  写实: [1.15, 2, 0.86],
  莫兰迪: [0.55, 3, 0.97],
  奶油: [0.8, 9, 1.04],
  灰调: [0.22, 0, 0.99],
  手绘: [1.4, 4, 1.03],
};

function gradeColour(colour: Rgb, style: string | undefined): Rgb {
  const [saturation, warmth, lightness] = grades[style ?? ''] ?? [1, 0, 1];
  const grey = 0.3 * colour[0] + 0.59 * colour[1] + 0.11 * colour[2];
  const grade = (value: number, shift: number) =>
    clamp((grey + (value - grey) * saturation) * lightness + shift, 0, 255);
  return [grade(colour[0], warmth), grade(colour[1], warmth * 0.2), grade(colour[2], -warmth)];
}

/** The second output: the same classes a little deeper and warmer. */
function shiftColour(colour: Rgb): Rgb {
  return [Math.min(255, colour[0] * 0.985 + 3), colour[1] * 0.95, colour[2] * 0.9];
}

function chooseRows({ faces }: SiteRegions, legend: LegendTone[], names: string[]): Uint8Array {
  const rows = new Map<SiteClass, number>();
  for (const [place, { kind }] of legend.entries()) if (!rows.has(kind)) rows.set(kind, place);
  const rowFor = (kind: SiteClass): number => {
    const known = rows.get(kind) ?? standIns[kind].map((other) => rows.get(other)).find((row) => row !== undefined);
    if (known !== undefined) return known;
    legend.push(defaultLegend[kind]);
    names.push('其他');
    rows.set(kind, legend.length - 1);
    return legend.length - 1;
  };
  return Uint8Array.from(faces, ({ kind }) => rowFor(kind));
}

/** Gives the regions at the user's points the rows they name; returns how many points lie outside the picture. */
function reassign(drawing: PlanDrawing, regions: SiteRegions, params: SitePlanParams, rowOf: Uint8Array): number {
  let missed = 0;
  const clicks = params.reassigned.map(({ x, y, name }) => {
    const column = Math.floor(x * drawing.zoom);
    const line = Math.floor(y * drawing.zoom);
    const row = params.legend.findIndex((entry) => entry.name === name);
    if (row < 0 || column >= drawing.width || line >= drawing.height) {
      missed++;
      return [];
    }
    return facesOfClick(regions, line * drawing.width + column).map((face) => ({ face, row }));
  });
  for (const { face, row } of clicks.flat()) rowOf[face] = row;
  return missed;
}

function pixelsByRow({ faceOf }: SiteRegions, rowOf: Uint8Array, count: number): number[] {
  const pixels = Array.from({ length: count }, () => 0);
  for (const face of faceOf) pixels[rowOf[face]!]!++;
  return pixels;
}

/** Percent of the picture for each legend row. */
function sharesOf(regions: SiteRegions, rowOf: Uint8Array, names: readonly string[]): Record<string, number> {
  const pixels = pixelsByRow(regions, rowOf, names.length);
  return Object.fromEntries(
    names.map((name, row) => [name, Math.round((pixels[row]! / regions.faceOf.length) * 1000) / 10]),
  );
}

/** Square metres of each legend row. */
function areasOf(
  regions: SiteRegions,
  rowOf: Uint8Array,
  names: readonly string[],
  squareMetres: number,
): Record<string, number> {
  const pixels = pixelsByRow(regions, rowOf, names.length);
  return Object.fromEntries(names.map((name, row) => [name, Math.round(pixels[row]! * squareMetres * 10) / 10]));
}

/** `x,y,row` of the 120 largest regions, in pixels of the upload, for showing and changing their classes. */
function listRegions({ width, zoom }: PlanDrawing, { faces }: SiteRegions, rowOf: Uint8Array): string {
  const shown = faces
    .map((face, place) => ({ face, place }))
    .filter(({ face }) => face.host === undefined)
    .sort((one, other) => other.face.area - one.face.area)
    .slice(0, 120);
  return shown
    .map(({ face, place }) => {
      const x = Math.round((face.first % width) / zoom);
      const y = Math.round(((face.first / width) | 0) / zoom);
      return `${x},${y},${rowOf[place]}`;
    })
    .join(';');
}
