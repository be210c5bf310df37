import index from '../public/samples/index.json';

/** A picture of the project's own, delivered with the app. */
export interface Sample {
  name: string;
  /** File names under `/samples/`. */
  file: string;
  thumb: string;
  /** Pixels of `file`. */
  width: number;
  height: number;
  title: string;
  /** `#rrggbb`, shown before the picture is there. */
  mainColor: string;
  kind: string;
}

export const samples = index as readonly Sample[];

const byName = new Map(samples.map((sample) => [sample.name, sample]));

export function sampleByName(name: string | undefined): Sample | undefined {
  return name === undefined ? undefined : byName.get(name);
}

export function sampleUrl(sample: Sample, size: 'full' | 'thumb' = 'full'): string {
  const file = size === 'thumb' ? sample.thumb : sample.file;
  return file.startsWith('/') ? file : `/samples/${file}`;
}

/** Background of a picture before it is loaded; transparent pictures keep the sheet's own background. */
export function groundOf(sample: Sample): string {
  return sample.kind === 'cutout' ? 'var(--sunken)' : sample.mainColor;
}
