import { describe, expect, it } from 'vitest';
import { labPlanes } from '../../base/colour.ts';
import { mergeRegions } from './merge-tree.ts';
import { labGradient, measureRegions } from './merge-tree-regions.ts';
import { chainOf, describeNodes, holds, levelOf } from './region-masks-nodes.ts';

const size = { width: 40, height: 40 };
const weights = { gradient: 1, histogram: 28, mean: 0.45, size: 0.22, enclosure: 0.5 };

/** Four quarters in four regions: two reds above, two blues below. */
function divideQuarters() {
  const rgb = new Uint8Array(size.width * size.height * 3);
  const labels = new Uint16Array(size.width * size.height);
  const colours = [
    [170, 40, 40],
    [190, 60, 50],
    [40, 60, 170],
    [60, 70, 190],
  ] as const;
  for (let i = 0; i < labels.length; i++) {
    const quarter = (i % size.width < 20 ? 0 : 1) + (i < labels.length / 2 ? 0 : 2);
    labels[i] = quarter;
    rgb.set(colours[quarter]!, i * 3);
  }
  const lab = labPlanes(rgb);
  return measureRegions({ labels, count: 4 }, lab, labGradient(lab, size, 1.2), size);
}

describe('the merge tree', () => {
  const { facts, edges } = divideQuarters();
  const tree = mergeRegions(facts, edges, weights);
  const nodes = describeNodes(tree, facts, edges);

  it('joins what is alike first', () => {
    const pairs = [0, 1].map((at) => [tree.first[at]!, tree.second[at]!].sort());
    expect(pairs.sort()).toEqual([
      [0, 1],
      [2, 3],
    ]);
    expect(levelOf(tree, 6)).toBeGreaterThan(levelOf(tree, 5) * 1.5);
  });

  it('knows area, outline and box of every node', () => {
    const top = nodes.parent[0]!;
    expect(chainOf(nodes, 0)).toEqual([0, top, 6]);
    expect([nodes.area[0], nodes.area[top], nodes.area[6]]).toEqual([400, 800, 1600]);
    expect([nodes.perimeter[0], nodes.perimeter[top], nodes.perimeter[6]]).toEqual([40, 40, 0]);
    expect([nodes.border[0], nodes.border[top], nodes.border[6]]).toEqual([40, 80, 160]);
    expect([...nodes.box.subarray(top * 4, top * 4 + 4)]).toEqual([0, 0, 39, 19]);
    expect([0, 1, 2, 3].map((leaf) => holds(nodes, top, leaf))).toEqual([true, true, false, false]);
  });

  it('measures how a node stands out from what is around it', () => {
    const top = nodes.parent[0]!;
    expect(nodes.contrast[top]!).toBeGreaterThan(60);
    expect(nodes.weakShare[top]).toBe(0);
    expect(nodes.contrast[6]).toBe(0);
  });
});
