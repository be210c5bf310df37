import type { ModelSlot } from '../../base/models.ts';

/** True when a file may serve customers: as its authors say, of the code or of the weights. */
export const modelUses = ['commercial', 'research', 'unknown'] as const;
export type ModelUse = (typeof modelUses)[number];

/** A file that is in the world under one name. */
export interface KnownFile {
  slot: ModelSlot;
  /** Name of the adapter in `slots/`. */
  adapter: string;
  /** For people. */
  label: string;
  /** As its source names it. */
  file: string;
  /** Of a pair, as its source names it. */
  pair?: string;
  /** Exactly where a checksum is given, else about; absent where no source tells. */
  bytes?: number;
  /** Absent where nobody has published one that could be checked. */
  sha256?: string;
  licence: string;
  use: ModelUse;
  /** Publisher and repository, `owner/name` on GitHub or Hugging Face. */
  source: string;
}

/**
 * Files the engine has an adapter for, with what `docs/MODELS.md` says of them; sizes and checksums as published by
 * their sources. None is ever downloaded.
 */
export const knownFiles: readonly KnownFile[] = [
  {
    ...{ slot: 'inpaint', adapter: 'mi-gan', label: 'MI-GAN', file: 'migan_pipeline_v2.onnx', bytes: 28_079_181 },
    sha256: '6f1f3530a1a2324b19752018ce756088b07973cda8d7d890034ace5c8a48c40b',
    ...{ licence: 'MIT', use: 'commercial', source: 'Picsart-AI-Research/MI-GAN' },
  },
  {
    ...{ slot: 'inpaint', adapter: 'lama', label: 'LaMa', file: 'lama_fp32.onnx', bytes: 208_044_816 },
    sha256: '1faef5301d78db7dda502fe59966957ec4b79dd64e16f03ed96913c7a4eb68d6',
    ...{ licence: 'Apache-2.0', use: 'commercial', source: 'Carve/LaMa-ONNX' },
  },
  {
    ...{ slot: 'inpaint', adapter: 'lama', label: 'LaMa（OpenCV）', file: 'inpainting_lama_2025jan.onnx' },
    bytes: 92_591_623,
    sha256: '7df918ac3921d3daf0aae1d219776cf0dc4e4935f035af81841b40adcf74fdf2',
    ...{ licence: 'Apache-2.0', use: 'commercial', source: 'opencv/opencv_zoo' },
  },
  {
    ...{ slot: 'segment', adapter: 'sam-raw', label: 'MobileSAM', file: 'mobile_sam.encoder.onnx' },
    ...{ pair: 'sam_vit_h_4b8939.decoder.onnx', bytes: 28_000_000 },
    ...{ licence: 'Apache-2.0', use: 'commercial', source: 'vietanhdev/samexporter' },
  },
  {
    ...{ slot: 'segment', adapter: 'sam-raw', label: 'SAM ViT-B', file: 'sam_vit_b_01ec64.encoder.onnx' },
    ...{ pair: 'sam_vit_b_01ec64.decoder.onnx', bytes: 360_000_000 },
    ...{ licence: 'Apache-2.0', use: 'commercial', source: 'vietanhdev/samexporter' },
  },
  {
    ...{ slot: 'segment', adapter: 'efficient-sam', label: 'EfficientSAM-Ti' },
    ...{ file: 'efficient_sam_vitt_encoder.onnx', pair: 'efficient_sam_vitt_decoder.onnx' },
    sha256: '7a73ee65aa2c37237c89b4b18e73082f757ffb173899609c5d97a2bbd4ebb02d',
    ...{ licence: 'Apache-2.0', use: 'commercial', source: 'yformer/EfficientSAM' },
  },
  {
    ...{ slot: 'segment', adapter: 'sam2', label: 'SAM 2.1 Tiny', file: 'sam2.1_hiera_tiny.encoder.onnx' },
    ...{ pair: 'sam2.1_hiera_tiny.decoder.onnx', bytes: 134_000_000 },
    ...{ licence: 'Apache-2.0', use: 'commercial', source: 'vietanhdev/samexporter' },
  },
  {
    ...{ slot: 'depth', adapter: 'depth-anything', label: 'Depth Anything V2 Small' },
    ...{ file: 'depth_anything_v2_small.onnx', bytes: 99_100_000 },
    ...{ licence: 'Apache-2.0', use: 'commercial', source: 'onnx-community/depth-anything-v2-small' },
  },
  {
    ...{ slot: 'depth', adapter: 'depth-anything', label: 'Depth Anything V2 Base' },
    file: 'depth_anything_v2_base.onnx',
    ...{ licence: 'CC-BY-NC-4.0', use: 'research', source: 'onnx-community/depth-anything-v2-base' },
  },
  {
    ...{ slot: 'depth', adapter: 'midas', label: 'MiDaS 2.1 Small', file: 'model-small.onnx', bytes: 66_000_000 },
    ...{ licence: 'MIT', use: 'commercial', source: 'isl-org/MiDaS' },
  },
  {
    ...{ slot: 'lines', adapter: 'm-lsd', label: 'M-LSD Tiny', file: 'model_512x512_tiny.onnx', bytes: 2_515_406 },
    sha256: 'd6b4aadb8ff3d7561ccf8e93044e16ff1237f94435fa4e9806486c337abe6366',
    ...{ licence: 'Apache-2.0', use: 'commercial', source: 'hpc203/M-LSD-onnxrun-cpp-py' },
  },
  {
    ...{ slot: 'lines', adapter: 'dexined', label: 'DexiNed', file: 'edge_detection_dexined_2024sep.onnx' },
    bytes: 47_235_563,
    sha256: 'a50d01dc8481549c7dedb9eb3e0123b810a016520df75e4669a504609982cdd0',
    ...{ licence: 'MIT', use: 'commercial', source: 'opencv/opencv_zoo' },
  },
  {
    ...{ slot: 'upscale', adapter: 'image-to-image', label: 'Real-ESRGAN General x4 v3' },
    ...{ file: 'realesr-general-x4v3.onnx', bytes: 4_870_000 },
    sha256: '152a44621a7906878d0a580c0347e8bcce78bafeb949af99383fba13e81f253a',
    ...{ licence: 'BSD-3-Clause', use: 'commercial', source: 'xinntao/Real-ESRGAN' },
  },
  {
    ...{ slot: 'upscale', adapter: 'image-to-image', label: 'Real-ESRGAN x4plus', file: 'RealESRGAN_x4plus.onnx' },
    bytes: 67_000_000,
    ...{ licence: 'BSD-3-Clause', use: 'commercial', source: 'xinntao/Real-ESRGAN' },
  },
  {
    ...{ slot: 'matte', adapter: 'isnet', label: 'IS-Net', file: 'isnet-general-use.onnx', bytes: 179_000_000 },
    ...{ licence: 'Apache-2.0（数据集另有条款）', use: 'commercial', source: 'danielgatis/rembg' },
  },
  {
    ...{ slot: 'matte', adapter: 'u2net', label: 'U²-Net', file: 'u2net.onnx', bytes: 176_000_000 },
    sha256: '8d10d2f3bb75ae3b6d527c77944fc5e7dcd94b29809d47a739a7a728a912b491',
    ...{ licence: 'Apache-2.0', use: 'commercial', source: 'danielgatis/rembg' },
  },
  {
    ...{ slot: 'matte', adapter: 'u2net', label: 'U²-Net P', file: 'u2netp.onnx', bytes: 4_600_000 },
    ...{ licence: 'Apache-2.0', use: 'commercial', source: 'danielgatis/rembg' },
  },
  {
    ...{ slot: 'matte', adapter: 'birefnet', label: 'BiRefNet Lite', file: 'BiRefNet-general-lite.onnx' },
    ...{ licence: 'MIT', use: 'commercial', source: 'ZhengPeng7/BiRefNet' },
  },
  {
    ...{ slot: 'matte', adapter: 'isnet', label: 'RMBG 1.4', file: 'rmbg-1.4.onnx', bytes: 176_000_000 },
    ...{ licence: 'BRIA RMBG 1.4（非商用）', use: 'research', source: 'briaai/RMBG-1.4' },
  },
  {
    ...{ slot: 'matte', adapter: 'modnet', label: 'MODNet（只抠人像）', file: 'modnet.onnx', bytes: 25_900_000 },
    ...{ licence: 'Apache-2.0', use: 'commercial', source: 'ZHKKKe/MODNet' },
  },
  {
    ...{ slot: 'semantic', adapter: 'ade20k', label: 'SegFormer B0', file: 'segformer-b0-ade.onnx', bytes: 15_300_000 },
    ...{ licence: 'NVIDIA Source Code License（仅供研究）', use: 'research', source: 'NVlabs/SegFormer' },
  },
];
