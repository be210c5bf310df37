import { installation, NodeError, nodeFailure } from './faults.ts';
import {
  blurFrame,
  channelOf,
  compositeFrames,
  cutToEight,
  enlargementOf,
  type Frame,
  featherMask,
  frameOfMask,
  growMask,
  inventFrame,
  invertFrame,
  type Mask,
  padFrame,
  plainFrame,
  pngOf,
  previewJpeg,
  readFrame,
  recolour,
  scaleFrame,
  sizeOf,
  throughAutoencoder,
} from './frames.ts';
import type { Call, Holdings, InputSpec, NodeClass, NodeClasses, Produced } from './node-class.ts';

const largestSide = 16_384;
const methods = ['nearest-exact', 'bilinear', 'area', 'bicubic', 'lanczos'] as const;

const samplers = [
  ...['euler', 'euler_cfg_pp', 'euler_ancestral', 'euler_ancestral_cfg_pp', 'heun', 'heunpp2', 'dpm_2'],
  ...['dpm_2_ancestral', 'lms', 'dpm_fast', 'dpm_adaptive', 'dpmpp_2s_ancestral', 'dpmpp_2s_ancestral_cfg_pp'],
  ...['dpmpp_sde', 'dpmpp_sde_gpu', 'dpmpp_2m', 'dpmpp_2m_cfg_pp', 'dpmpp_2m_sde', 'dpmpp_2m_sde_gpu'],
  ...['dpmpp_2m_sde_heun', 'dpmpp_2m_sde_heun_gpu', 'dpmpp_3m_sde', 'dpmpp_3m_sde_gpu', 'ddpm', 'lcm', 'ipndm'],
  ...['ipndm_v', 'deis', 'res_multistep', 'res_multistep_cfg_pp', 'res_multistep_ancestral'],
  ...['res_multistep_ancestral_cfg_pp', 'gradient_estimation', 'gradient_estimation_cfg_pp', 'er_sde', 'seeds_2'],
  ...['seeds_3', 'sa_solver', 'sa_solver_pece', 'ddim', 'uni_pc', 'uni_pc_bh2'],
];
const schedulers = [
  ...['simple', 'sgm_uniform', 'karras', 'exponential', 'ddim_uniform', 'beta', 'normal', 'linear_quadratic'],
  'kl_optimal',
];

/** Sizes that Flux Kontext was trained on. */
const kontextSizes = [
  ...[672, 688, 720, 752, 800, 832, 880, 944, 1024, 1104, 1184, 1248, 1328, 1392, 1456, 1504, 1568],
].map((width, place, widths) => ({ width, height: widths[widths.length - 1 - place]! }));

const whole = (value: number, step = 1, max = largestSide): InputSpec => ['INT', { default: value, min: 0, max, step }];
const images = (frames: Frame[]): Produced => ({ values: [{ type: 'IMAGE', frames }] });
const masks = (mask: Mask): Produced => ({ values: [{ type: 'MASK', mask }] });
const each = async (frames: readonly Frame[], work: (frame: Frame) => Frame | Promise<Frame>) =>
  images(await Promise.all(frames.map(work)));

const filesOf = ({ files }: Holdings) => files.namesIn('input');
const hasFile = (value: unknown, { files }: Holdings) =>
  files.annotated(String(value)) ? undefined : `Invalid image file: ${value}`;

async function opened(call: Call): Promise<{ frame: Frame; mask: Mask }> {
  const name = call.text('image');
  return readFrame(call.files.annotated(name) ?? Buffer.alloc(0)).catch(() => {
    throw new NodeError(`cannot identify image file '${installation}/input/${name}'`, 'PIL.UnidentifiedImageError');
  });
}

const tiles: Record<string, InputSpec> = {
  tile_size: ['INT', { default: 512, min: 64, max: 4096, step: 64 }],
  overlap: ['INT', { default: 64, min: 0, max: 4096, step: 32 }],
  temporal_size: ['INT', { default: 64, min: 8, max: 4096, step: 4 }],
  temporal_overlap: ['INT', { default: 8, min: 4, max: 4096, step: 4 }],
};

