import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { sourcePaths, textOfSource } from '../support/source-files.ts';

/** Folders whose subfolders must not import each other in a circle, and how deep the subfolders lie. */
const areas = [
  { area: 'mock-server/modules', depth: 2 },
  { area: 'engine/kernels', depth: 1 },
  { area: 'engine/kernels/concept', depth: 1 },
  { area: 'engine/kernels/scene-paint', depth: 1 },
];

const imports = /(?:^|\n)(?:import|export)\s[^;'"]*?from '(\.[^']+)'/g;

/** Imports between the subfolders of an area, each with a file that contains it. */
function folderGraph(area: string, depth: number): Map<string, Map<string, string>> {
  const folderOf = (file: string) =>
    path
      .dirname(file)
      .split('/')
      .slice(0, area.split('/').length + depth)
      .join('/');
  const graph = new Map<string, Map<string, string>>();
  for (const file of sourcePaths(area)) {
    const from = folderOf(file);
    for (const [, specifier] of textOfSource(file).matchAll(imports)) {
      const to = folderOf(path.join(path.dirname(file), specifier ?? ''));
      if (to === from || !to.startsWith(`${area}/`)) continue;
      if (!graph.has(from)) graph.set(from, new Map());
      graph.get(from)?.set(to, `${file} → ${specifier}`);
    }
  }
  return graph;
}

/** The imports that lead from a folder back to itself, or undefined. */
function circleIn(graph: Map<string, Map<string, string>>): string[] | undefined {
  const finished = new Set<string>();
  const walk = (folder: string, trail: readonly { folder: string; by: string }[]): string[] | undefined => {
    const start = trail.findIndex((step) => step.folder === folder);
    if (start >= 0) return trail.slice(start).map(({ by }) => by);
    if (finished.has(folder)) return undefined;
    for (const [next, by] of graph.get(folder) ?? []) {
      const circle = walk(next, [...trail, { folder, by }]);
      if (circle) return circle;
    }
    finished.add(folder);
    return undefined;
  };
  for (const folder of graph.keys()) {
    const circle = walk(folder, []);
    if (circle) return circle;
  }
  return undefined;
}

describe('folders', () => {
  it('finds a circle', () => {
    const graph = new Map([
      ['a', new Map([['b', 'a/1 → b']])],
      ['b', new Map([['c', 'b/1 → c']])],
      ['c', new Map([['b', 'c/1 → b']])],
    ]);
    expect(circleIn(graph)).toEqual(['b/1 → c', 'c/1 → b']);
  });

  it.each(areas)('of $area import each other in one direction', ({ area, depth }) => {
    const graph = folderGraph(area, depth);
    expect(graph.size).toBeGreaterThan(3);
    expect(circleIn(graph)).toBeUndefined();
  });
});
