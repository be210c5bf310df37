/** One recipe as pixels. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import sharp, { type Sharp } from 'sharp';
import { defaultsOf } from '#shared/tools/define-tool';
import { toolById } from '#shared/tools/registry';
import type { Size } from '../../engine/base/blur.ts';
import { engineTools } from '../../engine/tools/index.ts';
import type { PictureRecipe, ToolRun } from './recipe.ts';
import { buildRoomScene } from './room-scene.ts';
import { buildSampleScene } from './sample-scene.ts';
import { type Pixels, sizeOf, traceScene, traceWords } from './trace-picture.ts';

const toolSeed = 11;

export async function makePicture({ making, ratio }: PictureRecipe): Promise<Sharp> {
  const size = sizeOf(ratio);
  switch (making.by) {
    case 'words':
      return sharpOf(traceWords(making, ratio, making.isWhite));
    case 'room':
      return sharpOf(traceScene(buildRoomScene(making.form, size.width / size.height), size));
    case 'scene':
      return sharpOf(traceScene(making.build(), size));
    case 'sample':
      return sharpOf(traceScene(buildSampleScene(making.form), size));
    case 'plan': {
      const drawn = sharp(Buffer.from(making.draw()))
        .resize(size.width, size.height, { fit: 'cover' })
        .flatten({ background: '#ffffff' });
      return making.tool ? runTool(making.tool, drawn, size) : drawn;
    }
    case 'drawing':
      return runTool({ id: 'toline', params: making.params }, sharpOf(traceWords(making.base, ratio)), size);
  }
}

function sharpOf({ rgb, width, height }: Pixels): Sharp {
  return sharp(rgb, { raw: { width, height, channels: 3 } });
}

/** Runs a tool of the engine on a picture, as a task of the product would. */
async function runTool({ id, params }: ToolRun, picture: Sharp, size: Size): Promise<Sharp> {
  const [tool, kernel] = [toolById(id), engineTools[id]];
  if (!tool || !kernel) throw new Error(`no tool ${id}`);
  const folder = await mkdtemp(path.join(tmpdir(), 'gallery-'));
  try {
    const file = path.join(folder, 'base.png');
    const { width, height } = await picture.png().toFile(file);
    const values = tool.params.parse({ ...defaultsOf(tool), upload_img: 'base', ...params });
    const { outputs } = await kernel.run({
      params: values as Record<string, unknown>,
      pictures: { base: { file, width, height, format: 'png' } },
      seed: toolSeed,
      outputDir: folder,
      onProgress: () => undefined,
    });
    const result = sharp(outputs[0]!.file)
      .resize({ ...size, fit: 'cover' })
      .flatten({ background: '#ffffff' });
    return sharp(await result.png().toBuffer());
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