const encode: NodeClass = {
  title: 'VAE Encode',
  category: 'latent',
  required: { pixels: ['IMAGE'], vae: ['VAE'] },
  output: ['LATENT'],
  work: async (call) => ({
    values: [{ type: 'LATENT', frames: await Promise.all(call.frames('pixels').map((frame) => cutToEight(frame))) }],
  }),
};

const decode: NodeClass = {
  title: 'VAE Decode',
  category: 'latent',
  required: {
    samples: ['LATENT', { tooltip: 'The latent to be decoded.' }],
    vae: ['VAE', { tooltip: 'The VAE model used for decoding the latent.' }],
  },
  output: ['IMAGE'],
  work: (call) => images(call.frames('samples').map(throughAutoencoder)),
};

/** Changes pictures inside their mask only; a latent without a picture follows the guide, or seed and words. */
async function sample(call: Call): Promise<Produced> {
  const latent = call.value('latent_image')!;
  const positive = call.value('positive')!;
  const frames = latent.frames ?? [];
  const pixels = frames.reduce((sum, { width, height }) => sum + width * height, 0);
  if (pixels > (call.script.memoryPixels ?? Number.POSITIVE_INFINITY)) throw nodeFailure('outOfMemory');
  const seed = call.text('seed');
  const guide = call.value('model')?.guide ?? positive.guide;
  const sampled = await Promise.all(
    frames.map(async (frame, place) => {
      if (call.script.picture === 'unchanged') return frame;
      if (latent.isEmpty && !guide) return inventFrame(sizeOf(frame), seed, place, positive.words);
      const from = latent.isEmpty ? await scaleFrame(guide!, { ...sizeOf(frame), crop: 'center' }) : frame;
      const changed = await recolour(from, seed, place, call.number('denoise'));
      return latent.mask ? compositeFrames(frame, changed, latent.mask) : changed;
    }),
  );
  const steps = call.number('steps');
  const bytes = await previewJpeg(sampled[0]!);
  for (let step = 1; step <= steps; step += 1) await call.progress(step, steps, { format: 'JPEG', bytes });
  return { values: [{ ...latent, isEmpty: false, frames: sampled }] };
}

const described = (tooltip: string, options: object = {}): Record<string, unknown> => ({ ...options, tooltip });

const latentNodes: NodeClasses = {
  VAEEncode: encode,
  VAEEncodeTiled: {
    ...encode,
    title: 'VAE Encode (Tiled)',
    category: '_for_testing',
    required: { ...encode.required, ...tiles },
  },
  VAEDecode: decode,
  VAEDecodeTiled: {
    ...decode,
    title: 'VAE Decode (Tiled)',
    category: '_for_testing',
    required: { samples: ['LATENT'], vae: ['VAE'], ...tiles, tile_size: ['INT', { ...tiles.tile_size![1], step: 32 }] },
  },
  VAEEncodeForInpaint: {
    title: 'VAE Encode (for Inpainting)',
    category: 'latent/inpaint',
    required: {
      pixels: ['IMAGE'],
      vae: ['VAE'],
      mask: ['MASK'],
      grow_mask_by: ['INT', { default: 6, min: 0, max: 64, step: 1 }],
    },
    output: ['LATENT'],
    work: async (call) => {
      const frames = await Promise.all(call.frames('pixels').map((frame) => cutToEight(frame)));
      const mask = growMask(await fitted(call.mask('mask'), frames[0]!), call.number('grow_mask_by'), false);
      const grey = plainFrame(frames[0]!, [127, 127, 127]);
      const emptied = await Promise.all(frames.map((frame) => compositeFrames(frame, grey, mask)));
      return { values: [{ type: 'LATENT', frames: emptied, mask }] };
    },
  },
  InpaintModelConditioning: {
    category: 'conditioning/inpaint',
    required: {
      positive: ['CONDITIONING'],
      negative: ['CONDITIONING'],
      vae: ['VAE'],
      pixels: ['IMAGE'],
      mask: ['MASK'],
      noise_mask: ['BOOLEAN', { default: true }],
    },
    output: ['CONDITIONING', 'CONDITIONING', 'LATENT'],
    outputName: ['positive', 'negative', 'latent'],
    work: async (call) => {
      const frames = await Promise.all(call.frames('pixels').map((frame) => cutToEight(frame)));
      const mask = await fitted(call.mask('mask'), frames[0]!);
      const latent = { type: 'LATENT', frames, ...(call.flag('noise_mask') && { mask }) };
      return { values: [call.value('positive')!, call.value('negative')!, latent] };
    },
  },
  SetLatentNoiseMask: {
    title: 'Set Latent Noise Mask',
    category: 'latent/inpaint',
    required: { samples: ['LATENT'], mask: ['MASK'] },
    output: ['LATENT'],
    work: async (call) => {
      const latent = call.value('samples')!;
      return { values: [{ ...latent, mask: await fitted(call.mask('mask'), latent.frames![0]!) }] };
    },
  },
  RepeatLatentBatch: {
    title: 'Repeat Latent Batch',
    category: 'latent/batch',
    required: { samples: ['LATENT'], amount: ['INT', { default: 1, min: 1, max: 64 }] },
    output: ['LATENT'],
    work: (call) => {
      const latent = call.value('samples')!;
      return { values: [{ ...latent, frames: Array(call.number('amount')).fill(latent.frames).flat() }] };
    },
  },
  KSampler: {
    title: 'KSampler',
    category: 'sampling',
    required: {
      model: ['MODEL', described('The model used for denoising the input latent.')],
      seed: ['INT', { default: 0, min: 0, max: 2 ** 64, control_after_generate: true }],
      steps: ['INT', { default: 20, min: 1, max: 10_000 }],
      cfg: ['FLOAT', { default: 8, min: 0, max: 100, step: 0.1, round: 0.01 }],
      sampler_name: [samplers, {}],
      scheduler: [schedulers, {}],
      positive: ['CONDITIONING', {}],
      negative: ['CONDITIONING', {}],
      latent_image: ['LATENT', described('The latent image to denoise.')],
      denoise: ['FLOAT', { default: 1, min: 0, max: 1, step: 0.01 }],
    },
    output: ['LATENT'],
    work: sample,
  },
};

