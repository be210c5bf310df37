import { type ResultQuality, resultQualities } from './quality.ts';

/** Measurements of a result beside its base. What a tool does not promise, or what could not be measured, is absent. */
export interface Measured {
  /** Share of the base's lines that the result has in their places, less for strong lines that are new; 0–100. */
  structure?: number;
  /** Share of the pixels outside of the asked region that differ, 0–1. */
  changedOutside?: number;
  /** The same score where nothing new was asked for and the picture is no drawing: more is to stand then. */
  standing?: number;
  /**
   * Correlation of the finest texture of base and result where surfaces were to be made anew, −1 to 1: about 1 where a
   * film of colour lies over the base.
   */
  oldGrain?: number;
  /** Share of the base's texture that stands to the grain where another mood was to be shown, 0–1. */
  film?: number;
  /** Fine detail of the result over that of the base, where it was to be clearer. */
  crisp?: number;
  /** Share of the border of the asked region that the result has a step along and the base none, 0–1. */
  seam?: number;
  /** Share of the base's frame that the result does not show, 0–1. */
  unshown?: number;
  /** Share of the pixels that were to change and differ visibly, 0–1. */
  changed?: number;
  /** Share of the picture in hard-edged rectangles that the base does not have, 0–1. */
  rectangles?: number;
  /** Share of glaring colours beyond that of the base, 0–1. */
  glaring?: number;
  /** Share of burnt or drowned pixels beyond that of the base, 0–1. */
  clipped?: number;
  /** Share of the picture that the reader of the base was unsure of, 0–1. */
  unsure?: number;
  /** Share of the picture that shows another class of thing than the base, 0–1. */
  leaps?: number;
  /** Width of the half-transparent rim of what was cut out, thousandths of the longer side. */
  rim?: number;
  /** Share of what was cut out that lies apart from its largest piece, 0–1. */
  apart?: number;
}
export type Measure = keyof Measured;

interface Limits {
  /** Which values are the good ones. */
  good: 'high' | 'low';
  /** Limit of what may be `final`. */
  final: number;
  /** Limit of what may be `assisted`; what is worse is a `preview`. */
  assisted: number;
  /** Best label of results that this is measured of; `final` when absent. */
  best?: ResultQuality;
  /** Reason in words, for people. */
  says: string;
}

/**
 * Limits of every measurement: the label of a result is the worst that one of them gives. Where surfaces or a mood were
 * asked for it is `assisted` at best: nothing that is measured tells results that people show as they are from those
 * with small faults.
 */
export const labelLimits: Readonly<Record<Measure, Limits>> = {
  structure: { good: 'high', final: 80, assisted: 55, says: '结构与底图不一致' },
  standing: { good: 'high', final: 80, assisted: 72, says: '结构与底图不一致' },
  oldGrain: { good: 'low', final: 0.15, assisted: 0.25, best: 'assisted', says: '只蒙了一层颜色，材质没有真正换新' },
  film: { good: 'low', final: 0.35, assisted: 0.5, best: 'assisted', says: '只蒙了一层颜色，氛围没有真正改变' },
  crisp: { good: 'high', final: 1.15, assisted: 0.6, says: '清晰度提升不明显' },
  seam: { good: 'low', final: 0.03, assisted: 0.1, says: '选区边缘有接痕' },
  changedOutside: { good: 'low', final: 0, assisted: 0.002, says: '选区外有改动' },
  unshown: { good: 'low', final: 0.02, assisted: 0.12, says: '没有画出底图的全部画面' },
  changed: { good: 'high', final: 0.15, assisted: 0.1, says: '与底图几乎没有差别' },
  rectangles: { good: 'low', final: 0.01, assisted: 0.06, says: '出现边缘生硬的方块' },
  glaring: { good: 'low', final: 0.12, assisted: 0.25, says: '颜色过于鲜艳' },
  clipped: { good: 'low', final: 0.2, assisted: 0.45, says: '曝光与底图相差过大' },
  unsure: { good: 'low', final: 0.31, assisted: 0.35, says: '画面中有较大部分没有认清' },
  leaps: { good: 'low', final: 0.13, assisted: 0.22, says: '有些部分变成了别的东西' },
  rim: { good: 'low', final: 2, assisted: 4, says: '抠图边缘残缺或带有残边' },
  apart: { good: 'low', final: 0.02, assisted: 0.05, says: '主体被切成了几块' },
};
export const measures = Object.keys(labelLimits) as Measure[];

