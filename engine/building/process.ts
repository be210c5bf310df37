/**
 * Entry of the process that reads building models and draws them: does one job after the other and ends with the server
 * that started it.
 */
import sharp from 'sharp';
import type { BuildingAnswer, BuildingJob } from '../kernels/building/jobs.ts';
import { answerBuildingJob } from './answer.ts';

/** As the server's pools expect it of their child processes. */
type ProcessMessage = 'begun' | { answer: BuildingAnswer };

sharp.concurrency(1);

const tell = (message: ProcessMessage) => process.send?.(message);
process.on('message', (job: BuildingJob) => {
  tell('begun');
  void answerBuildingJob(job).then((answer) => tell({ answer }));
});
process.on('disconnect', () => process.exit());
// A terminal sends Ctrl-C to all; the server says when it is time.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => undefined);
