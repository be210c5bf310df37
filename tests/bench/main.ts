import { benchEngine } from './engine.ts';
import type { Measurement } from './measurement.ts';
import { benchMemory } from './memory.ts';
import { benchPages } from './pages.ts';
import { benchSegment } from './segment.ts';
import { benchServer } from './server.ts';
import { benchWorks } from './works.ts';

// Memory takes many minutes and runs only when asked for: npm run bench -- memory [tool …]
const [section, ...tools] = process.argv.slice(2);
const measurements =
  section === 'memory' ? await benchMemory(tools.length > 0 ? tools : undefined) : await measureSpeed();

console.table(
  measurements.map(({ name, ours, unit, peer, ratio, target }) => ({
    what: name,
    ours: `${Math.round(ours * 10) / 10} ${unit}`,
    peer: peer ? `${peer.name} ${Math.round(peer.ms)} ms` : '',
    ratio: ratio ?? '',
    target: target ?? '',
  })),
);

async function measureSpeed(): Promise<Measurement[]> {
  return [
    ...(await benchEngine()).map((entry) => ({ ...entry, unit: entry.name.includes('MB') ? 'MB' : 'ms' })),
    ...(await benchSegment()),
    ...(await benchServer()),
    ...(await benchWorks()),
    ...(await benchPages()),
  ];
}
