import { benchGalleryFinding } from '../gallery-finding.ts';
import type { Measurement } from '../measurement.ts';
import { benchZip } from './zip.ts';

/** What `npm run bench -- gallery` measures, in this order; `npm run bench -- gallery zip` measures only these. */
const parts: Readonly<Record<string, () => Promise<Measurement[]>>> = {
  finding: benchGalleryFinding,
  zip: benchZip,
};

/** The gallery's targets, part by part. @param asked names of parts; all when there are none */
export async function benchGallery(asked: readonly string[] = []): Promise<Measurement[]> {
  const unknown = asked.filter((name) => !Object.hasOwn(parts, name));
  if (unknown.length > 0) throw new Error(`no part ${unknown.join(', ')}; there are ${Object.keys(parts).join(', ')}`);
  const measurements: Measurement[] = [];
  for (const [name, bench] of Object.entries(parts))
    if (asked.length === 0 || asked.includes(name)) measurements.push(...(await bench()));
  return measurements;
}
