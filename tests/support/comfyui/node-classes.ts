import { plainFrame } from './frames.ts';
import type { InputSpec, NodeClass, NodeClasses, Value } from './node-class.ts';
import { pictureNodes } from './picture-nodes.ts';

const largestSide = 16_384;

const models =
  (folder: string) =>
  ({ models: held }: { models: Record<string, string[]> }) =>
    [...(held[folder] ?? [])].sort();

const strength = (min: number, max: number): InputSpec => ['FLOAT', { default: 1, min, max, step: 0.01 }];
const share = (value: number): InputSpec => ['FLOAT', { default: value, min: 0, max: 1, step: 0.001 }];
const side = (value: number, step: number, min = 16): InputSpec => [
  'INT',
  { default: value, min, max: largestSide, step },
];

/** Outputs that carry what the first input of their type carries; the rest is told by their type. */
const passed = (call: { value(name: string): Value | undefined }, types: readonly string[], ...from: string[]) => ({
  values: types.map((type, place): Value => ({ ...call.value(from[place] ?? from[0]!), type })),
});

/** A node that reads a model file; its value has the file's name as words. */
const loader = (folder: string, input: string, type: string, category = 'loaders'): NodeClass => ({
  category,
  required: { [input]: [models(folder)] },
  output: [type],
  work: (call) => ({ values: [{ type, words: call.text(input) }] }),
});

const loaders: NodeClasses = {
  CheckpointLoaderSimple: {
    title: 'Load Checkpoint',
    category: 'loaders',
    required: { ckpt_name: [models('checkpoints'), { tooltip: 'The name of the checkpoint (model) to load.' }] },
    output: ['MODEL', 'CLIP', 'VAE'],
    work: () => ({ values: [{ type: 'MODEL' }, { type: 'CLIP' }, { type: 'VAE' }] }),
  },
  VAELoader: { ...loader('vae', 'vae_name', 'VAE'), title: 'Load VAE' },
  ControlNetLoader: { ...loader('controlnet', 'control_net_name', 'CONTROL_NET'), title: 'Load ControlNet Model' },
  CLIPVisionLoader: { ...loader('clip_vision', 'clip_name', 'CLIP_VISION'), title: 'Load CLIP Vision' },
  StyleModelLoader: { ...loader('style_models', 'style_model_name', 'STYLE_MODEL'), title: 'Load Style Model' },
  ModelPatchLoader: {
    ...loader('model_patches', 'name', 'MODEL_PATCH', 'advanced/loaders'),
    module: 'comfy_extras.nodes_model_patch',
    isExperimental: true,
  },
  UpscaleModelLoader: {
    ...loader('upscale_models', 'model_name', 'UPSCALE_MODEL'),
    title: 'Load Upscale Model',
    module: 'comfy_extras.nodes_upscale_model',
    isNewStyle: true,
  },
  UNETLoader: {
    ...loader('diffusion_models', 'unet_name', 'MODEL', 'advanced/loaders'),
    title: 'Load Diffusion Model',
    required: {
      unet_name: [models('diffusion_models')],
      weight_dtype: [['default', 'fp8_e4m3fn', 'fp8_e4m3fn_fast', 'fp8_e5m2']],
    },
  },
  CLIPLoader: {
    ...loader('text_encoders', 'clip_name', 'CLIP', 'advanced/loaders'),
    title: 'Load CLIP',
    required: {
      clip_name: [models('text_encoders')],
      type: [
        [
          ...['stable_diffusion', 'stable_cascade', 'sd3', 'stable_audio', 'mochi', 'ltxv', 'pixart', 'cosmos'],
          ...['lumina2', 'wan', 'hidream', 'chroma', 'ace', 'omnigen2', 'qwen_image', 'hunyuan_image'],
        ],
      ],
    },
    optional: { device: [['default', 'cpu'], { advanced: true }] },
  },
  DualCLIPLoader: {
    ...loader('text_encoders', 'clip_name1', 'CLIP', 'advanced/loaders'),
    title: 'DualCLIPLoader',
    required: {
      clip_name1: [models('text_encoders')],
      clip_name2: [models('text_encoders')],
      type: [['sdxl', 'sd3', 'flux', 'hunyuan_video', 'hidream', 'hunyuan_image']],
    },
    optional: { device: [['default', 'cpu'], { advanced: true }] },
  },
  LoraLoader: {
    title: 'Load LoRA',
    category: 'loaders',
    required: {
      model: ['MODEL'],
      clip: ['CLIP'],
      lora_name: [models('loras')],
      strength_model: strength(-100, 100),
      strength_clip: strength(-100, 100),
    },
    output: ['MODEL', 'CLIP'],
    work: (call) => passed(call, ['MODEL', 'CLIP'], 'model', 'clip'),
  },
  LoraLoaderModelOnly: {
    title: 'LoraLoaderModelOnly',
    category: 'loaders',
    required: { model: ['MODEL'], lora_name: [models('loras')], strength_model: strength(-100, 100) },
    output: ['MODEL'],
    work: (call) => passed(call, ['MODEL'], 'model'),
  },
};

