/** Qualities of a result, told to the person who gets it. */
export const resultQualities = ['final', 'assisted', 'preview'] as const;
export type ResultQuality = (typeof resultQualities)[number];

export const resultQualityLabels: Record<ResultQuality, string> = {
  final: '本地算法',
  assisted: '本地算法·可修正蒙版',
  preview: '本地示意图',
};

/** Engines of this server: the embedded one, and the quick one of tests. */
const ownEngines: ReadonlySet<string> = new Set(['embedded', 'test']);

/** Quality of a result by its engine: the plain labels speak of this server's own algorithms. */
export function qualityLabel(quality: ResultQuality, engine: string): string {
  if (ownEngines.has(engine)) return resultQualityLabels[quality];
  return quality === 'preview' ? '外接引擎·示意图' : '外接引擎';
}
