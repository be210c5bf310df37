import type { Task } from '#shared/contract/task';
import { formatBytes, formatNumber } from '#shared/domain/format';

export type Facts = Readonly<Record<string, string | number | boolean>>;

const labels: Record<string, string> = {
  bytesBefore: '原体积',
  bytesAfter: '现体积',
  isPixelIdentical: '逐像素一致',
  keptOriginals: '保持原文件',
  changedPixelsOutside: '选区外改动像素',
  note: '说明',
  prompt: '给模型的描述',
  negative: '不要出现的',
  lineCount: '线条数',
  pointCount: '点数',
  understood: '读到的内容',
  pieces: '布置的物件',
  cameraMoves: '运镜',
  markedFloor: '手动标出的地面',
  roomDepth: '估计进深',
  roomHeight: '估计净高',
  regionCount: '区域数',
  treeCount: '树木数',
  roomCount: '房间数',
  doorCount: '门洞数',
  windowCount: '窗数',
  closedBreakCount: '补上的断线',
  totalArea: '总面积',
  skyShare: '天空占比',
  shares: '各类占比',
  areas: '各类面积',
  inputKind: '底图类型',
  figureCount: '人物与车辆',
  lampCount: '灯具',
  holeShare: '选区占比',
  holePixels: '选区像素',
  originalKept: '原图不变',
  left: '左侧扩出',
  right: '右侧扩出',
  top: '上方扩出',
  bottom: '下方扩出',
  chromaShift: '平均色差',
  deltaE: '色差 ΔE',
  surface: '识别为',
  isStructureKept: '结构不变',
  coveredPercent: '主体占比',
  subjects: '主体数',
  boxLeft: '主体左边',
  boxTop: '主体上边',
  boxWidth: '主体宽',
  boxHeight: '主体高',
  scale: '倍数',
  maxDeviation: '最大改动',
  durationMs: '片长',
  fps: '帧率',
  frames: '帧数',
  shots: '镜头数',
  titles: '片头片尾字',
  timeLapse: '延时',
  firstLast: '首尾帧',
  cameraHeight: '相机高度',
  namedCount: '按图上文字命名的房间',
  scaleFoundBy: '比例来自',
  millimetresPerPixel: '每像素',
  model: '模型',
  modelSha256: '模型文件 SHA-256',
  modelFallback: '未用模型的原因',
  sceneModel: '识别场景的模型',
};

/** Words for what an engine answers in its own terms. */
const words: Record<string, Record<string, string>> = {
  inputKind: {
    lines: '线稿',
    whiteModel: '白模',
    modelView: '建模软件视图',
    sketch: '彩色草图',
    shaded: '照片或有材质的图',
  },
};

const units: Record<string, string> = {
  roomDepth: 'm',
  roomHeight: 'm',
  cameraHeight: 'm',
  totalArea: 'm²',
  skyShare: '%',
  holeShare: '%',
  coveredPercent: '%',
  left: 'px',
  right: 'px',
  top: 'px',
  bottom: 'px',
  boxLeft: 'px',
  boxTop: 'px',
  boxWidth: 'px',
  boxHeight: 'px',
  scale: '×',
  millimetresPerPixel: 'mm',
};
/** Facts by class name, with the unit of each. */
const tables: Record<string, string> = { shares: '%', areas: 'm²' };
/** Places in the picture: shown on it rather than read. */
const placeLists = new Set(['regionList', 'roomList', 'gapList']);

/** Facts of the engine about a result, as rows in Chinese; a fact without a Chinese name keeps the engine's name. */
export function factRows(facts: Facts): [label: string, text: string][] {
  const shown = Object.entries(facts).filter(([name]) => !placeLists.has(name));
  return shown.map(([name, value]) => [labels[name] ?? name, textOf(name, value)]);
}

function textOf(name: string, value: string | number | boolean): string {
  if (typeof value === 'boolean') return value ? '是' : '否';
  if (typeof value === 'string') {
    return words[name]?.[value] ?? (tables[name] ? tableText(value, tables[name]) : value);
  }
  if (name === 'durationMs') return `${formatNumber(value / 1000)} 秒`;
  if (name.startsWith('bytes')) return formatBytes(value);
  const figure = formatNumber(Number.isInteger(value) ? value : Number(value.toFixed(3)));
  return units[name] ? `${figure} ${units[name]}` : figure;
}

function tableText(json: string, unit: string): string {
  const entries = Object.entries(figuresOf(json));
  return entries.map(([name, value]) => `${name} ${formatNumber(value)} ${unit}`).join('、');
}

/** Figures by name from JSON; none where it holds anything else. */
export function figuresOf(json: unknown): Readonly<Record<string, number>> {
  try {
    const read: unknown = typeof json === 'string' ? JSON.parse(json) : undefined;
    if (typeof read !== 'object' || read === null) return {};
    return Object.fromEntries(Object.entries(read).filter(([, value]) => typeof value === 'number'));
  } catch {
    return {};
  }
}

/** That nothing outside the mask was touched, where the engine counted it; `outside` is how many pixels that are. */
export function untouchedLine({ facts }: Pick<Task, 'facts'>, outside: number | undefined): string | undefined {
  if (facts?.changedPixelsOutside !== 0) return undefined;
  return `选区外没有改动${outside === undefined ? '' : `（0 / ${formatNumber(outside)} 像素）`}`;
}

/** Bytes before and after, where the engine tells them. */
export function savingOf(task: Pick<Task, 'facts' | 'images'>): string | undefined {
  const { bytesBefore, bytesAfter } = task.facts ?? {};
  if (typeof bytesBefore !== 'number' || typeof bytesAfter !== 'number' || bytesBefore === 0) return undefined;
  const change = Math.round((1 - bytesAfter / bytesBefore) * 100);
  const verdict = change > 0 ? `减小 ${change}%` : change < 0 ? `增大 ${-change}%` : '大小不变';
  const sum = task.images.length > 1 ? '合计 ' : '';
  return `${sum}${formatBytes(bytesBefore)} → ${formatBytes(bytesAfter)}，${verdict}`;
}

/** Returns true when a run was about the files themselves, so that turning them into PNG would undo it. */
export function isFileTheResult(task: Pick<Task, 'facts'>): boolean {
  return typeof task.facts?.bytesAfter === 'number';
}