const modelNodes: NodeClasses = {
  ModelSamplingAuraFlow: {
    category: 'advanced/model',
    module: 'comfy_extras.nodes_model_advanced',
    required: { model: ['MODEL'], shift: ['FLOAT', { default: 1.73, min: 0, max: 100, step: 0.01 }] },
    output: ['MODEL'],
    work: (call) => passed(call, ['MODEL'], 'model'),
  },
  CFGNorm: {
    category: 'advanced/guidance',
    module: 'comfy_extras.nodes_cfg',
    isNewStyle: true,
    isExperimental: true,
    required: { model: ['MODEL'], strength: strength(0, 100) },
    output: ['MODEL'],
    outputName: ['patched_model'],
    work: (call) => passed(call, ['MODEL'], 'model'),
  },
  DifferentialDiffusion: {
    title: 'Differential Diffusion',
    category: '_for_testing',
    module: 'comfy_extras.nodes_differential_diffusion',
    isNewStyle: true,
    isExperimental: true,
    required: { model: ['MODEL'] },
    optional: { strength: ['FLOAT', { optional: true, default: 1, min: 0, max: 1, step: 0.01 }] },
    output: ['MODEL'],
    work: (call) => passed(call, ['MODEL'], 'model'),
  },
  QwenImageDiffsynthControlnet: {
    category: 'advanced/loaders/qwen',
    module: 'comfy_extras.nodes_model_patch',
    isExperimental: true,
    required: {
      model: ['MODEL'],
      model_patch: ['MODEL_PATCH'],
      vae: ['VAE'],
      image: ['IMAGE'],
      strength: strength(-10, 10),
    },
    optional: { mask: ['MASK'] },
    output: ['MODEL'],
    work: (call) => ({ values: [{ type: 'MODEL', guide: call.frames('image')[0] }] }),
  },
  SetUnionControlNetType: {
    category: 'conditioning/controlnet',
    module: 'comfy_extras.nodes_controlnet',
    required: {
      control_net: ['CONTROL_NET'],
      type: [
        [
          ...['auto', 'openpose', 'depth', 'hed/pidi/scribble/ted', 'canny/lineart/anime_lineart/mlsd', 'normal'],
          ...['segment', 'tile', 'repaint'],
        ],
      ],
    },
    output: ['CONTROL_NET'],
    work: (call) => passed(call, ['CONTROL_NET'], 'control_net'),
  },
};

const guided = ['CONDITIONING', 'CONDITIONING'] as const;

/** The first control picture is the one that a latent without a picture follows. */
const control: NodeClass = {
  title: 'Apply ControlNet',
  category: 'conditioning/controlnet',
  required: {
    positive: ['CONDITIONING'],
    negative: ['CONDITIONING'],
    control_net: ['CONTROL_NET'],
    image: ['IMAGE'],
    strength: strength(0, 10),
    start_percent: share(0),
    end_percent: share(1),
  },
  optional: { vae: ['VAE'] },
  output: guided,
  outputName: ['positive', 'negative'],
  work: (call) => ({
    values: ['positive', 'negative'].map((name) => {
      const value = call.value(name)!;
      return { ...value, guide: value.guide ?? call.frames('image')[0] };
    }),
  }),
};

const instruction = (...images: string[]): NodeClass => ({
  category: 'advanced/conditioning',
  module: 'comfy_extras.nodes_qwen',
  isNewStyle: true,
  required: { clip: ['CLIP'], prompt: ['STRING', { multiline: true, dynamicPrompts: true }] },
  optional: {
    vae: ['VAE', { optional: true }],
    ...Object.fromEntries(images.map((image): [string, InputSpec] => [image, ['IMAGE', { optional: true }]])),
  },
  output: ['CONDITIONING'],
  work: (call) => ({
    values: [{ type: 'CONDITIONING', words: call.text('prompt'), guide: call.value(images[0]!)?.frames?.[0] }],
  }),
});

