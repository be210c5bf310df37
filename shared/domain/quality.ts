/** Labels of a result, from the best to the worst. */
export const resultQualities = ['final', 'assisted', 'preview'] as const;
export type ResultQuality = (typeof resultQualities)[number];

/** Labels of results of this server's own engine. */
export const resultQualityLabels: Record<ResultQuality, string> = {
  final: '本地算法',
  assisted: '本地算法·可修正蒙版',
  preview: '本地示意图',
};

/** Quality of a result; the plain labels speak of this server's own algorithms. */
export function qualityLabel(quality: ResultQuality, isConnected: boolean): string {
  if (!isConnected) return resultQualityLabels[quality];
  return quality === 'preview' ? '外接引擎·示意图' : '外接引擎';
}
