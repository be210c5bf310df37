/** Entry of a picture process: does one job after the other and ends with the server that started it. */
import sharp from 'sharp';
import type { ProcessMessage } from '../../../pools/pool-process.ts';
import { answerPictureJob, type PictureAnswer, type PictureJob } from './picture-job.ts';
import { limitWasmMemory } from './wasm-limit.ts';

sharp.concurrency(1);
limitWasmMemory();

const tell = (message: ProcessMessage<PictureAnswer>) => process.send?.(message);
process.on('message', (job: PictureJob) => {
  tell('begun');
  void answerPictureJob(job).then((answer) => tell({ answer }));
});
process.on('disconnect', () => process.exit());
// A terminal sends Ctrl-C to all; the server says when it is time.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => undefined);
