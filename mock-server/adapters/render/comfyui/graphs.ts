import { readdirSync, readFileSync } from 'node:fs';
import { GraphFile } from './graph-file.ts';

const folder = new URL('./graphs/', import.meta.url);

/** Graphs that come with the product by id, in the order of their files: the preferred one of a tool first. */
export const shippedGraphs: ReadonlyMap<string, GraphFile> = new Map(
  readdirSync(folder)
    .toSorted()
    .map((name) => GraphFile.parse(JSON.parse(readFileSync(new URL(name, folder), 'utf8'))))
    .map((graph) => [graph.id, graph]),
);
