import { drawBuilding, writeLayers } from '../kernels/building/draw.ts';
import type { BuildingAnswer, BuildingJob, BuildingRead, ReadBuilding } from '../kernels/building/jobs.ts';
import { prepareBuilding } from '../kernels/building/prepared-building.ts';
import { proposeViews } from '../kernels/building/views.ts';
import { BuildingFileRefused } from './refusals.ts';

/** Does a job of the process; never rejects. */
export async function answerBuildingJob(job: BuildingJob): Promise<BuildingAnswer> {
  try {
    if (job.kind === 'read') return { read: await read(job) };
    if (job.kind === 'layers') await writeLayers(job);
    else await drawBuilding(job);
    return { drawn: true };
  } catch (error) {
    if (error instanceof BuildingFileRefused) return { refusal: error.sentence };
    return { fault: error instanceof Error ? (error.stack ?? error.message) : String(error) };
  }
}

async function read(job: ReadBuilding): Promise<BuildingRead> {
  // A process that draws needs no parsers, which take a quarter of a second and a hundred megabytes.
  const { readBuilding } = await import('./read-building.ts');
  const { writeViewerFile } = await import('./viewer/write-viewer-file.ts');
  const { format, facts, model } = await readBuilding(job);
  const building = await prepareBuilding(model);
  await writeViewerFile(job.viewerTarget, building);
  return { format, facts, views: proposeViews(building, facts.placement.north) };
}