/** A mask of the size of a picture. */
const fitted = (mask: Mask, to: Frame): Promise<Mask> =>
  scaleFrame(mask, { ...sizeOf(to), method: 'bilinear', crop: 'center' }, 1);

const loadingNodes: NodeClasses = {
  LoadImage: {
    title: 'Load Image',
    category: 'image',
    required: { image: [filesOf, { image_upload: true }] },
    output: ['IMAGE', 'MASK'],
    judges: { image: hasFile },
    work: async (call) => {
      const { frame, mask } = await opened(call);
      return {
        values: [
          { type: 'IMAGE', frames: [frame] },
          { type: 'MASK', mask },
        ],
      };
    },
  },
  LoadImageMask: {
    title: 'Load Image (as Mask)',
    category: 'mask',
    required: { image: [filesOf, { image_upload: true }], channel: [['alpha', 'red', 'green', 'blue']] },
    output: ['MASK'],
    judges: { image: hasFile },
    work: async (call) => {
      const { frame, mask } = await opened(call);
      return masks(call.text('channel') === 'alpha' ? mask : channelOf(frame, call.text('channel')));
    },
  },
  EmptyImage: {
    category: 'image',
    required: {
      width: ['INT', { default: 512, min: 1, max: largestSide, step: 1 }],
      height: ['INT', { default: 512, min: 1, max: largestSide, step: 1 }],
      batch_size: ['INT', { default: 1, min: 1, max: 4096 }],
      color: ['INT', { default: 0, min: 0, max: 0xffffff, step: 1, display: 'color' }],
    },
    output: ['IMAGE'],
    work: (call) => {
      const color = call.number('color');
      const size = { width: call.number('width'), height: call.number('height') };
      const frame = plainFrame(size, [(color >> 16) & 255, (color >> 8) & 255, color & 255]);
      return images(Array(call.number('batch_size')).fill(frame));
    },
  },
};

