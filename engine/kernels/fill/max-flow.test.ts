import { expect, it } from 'vitest';
import { makeRandom } from '../../base/random.ts';
import { cutGraph } from './max-flow.ts';

const width = 4;
const height = 3;
const count = width * height;

function gridNeighbours(): Int32Array {
  const neighbours = new Int32Array(count * 4).fill(-1);
  for (let i = 0; i < count; i++) {
    if (i % width < width - 1) neighbours[i * 4] = i + 1;
    if (i % width > 0) neighbours[i * 4 + 1] = i - 1;
    if (i + width < count) neighbours[i * 4 + 2] = i + width;
    if (i >= width) neighbours[i * 4 + 3] = i - width;
  }
  return neighbours;
}

it('finds the cheapest of all divisions', () => {
  const neighbours = gridNeighbours();
  for (let seed = 1; seed <= 30; seed++) {
    const random = makeRandom(seed);
    const capacity = Float32Array.from({ length: count * 4 }, (_, i) =>
      neighbours[i]! < 0 ? 0 : Math.floor(random() * 20),
    );
    const terminal = Float32Array.from({ length: count }, () => Math.floor(random() * 60) - 30);
    const price = (isFar: (node: number) => boolean) => {
      let sum = 0;
      for (let node = 0; node < count; node++) {
        if (isFar(node)) sum += Math.max(0, terminal[node]!);
        else sum += Math.max(0, -terminal[node]!);
        if (isFar(node)) continue;
        for (let way = 0; way < 4; way++) {
          const other = neighbours[node * 4 + way]!;
          if (other >= 0 && isFar(other)) sum += capacity[node * 4 + way]!;
        }
      }
      return sum;
    };
    let cheapest = Number.POSITIVE_INFINITY;
    for (let sides = 0; sides < 1 << count; sides++) {
      cheapest = Math.min(
        cheapest,
        price((node) => ((sides >> node) & 1) === 1),
      );
    }
    const far = cutGraph({ neighbours, capacity: capacity.slice(), terminal: terminal.slice() });
    expect(price((node) => far[node] === 1)).toBe(cheapest);
  }
});
