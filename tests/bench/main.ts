import { benchEngine } from './engine.ts';
import type { Measurement } from './measurement.ts';
import { benchPages } from './pages.ts';
import { benchSegment } from './segment.ts';
import { benchServer } from './server.ts';

const measurements: Measurement[] = [
  ...(await benchEngine()).map((entry) => ({ ...entry, unit: entry.name.includes('MB') ? 'MB' : 'ms' })),
  ...(await benchSegment()),
  ...(await benchServer()),
  ...(await benchPages()),
];

console.table(
  measurements.map(({ name, ours, unit, peer, ratio, target }) => ({
    what: name,
    ours: `${Math.round(ours * 10) / 10} ${unit}`,
    peer: peer ? `${peer.name} ${Math.round(peer.ms)} ms` : '',
    ratio: ratio ?? '',
    target: target ?? '',
  })),
);
