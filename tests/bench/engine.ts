import { execFile } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import sharp from 'sharp';
import { watermark } from '#shared/domain/watermark';
import { upScaleImg } from '#shared/tools/enhance';
import { toline } from '#shared/tools/plan';
import { createEmbeddedEngine } from '../../mock-server/adapters/render/embedded/index.ts';
import type { RenderEngine, RenderPicture } from '../../mock-server/adapters/render/port.ts';
import { openPicture } from '../../mock-server/modules/studio/image/picture.ts';
import { stampWatermark } from '../../mock-server/modules/studio/image/watermark.ts';
import { say } from './measurement.ts';
import { benchTools, printTools } from './tools.ts';

const run = promisify(execFile);

export interface EngineMeasurement {
  name: string;
  /** Milliseconds, or megabytes when `name` says so. */
  ours: number;
  peer?: { name: string; ms: number };
  /** ours / peer: below 1 we are faster. */
  ratio?: number;
  target?: string;
}

const rounds = 5;

/**
 * Measures the embedded engine through its pool, file to file; the best of five rounds after one to warm up. Prints how
 * long every tool of the registry takes as a table of its own.
 */
export async function benchEngine(): Promise<EngineMeasurement[]> {
  const folder = await mkdtemp(path.join(tmpdir(), 'bench-engine-'));
  // One thread, so that the run which warms up warms the thread that is measured.
  const engine = createEmbeddedEngine({ threads: 1 });
  try {
    const picture = await drawFacade(folder);
    const peer = await findImageMagick();
    const peerOutput = path.join(folder, 'peer.png');
    const byPeer = async (...args: string[]) => peer && (await bestOf(() => run(peer.command, [...args, peerOutput])));
    const lineParams = toline.params.parse({ upload_img: 'picture', lineStyle: 'detail' });
    say('line drawing');
    const lines = await bestOf(() => runTool(engine, folder, picture, 'toline', lineParams));
    const linesByPeer = await byPeer(picture.file, '-charcoal', '1');
    const enlargeParams = upScaleImg.params.parse({ upload_img: 'picture', scale: 2 });
    say('enlargement');
    const enlarged = await bestOf(() => runTool(engine, folder, picture, 'upScaleImg', enlargeParams));
    const enlargedByPeer = await byPeer(picture.file, '-filter', 'Lanczos', '-resize', '200%', '-unsharp', '0x1');
    const photo = await drawPhoto(folder, picture);
    say('watermark');
    const stamped = await bestOf(() => stampForDownload(photo, path.join(folder, 'stamped.png')));
    const stampedByPeer = await byPeer(photo.file, '-resize', `${picture.width}x`, ...stampArguments);
    const measurements: EngineMeasurement[] = [
      { ...compare('line drawing 1024x768', lines, peer?.name, linesByPeer), target: 'ratio at most 1' },
      {
        ...compare('enlargement 1024x768 to 2048x1536', enlarged, peer?.name, enlargedByPeer),
        target: 'ratio below 1',
      },
      {
        ...compare('JPEG 2048x1536 to 1024x768, watermark, PNG', stamped, peer?.name, stampedByPeer),
        target: 'ratio below 1',
      },
      { name: 'peak memory of the process, MB', ours: Math.round(process.resourceUsage().maxRSS / 1024) },
    ];
    say('every tool twice, the second run counts');
    printTools(await benchTools());
    return measurements;
  } finally {
    await engine.close();
    await rm(folder, { recursive: true, force: true });
  }
}

/** The server's stamp; `-quality 65` is PNG level 6 with adaptive filters, as the server writes it. */
const stampArguments = [
  fileURLToPath(new URL('../../mock-server/modules/studio/image/watermark.png', import.meta.url)),
  '-geometry',
  `+${watermark.offset}+${watermark.offset}`,
  '-composite',
  '-quality',
  '65',
];

