/**
 * Runs every tool of the embedded engine on its sample, or the runs of a list on pictures of any origin, and puts before
 * and after side by side on sheets, to be looked at. Needs a Chinese font for the titles. Options: --only tool (may
 * repeat), --out folder (contact-sheet), --scale n (1 = 1024×768), --runs file (see listed-samples.ts).
 */
import { mkdir } from 'node:fs/promises';
import path from 'node:path';
import { parseArgs } from 'node:util';
import sharp, { type OverlayOptions } from 'sharp';
import { createModelHost } from '../engine/models/host.ts';
import { createEmbeddedEngine } from '../mock-server/adapters/render/embedded/index.ts';
import { listedSamples } from './samples/listed-samples.ts';
import { pictureOfOutcome, runSample } from './samples/sample-runs.ts';
import { type ToolSample, toolSamples } from './samples/tool-samples.ts';

const cell = { width: 480, height: 360 };
const captionHeight = 28;
const pairsPerRow = 2;
const rowsPerSheet = 4;

const { values } = parseArgs({
  options: {
    only: { type: 'string', multiple: true },
    out: { type: 'string', default: 'contact-sheet' },
    scale: { type: 'string', default: '1' },
    runs: { type: 'string' },
  },
});
const folder = path.resolve(values.out);
await mkdir(folder, { recursive: true });
const models = await createModelHost();
const engine = createEmbeddedEngine({ threads: 2, models: () => ({ address: models.address, slots: {} }) });
const offered = new Set((await engine.describe()).tools.map(({ tool }) => tool));
const samples = values.runs
  ? await listedSamples(values.runs, folder)
  : await toolSamples(folder, Number(values.scale));
const wanted = samples.filter(({ tool }) => offered.has(tool) && (!values.only || values.only.includes(tool)));
const pairs = await Promise.all(wanted.map((sample, index) => makePair(sample, index)));
await engine.close();
await models.close();

const pairWidth = cell.width * 2 + 12;
const pairHeight = cell.height + captionHeight + 12;
const perSheet = pairsPerRow * rowsPerSheet;
for (let from = 0, page = 1; from < pairs.length; from += perSheet, page++) {
  const placed = pairs.slice(from, from + perSheet).flatMap((layers, index) => {
    const left = (index % pairsPerRow) * pairWidth;
    const top = Math.floor(index / pairsPerRow) * pairHeight;
    return layers.map((layer) => ({ ...layer, left: left + (layer.left ?? 0), top: top + (layer.top ?? 0) }));
  });
  const rows = Math.ceil(Math.min(perSheet, pairs.length - from) / pairsPerRow);
  const file = path.join(folder, `sheet-${page}.jpg`);
  await sharp({
    create: { width: pairWidth * pairsPerRow, height: pairHeight * rows, channels: 3, background: '#fff' },
  })
    .composite(placed)
    .jpeg({ quality: 88 })
    .toFile(file);
  console.log(file);
}

async function makePair(sample: ToolSample, index: number): Promise<OverlayOptions[]> {
  const before = typeof sample.params.upload_img === 'string' ? sample.params.upload_img : undefined;
  const first = before ?? Object.keys(sample.pictures)[0];
  const name = `${index + 1} ${sample.title} ${sample.tool}`;
  const layers: OverlayOptions[] = [];
  try {
    const outcome = await runSample(engine, sample, path.join(folder, String(index + 1)));
    const words = `${name} · ${outcome.quality} · ${outcome.ms} ms`;
    console.log(words, outcome.facts ?? '', outcome.words ?? '');
    layers.push(
      { input: caption(words), left: 4, top: 2 },
      { input: await fitted(pictureOfOutcome(outcome).file), left: cell.width + 4, top: captionHeight },
    );
  } catch (error) {
    // A refusal is an answer too: the sheet shows its sentence where the picture would stand.
    const said = error instanceof Error ? error.message : String(error);
    console.log(name, said);
    layers.push({ input: caption(`${name} · ${said}`), left: 4, top: 2 });
  }
  if (first) layers.push({ input: await fitted(sample.pictures[first]!.file), left: 0, top: captionHeight });
  else layers.push({ input: caption(String(sample.params.promptTxt ?? '')), left: 4, top: captionHeight });
  return layers;
}

function fitted(file: string): Promise<Buffer> {
  return sharp(file)
    .resize({ ...cell, fit: 'contain', background: '#e8e8e4' })
    .flatten({ background: '#e8e8e4' })
    .png()
    .toBuffer();
}

function caption(words: string): Buffer {
  return Buffer.from(
    `<svg xmlns="http://www.w3.org/2000/svg" width="${cell.width}" height="${captionHeight - 4}"><text x="0" y="18"
      font-family="Noto Sans CJK SC" font-size="14">${words.replaceAll('&', '&amp;').replaceAll('<', '&lt;')}</text></svg>`,
  );
}
