/** One line of `npm run bench`. */
export interface Measurement {
  name: string;
  ours: number;
  unit: string;
  /** The same work by another program, in the same run. */
  peer?: { name: string; ms: number };
  /** ours / peer: below 1 we are faster. */
  ratio?: number;
  target?: string;
}

const told = new WeakSet<Measurement>();

/** Says a figure as soon as it is known, once; hands it back. */
export function tell(measurement: Measurement): Measurement {
  if (told.has(measurement)) return measurement;
  told.add(measurement);
  const { name, ours, unit, peer, ratio, target } = measurement;
  const besides = [
    peer && `${peer.name} ${Math.round(peer.ms)} ms`,
    ratio !== undefined && `ratio ${ratio}`,
    target && `target ${target}`,
  ];
  const aside = besides.filter(Boolean).join(', ');
  console.log(`  ${name}: ${Math.round(ours * 10) / 10} ${unit}${aside ? ` (${aside})` : ''}`);
  return measurement;
}

const startedAt = performance.now();

/** Says what is done now, with the seconds since the start, so that a long section is not silent. */
export function say(words: string): void {
  console.log(`  ${Math.round((performance.now() - startedAt) / 1000)} s … ${words}`);
}
