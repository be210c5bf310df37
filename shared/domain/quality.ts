/** Qualities of a result, told to the person who gets it. */
export const resultQualities = ['final', 'assisted', 'preview'] as const;
export type ResultQuality = (typeof resultQualities)[number];

export const resultQualityLabels: Record<ResultQuality, string> = {
  final: '本地算法',
  assisted: '本地算法·可修正蒙版',
  preview: '本地示意图',
};
