/**
 * A process for tests of the building port: does what the words in a model file say. `end`: it ends; `hang`: it never
 * answers; `grow`: it takes memory and never answers; `refuse`; `fault`. Anything else is read as an empty model, which
 * takes a second, long enough to be killed in, when the name of the file has `slow` in it.
 */
import { appendFileSync, readFileSync, writeFileSync } from 'node:fs';
import type { BuildingAnswer, BuildingJob } from '../../engine/kernels/building/jobs.ts';
import { foundBuilding } from './building-engine.ts';

const taken: Buffer[] = [];

function grow(): void {
  taken.push(Buffer.alloc(16 * 1024 ** 2, 1));
  setTimeout(grow, 5);
}

function answer(job: BuildingJob): BuildingAnswer | undefined {
  const file = job.kind === 'read' ? job.file : job.model;
  const words = readFileSync(file, 'utf8');
  appendFileSync(`${job.target}.log`, `${process.pid}\n`);
  if (words.includes('end')) process.kill(process.pid, 'SIGKILL');
  if (words.includes('grow')) grow();
  if (/end|grow|hang/.test(words)) return undefined;
  if (words.includes('refuse')) return { refusal: '没有可以画的构件' };
  if (words.includes('fault')) return { fault: 'the program has a fault' };
  writeFileSync(job.target, words);
  if (job.kind !== 'read') return { drawn: true };
  writeFileSync(job.viewerTarget, `viewer of ${words}`);
  return { read: { format: 'ifc', ...foundBuilding({ metresPerUnit: 1, up: 'y', north: 0 }) } };
}

process.on('message', (job: BuildingJob) => {
  process.send?.('begun');
  const made = answer(job);
  const send = () => made && process.send?.({ answer: made });
  if (job.kind === 'read' && job.name.includes('slow')) setTimeout(send, 1000);
  else send();
});
process.on('disconnect', () => process.exit());
