import type { DefinedTool } from '#shared/tools/define-tool';
import index from '../public/samples/bases/index.json';
import { type Sample, samples } from './samples';

const all = new Map([...samples, ...(index as readonly Sample[])].map((sample) => [sample.name, sample]));

/** Pictures to try a tool with; none for a tool that starts from words. */
export function basesOf({ sample }: DefinedTool): Sample[] {
  return (sample?.bases ?? []).flatMap((name) => all.get(name) ?? []);
}
