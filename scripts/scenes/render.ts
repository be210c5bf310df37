/** Renders a scene over worker threads and develops it. */
import { isMainThread, parentPort, Worker, workerData } from 'node:worker_threads';
import { develop } from '../../engine/kernels/trace/develop.ts';
import { emptyBand, exposeBand, type FilmBand, type Quality } from '../../engine/kernels/trace/film.ts';
import { Tracer } from '../../engine/kernels/trace/tracer.ts';
import { buildScene, type SceneName } from './catalogue.ts';

const ROWS_PER_BAND = 20;

interface Job {
  name: SceneName;
  quality: Quality;
}

/** @returns 8-bit RGB rows of the picture. */
export async function renderScene(name: SceneName, quality: Quality, threads: number): Promise<Buffer> {
  return develop(await exposeScene(name, quality, threads), buildScene(name), quality.width, quality.height);
}

/** Traces a scene in bands over `threads` workers. */
export async function exposeScene(name: SceneName, quality: Quality, threads: number): Promise<FilmBand> {
  const { width, height } = quality;
  const film = emptyBand(0, height, width);
  const waiting: number[] = [];
  for (let y = 0; y < height; y += ROWS_PER_BAND) waiting.push(y);
  const work = async (): Promise<void> => {
    const worker = new Worker(new URL(import.meta.url), { workerData: { name, quality } satisfies Job });
    try {
      for (let from = waiting.shift(); from !== undefined; from = waiting.shift()) {
        const band = await new Promise<FilmBand>((resolve, reject) => {
          worker.once('message', resolve);
          worker.once('error', reject);
          worker.postMessage(from);
        });
        worker.removeAllListeners('error');
        const start = band.from * width;
        film.direct.set(band.direct, start * 3);
        film.albedo.set(band.albedo, start * 3);
        film.indirect.set(band.indirect, start * 3);
        film.normal.set(band.normal, start * 3);
        film.depth.set(band.depth, start);
      }
    } finally {
      await worker.terminate();
    }
  };
  await Promise.all(Array.from({ length: threads }, work));
  return film;
}

if (!isMainThread && parentPort) {
  const port = parentPort;
  const { name, quality } = workerData as Job;
  const scene = buildScene(name);
  const tracer = new Tracer(scene);
  port.on('message', (from: number) => {
    const rows = Math.min(ROWS_PER_BAND, quality.height - from);
    port.postMessage(exposeBand(scene, tracer, quality, from, rows));
  });
}