/** Work of the server for a smaller copy and for a download with the watermark together. */
async function stampForDownload({ file, width, height }: RenderPicture, target: string): Promise<void> {
  const size = { width: width / 2, height: height / 2 };
  const picture = openPicture(file).toColourspace('srgb').resize({ width: size.width, withoutEnlargement: true });
  await (await stampWatermark(picture, size)).png({ adaptiveFiltering: true }).toFile(target);
}

/** The picture at twice its size as a JPEG. */
async function drawPhoto(folder: string, { file, width, height }: RenderPicture): Promise<RenderPicture> {
  const size = { width: width * 2, height: height * 2 };
  const photo = path.join(folder, 'photo.jpg');
  await sharp(file).resize(size).jpeg({ quality: 92 }).toFile(photo);
  return { file: photo, ...size, format: 'jpg' };
}

function compare(name: string, ours: number, peer: string | undefined, ms: number | undefined): EngineMeasurement {
  if (peer === undefined || ms === undefined) return { name, ours };
  return { name, ours, peer: { name: peer, ms }, ratio: Math.round((ours / ms) * 100) / 100 };
}

async function bestOf(job: () => Promise<unknown>): Promise<number> {
  await job();
  let best = Number.POSITIVE_INFINITY;
  for (let round = 0; round < rounds; round++) {
    const startedAt = performance.now();
    await job();
    best = Math.min(best, performance.now() - startedAt);
  }
  return Math.round(best);
}

let runs = 0;

async function runTool(
  engine: RenderEngine,
  outputDir: string,
  picture: RenderPicture,
  tool: string,
  params: Record<string, unknown>,
): Promise<void> {
  runs += 1;
  const request = { key: `bench-${runs}`, tool, params, pictures: { picture }, seed: 1, outputDir };
  const signal = new AbortController().signal;
  await engine.watch(await engine.start(request), { signal, onProgress: () => undefined }, request);
}

/** The first command that is ImageMagick itself and not something that only answers to its name. */
async function findImageMagick(): Promise<{ command: string; name: string } | undefined> {
  for (const command of ['magick', '/usr/bin/magick', 'convert', '/usr/bin/convert']) {
    try {
      const { stdout } = await run(command, ['-version']);
      const version = /^Version: (ImageMagick [\d.-]+)/.exec(stdout)?.[1];
      if (version) return { command, name: version };
    } catch {
      // Not installed under this name.
    }
  }
  return undefined;
}

/** A façade with 40 windows, soft shade and grain: as hard to draw as a photo. */
async function drawFacade(folder: string): Promise<RenderPicture> {
  const [width, height] = [1024, 768];
  const windows = Array.from({ length: 40 }, (_, index) => {
    const x = 130 + (index % 8) * 98;
    const y = 120 + Math.floor(index / 8) * 112;
    return `<rect x="${x}" y="${y}" width="64" height="78" fill="#44586b" stroke="#f4efe4" stroke-width="5"/>
      <path d="M${x + 32} ${y} v78" stroke="#f4efe4" stroke-width="3"/>`;
  }).join('');
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}">
    <defs><linearGradient id="shade"><stop offset="0" stop-opacity="0.05"/><stop offset="1" stop-opacity="0.45"/></linearGradient></defs>
    <rect width="${width}" height="${height}" fill="#9fc3e6"/><rect y="690" width="${width}" height="78" fill="#77736c"/>
    <rect x="90" y="70" width="850" height="630" fill="#d9cbb0"/>${windows}
    <rect x="90" y="70" width="850" height="630" fill="url(#shade)"/><circle cx="60" cy="560" r="150" fill="#4f7a3a"/></svg>`;
  const grain = await sharp({
    create: { width, height, channels: 3, background: '#808080', noise: { type: 'gaussian', mean: 128, sigma: 12 } },
  })
    .png()
    .toBuffer();
  const file = path.join(folder, 'facade.png');
  await sharp(Buffer.from(svg))
    .flatten()
    .composite([{ input: grain, blend: 'soft-light' }])
    .png()
    .toFile(file);
  return { file, width, height, format: 'png' };
}