const scalingNodes: NodeClasses = {
  ImageScale: {
    title: 'Upscale Image',
    category: 'image/upscaling',
    required: {
      image: ['IMAGE'],
      upscale_method: [methods],
      width: whole(512),
      height: whole(512),
      crop: [['disabled', 'center']],
    },
    output: ['IMAGE'],
    work: (call) =>
      each(call.frames('image'), (frame) =>
        scaleFrame(frame, {
          width: call.number('width'),
          height: call.number('height'),
          method: call.text('upscale_method'),
          crop: call.text('crop'),
        }),
      ),
  },
  ImageScaleBy: {
    title: 'Upscale Image By',
    category: 'image/upscaling',
    required: {
      image: ['IMAGE'],
      upscale_method: [methods],
      scale_by: ['FLOAT', { default: 1, min: 0.01, max: 8, step: 0.01 }],
    },
    output: ['IMAGE'],
    work: (call) =>
      each(call.frames('image'), (frame) => {
        const [width, height] = [frame.width, frame.height].map((length) =>
          Math.round(length * call.number('scale_by')),
        );
        return scaleFrame(frame, { width: width!, height: height!, method: call.text('upscale_method') });
      }),
  },
  ImageScaleToTotalPixels: {
    category: 'image/upscaling',
    module: 'comfy_extras.nodes_post_processing',
    isNewStyle: true,
    required: {
      image: ['IMAGE'],
      upscale_method: [methods],
      megapixels: ['FLOAT', { default: 1, min: 0.01, max: 16, step: 0.01 }],
    },
    output: ['IMAGE'],
    work: (call) =>
      each(call.frames('image'), (frame) => {
        const total = Math.floor(call.number('megapixels') * 1024 * 1024);
        const factor = Math.sqrt(total / (frame.width * frame.height));
        const [width, height] = [frame.width, frame.height].map((length) => Math.round(length * factor));
        return scaleFrame(frame, { width: width!, height: height!, method: call.text('upscale_method') });
      }),
  },
  FluxKontextImageScale: {
    category: 'advanced/conditioning/flux',
    module: 'comfy_extras.nodes_flux',
    isNewStyle: true,
    required: { image: ['IMAGE'] },
    output: ['IMAGE'],
    work: (call) =>
      each(call.frames('image'), (frame) => {
        const distance = ({ width, height }: Frame | (typeof kontextSizes)[number]) =>
          Math.abs(frame.width / frame.height - width / height);
        const [nearest] = kontextSizes.toSorted((left, right) => distance(left) - distance(right));
        return scaleFrame(frame, { ...nearest!, crop: 'center' });
      }),
  },
  ImageUpscaleWithModel: {
    title: 'Upscale Image (using Model)',
    category: 'image/upscaling',
    module: 'comfy_extras.nodes_upscale_model',
    isNewStyle: true,
    required: { upscale_model: ['UPSCALE_MODEL'], image: ['IMAGE'] },
    output: ['IMAGE'],
    work: (call) => {
      const factor = enlargementOf(call.value('upscale_model')?.words ?? '');
      return each(call.frames('image'), (frame) =>
        scaleFrame(frame, { width: frame.width * factor, height: frame.height * factor }),
      );
    },
  },
  ImagePadForOutpaint: {
    title: 'Pad Image for Outpainting',
    category: 'image',
    required: {
      image: ['IMAGE'],
      left: whole(0, 8),
      top: whole(0, 8),
      right: whole(0, 8),
      bottom: whole(0, 8),
      feathering: whole(40),
    },
    output: ['IMAGE', 'MASK'],
    work: async (call) => {
      const [left, top, right, bottom, feathering] = ['left', 'top', 'right', 'bottom', 'feathering'].map(call.number);
      const edges = { left: left!, top: top!, right: right!, bottom: bottom!, feathering: feathering! };
      const { frame, mask } = await padFrame(call.frames('image')[0]!, edges);
      return {
        values: [
          { type: 'IMAGE', frames: [frame] },
          { type: 'MASK', mask },
        ],
      };
    },
  },
};