const conditioningNodes: NodeClasses = {
  CLIPTextEncode: {
    title: 'CLIP Text Encode (Prompt)',
    category: 'conditioning',
    required: {
      text: ['STRING', { multiline: true, dynamicPrompts: true, tooltip: 'The text to be encoded.' }],
      clip: ['CLIP', { tooltip: 'The CLIP model used for encoding the text.' }],
    },
    output: ['CONDITIONING'],
    work: (call) => ({ values: [{ type: 'CONDITIONING', words: call.text('text') }] }),
  },
  ConditioningZeroOut: {
    category: 'advanced/conditioning',
    required: { conditioning: ['CONDITIONING'] },
    output: ['CONDITIONING'],
    work: () => ({ values: [{ type: 'CONDITIONING' }] }),
  },
  FluxGuidance: {
    category: 'advanced/conditioning/flux',
    module: 'comfy_extras.nodes_flux',
    isNewStyle: true,
    required: { conditioning: ['CONDITIONING'], guidance: ['FLOAT', { default: 3.5, min: 0, max: 100, step: 0.1 }] },
    output: ['CONDITIONING'],
    work: (call) => passed(call, ['CONDITIONING'], 'conditioning'),
  },
  ReferenceLatent: {
    category: 'advanced/conditioning/edit_models',
    module: 'comfy_extras.nodes_edit_model',
    isNewStyle: true,
    required: { conditioning: ['CONDITIONING'] },
    optional: { latent: ['LATENT', { optional: true }] },
    output: ['CONDITIONING'],
    work: (call) => passed(call, ['CONDITIONING'], 'conditioning'),
  },
  ControlNetApplyAdvanced: control,
  ControlNetInpaintingAliMamaApply: {
    ...control,
    title: 'ControlNetInpaintingAliMamaApply',
    module: 'comfy_extras.nodes_controlnet',
    required: { ...control.required, vae: ['VAE'], mask: ['MASK'] },
    optional: {},
  },
  TextEncodeQwenImageEdit: instruction('image'),
  TextEncodeQwenImageEditPlus: instruction('image1', 'image2', 'image3'),
  CLIPVisionEncode: {
    title: 'CLIP Vision Encode',
    category: 'conditioning',
    required: { clip_vision: ['CLIP_VISION'], image: ['IMAGE'], crop: [['center', 'none']] },
    output: ['CLIP_VISION_OUTPUT'],
    work: () => ({ values: [{ type: 'CLIP_VISION_OUTPUT' }] }),
  },
  StyleModelApply: {
    title: 'Apply Style Model',
    category: 'conditioning/style_model',
    required: {
      conditioning: ['CONDITIONING'],
      style_model: ['STYLE_MODEL'],
      clip_vision_output: ['CLIP_VISION_OUTPUT'],
      strength: ['FLOAT', { default: 1, min: 0, max: 10, step: 0.001 }],
      strength_type: [['multiply', 'attn_bias']],
    },
    output: ['CONDITIONING'],
    work: (call) => passed(call, ['CONDITIONING'], 'conditioning'),
  },
};

const emptyLatent = (value: number, step: number): Pick<NodeClass, 'required' | 'output' | 'work'> => ({
  required: {
    width: side(value, step),
    height: side(value, step),
    batch_size: ['INT', { default: 1, min: 1, max: 4096 }],
  },
  output: ['LATENT'],
  work: (call) => {
    const [width, height] = (['width', 'height'] as const).map((name) => 8 * Math.floor(call.number(name) / 8));
    const frame = plainFrame({ width: width!, height: height! }, [127, 127, 127]);
    return { values: [{ type: 'LATENT', isEmpty: true, frames: Array(call.number('batch_size')).fill(frame) }] };
  },
});

/** Node classes of the graphs of the product: those of ComfyUI 0.3.64 that they use, with its names and limits. */
export const coreNodes: NodeClasses = {
  ...loaders,
  ...modelNodes,
  ...conditioningNodes,
  EmptyLatentImage: { title: 'Empty Latent Image', category: 'latent', ...emptyLatent(512, 8) },
  EmptySD3LatentImage: {
    category: 'latent/sd3',
    module: 'comfy_extras.nodes_sd3',
    isNewStyle: true,
    ...emptyLatent(1024, 16),
  },
  ...pictureNodes,
};