/** A reason for a label below `final`. */
export interface LabelReason {
  measure: Measure;
  /** The best label that this measurement allows. */
  label: ResultQuality;
}

/** @returns every measurement that does not allow `final`, the worst first */
export function reasonsOf(measured: Measured): LabelReason[] {
  return measures
    .flatMap((measure) => {
      const value = measured[measure];
      const label = value === undefined ? 'final' : labelBy(labelLimits[measure], value);
      return label === 'final' ? [] : [{ measure, label }];
    })
    .sort((one, other) => rankOf(other.label) - rankOf(one.label));
}

/**
 * Label of a result by its measurements.
 * @param bound what the engine says of itself: the result is called no better
 */
export function labelOf(measured: Measured, bound: ResultQuality): ResultQuality {
  const bounds = measures.map((measure) => (measured[measure] === undefined ? undefined : labelLimits[measure].best));
  const labels = [...bounds.filter((best) => best !== undefined), ...reasonsOf(measured).map(({ label }) => label)];
  return labels.reduce<ResultQuality>(worseOf, bound);
}

function worseOf(one: ResultQuality, other: ResultQuality): ResultQuality {
  return rankOf(one) >= rankOf(other) ? one : other;
}

/** Best label of several; `preview` of none. */
export function bestOf(labels: readonly ResultQuality[]): ResultQuality {
  return resultQualities.find((quality) => labels.includes(quality)) ?? 'preview';
}

const rankOf = (quality: ResultQuality) => resultQualities.indexOf(quality);

function labelBy({ good, final, assisted }: Limits, value: number): ResultQuality {
  const isWithin = (limit: number) => (good === 'high' ? value >= limit : value <= limit);
  if (isWithin(final)) return 'final';
  return isWithin(assisted) ? 'assisted' : 'preview';
}

/** Runs that follow a first one of a task whose outputs have less than the wished structure score. */
export const mostFurtherTries = 2;

/** A wished structure score of an output, and the tries that were made for it. */
export interface StructurePromise {
  /** The wished score, 0–100. */
  least: number;
  isMet: boolean;
  /** Index in `tries` of the one that the output is of: the best. */
  kept: number;
  /** Seed and score of every try; the score is absent where it could not be measured. */
  tries: { seed: number; score?: number | undefined }[];
}

/** Stamp on an output whose structure is below the wished score after all tries. */
export const unmetStamp = '未达标';

/** A promise as a Chinese sentence without a full stop: `结构达到承诺的 85 分，试 3 次，采用第 2 次（种子 41）`. */
export function promiseWords({ least, isMet, kept, tries }: StructurePromise): string {
  const tried = tries.length > 1 ? `，试 ${tries.length} 次，采用第 ${kept + 1} 次（种子 ${tries[kept]?.seed}）` : '';
  return isMet ? `结构达到承诺的 ${least} 分${tried}` : `结构${unmetStamp}（承诺至少 ${least} 分）${tried}，不收券`;
}

/** Reasons as Chinese sentences without full stops. */
export function reasonWords(measured: Measured): string[] {
  return [...new Set(reasonsOf(measured).map(({ measure }) => labelLimits[measure].says))];
}

export const changeKinds = ['new', 'missing', 'moved'] as const;
export type ChangeKind = (typeof changeKinds)[number];

export const changeKindLabels: Record<ChangeKind, string> = { new: '新增', missing: '消失', moved: '移位' };

/** Changes in words: `新增 2 处，移位 1 处`; empty where there are none. */
export function changesWords(areas: readonly Pick<ChangeArea, 'kind'>[]): string {
  const told = changeKinds.map((kind) => [kind, areas.filter((area) => area.kind === kind).length] as const);
  return told.flatMap(([kind, count]) => (count > 0 ? [`${changeKindLabels[kind]} ${count} 处`] : [])).join('，');
}

/** A part of the result where lines are new, missing or moved; shares of its width and height, 0–1. */
export interface ChangeArea {
  kind: ChangeKind;
  x: number;
  y: number;
  width: number;
  height: number;
}