const changingNodes: NodeClasses = {
  ImageInvert: {
    title: 'Invert Image',
    category: 'image',
    required: { image: ['IMAGE'] },
    output: ['IMAGE'],
    work: (call) => each(call.frames('image'), invertFrame),
  },
  ImageBlur: {
    category: 'image/postprocessing',
    module: 'comfy_extras.nodes_post_processing',
    isNewStyle: true,
    required: {
      image: ['IMAGE'],
      blur_radius: ['INT', { default: 1, min: 1, max: 31, step: 1 }],
      sigma: ['FLOAT', { default: 1, min: 0.1, max: 10, step: 0.1 }],
    },
    output: ['IMAGE'],
    work: (call) => each(call.frames('image'), (frame) => blurFrame(frame, call.number('sigma'))),
  },
  GrowMask: {
    category: 'mask',
    module: 'comfy_extras.nodes_mask',
    required: {
      mask: ['MASK'],
      expand: ['INT', { default: 0, min: -largestSide, max: largestSide, step: 1 }],
      tapered_corners: ['BOOLEAN', { default: true }],
    },
    output: ['MASK'],
    work: (call) => masks(growMask(call.mask('mask'), call.number('expand'), call.flag('tapered_corners'))),
  },
  FeatherMask: {
    category: 'mask',
    module: 'comfy_extras.nodes_mask',
    required: { mask: ['MASK'], left: whole(0), top: whole(0), right: whole(0), bottom: whole(0) },
    output: ['MASK'],
    work: (call) => {
      const [left, top, right, bottom] = ['left', 'top', 'right', 'bottom'].map(call.number);
      return masks(featherMask(call.mask('mask'), { left: left!, top: top!, right: right!, bottom: bottom! }));
    },
  },
  InvertMask: {
    category: 'mask',
    module: 'comfy_extras.nodes_mask',
    required: { mask: ['MASK'] },
    output: ['MASK'],
    work: (call) => masks(invertFrame(call.mask('mask'))),
  },
  MaskToImage: {
    title: 'Convert Mask to Image',
    category: 'mask',
    module: 'comfy_extras.nodes_mask',
    required: { mask: ['MASK'] },
    output: ['IMAGE'],
    work: async (call) => images([await frameOfMask(call.mask('mask'))]),
  },
  ImageToMask: {
    title: 'Convert Image to Mask',
    category: 'mask',
    module: 'comfy_extras.nodes_mask',
    required: { image: ['IMAGE'], channel: [['red', 'green', 'blue', 'alpha']] },
    output: ['MASK'],
    work: (call) => masks(channelOf(call.frames('image')[0]!, call.text('channel'))),
  },
  ImageCompositeMasked: {
    category: 'image',
    module: 'comfy_extras.nodes_mask',
    required: {
      destination: ['IMAGE'],
      source: ['IMAGE'],
      x: whole(0),
      y: whole(0),
      resize_source: ['BOOLEAN', { default: false }],
    },
    optional: { mask: ['MASK'] },
    output: ['IMAGE'],
    work: async (call) => {
      const [under] = call.frames('destination');
      const sources = call.frames('source');
      const at = { x: call.number('x'), y: call.number('y') };
      return each(sources, async (source) => {
        const over = call.flag('resize_source')
          ? await scaleFrame(source, { ...sizeOf(under!), method: 'bilinear' })
          : source;
        return compositeFrames(under!, over, call.value('mask')?.mask, at);
      });
    },
  },
};

const saved = { prompt: 'PROMPT', extra_pnginfo: 'EXTRA_PNGINFO' };

const savingNodes: NodeClasses = {
  SaveImage: {
    title: 'Save Image',
    category: 'image',
    isOutput: true,
    required: {
      images: ['IMAGE', { tooltip: 'The images to save.' }],
      filename_prefix: ['STRING', { default: 'ComfyUI' }],
    },
    hidden: saved,
    output: [],
    work: async (call) => ({ images: await call.save(call.frames('images'), call.text('filename_prefix'), 'output') }),
  },
  PreviewImage: {
    title: 'Preview Image',
    category: 'image',
    isOutput: true,
    required: { images: ['IMAGE'] },
    hidden: saved,
    output: [],
    work: async (call) => ({ images: await call.save(call.frames('images'), 'ComfyUI', 'temp') }),
  },
  SaveImageWebsocket: {
    category: 'api/image',
    module: 'custom_nodes.websocket_image_save',
    isOutput: true,
    isAlwaysNew: true,
    required: { images: ['IMAGE'] },
    output: [],
    work: async (call) => {
      const frames = call.frames('images');
      for (const [step, frame] of frames.entries())
        await call.progress(step, frames.length, { format: 'PNG', bytes: await pngOf(frame) });
      return {};
    },
  },
};

export const pictureNodes: NodeClasses = {
  ...latentNodes,
  ...loadingNodes,
  ...scalingNodes,
  ...changingNodes,
  ...savingNodes,
};
