import type { Measurement } from './measurement.ts';

/** Parts of a section of `npm run bench` by name, in their order. */
export type BenchParts = Readonly<Record<string, () => Promise<Measurement[]>>>;

/** Measures the parts that were asked for; all when none was. Throws for a name that there is not. */
export async function benchParts(parts: BenchParts, asked: readonly string[]): Promise<Measurement[]> {
  const unknown = asked.filter((name) => !Object.hasOwn(parts, name));
  if (unknown.length > 0) throw new Error(`no part ${unknown.join(', ')}; there are ${Object.keys(parts).join(', ')}`);
  const measurements: Measurement[] = [];
  for (const [name, bench] of Object.entries(parts))
    if (asked.length === 0 || asked.includes(name)) measurements.push(...(await bench()));
  return measurements;
}
