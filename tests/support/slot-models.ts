import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { SlotModel } from '../../engine/base/models.ts';
import { type OnnxGraph, onnxFile } from './onnx-graph.ts';
import {
  ade20kGraph,
  decoderGraph,
  encoderGraph,
  lamaFourChannelsGraph,
  lamaGraph,
  mapGraph,
  miGanGraph,
  mlsdGraph,
  nearestGraph,
} from './slot-graphs.ts';

const embedding = { name: 'image_embeddings', type: 'float32', dims: [1, 256, 64, 64] } as const;
const picture = (name: string, ...dims: Array<number | string>) => ({ name, type: 'float32' as const, dims });

/** The decoder of SAM with the disc of the adapters' own test, whose frame is 1024 × 768. */
const samDecoder = decoderGraph({ embeddings: [embedding], radii: [200, 200] });

interface Stub {
  slot: SlotModel['slot'];
  graph: OnnxGraph;
  pair?: OnnxGraph;
}

/** A tiny network for every adapter, by its name. */
export const slotStubs: Readonly<Record<string, Stub>> = {
  'mi-gan': { slot: 'inpaint', graph: miGanGraph },
  lama: { slot: 'inpaint', graph: lamaGraph() },
  'lama-four-channels': { slot: 'inpaint', graph: lamaFourChannelsGraph },
  'sam-raw': {
    slot: 'segment',
    graph: encoderGraph(picture('input_image', 'h', 'w', 3), [['image_embeddings', 256]]),
    pair: samDecoder,
  },
  'sam-padded': {
    slot: 'segment',
    graph: encoderGraph(picture('x', 1, 3, 1024, 1024), [['image_embeddings', 256]]),
    pair: samDecoder,
  },
  'efficient-sam': {
    slot: 'segment',
    graph: encoderGraph(picture('batched_images', 'b', 3, 'h', 'w'), [['image_embeddings', 256]]),
    pair: decoderGraph({ embeddings: [embedding], radii: [50, 50], prefix: 'batched_', isEfficient: true }),
  },
  sam2: {
    slot: 'segment',
    graph: encoderGraph(picture('image', 1, 3, 1024, 1024), [
      ['features', 64],
      ['image_embed', 256],
      ['finer', 32],
    ]),
    pair: decoderGraph({
      embeddings: [
        { ...embedding, name: 'image_embed' },
        picture('high_res_feats_0', 1, 32, 64, 64),
        picture('high_res_feats_1', 1, 64, 64, 64),
      ],
      radii: [200, 800 / 3],
      side: 256,
    }),
  },
  'depth-anything': { slot: 'depth', graph: mapGraph({ size: 'any', outputs: ['predicted_depth'], rank: 3 }) },
  midas: { slot: 'depth', graph: mapGraph({ size: 256, input: '0', outputs: ['797'], rank: 3 }) },
  'm-lsd': { slot: 'lines', graph: mlsdGraph },
  dexined: {
    slot: 'lines',
    graph: mapGraph({ size: 64, outputs: ['a', 'b', 'c', 'd', 'e', 'f', 'fused'], weight: 0.05 }),
  },
  'image-to-image': { slot: 'upscale', graph: nearestGraph(4) },
  u2net: {
    slot: 'matte',
    graph: mapGraph({ size: 320, outputs: ['1959', '1960', '1961'], weight: 0.229, offset: 0.485 }),
  },
  isnet: { slot: 'matte', graph: mapGraph({ size: 1024, input: 'input_image_1', offset: 0.5 }) },
  'isnet-imgly': {
    slot: 'matte',
    graph: mapGraph({ size: 1024, input: 'input', weight: 256 / 255, offset: 128 / 255 }),
  },
  birefnet: {
    slot: 'matte',
    graph: mapGraph({
      size: 256,
      input: 'input_image',
      outputs: ['output_image'],
      weight: 20 * 0.229,
      offset: 20 * (0.485 - 0.5),
    }),
  },
  modnet: { slot: 'matte', graph: mapGraph({ size: 'any', input: 'input', weight: 0.5, offset: 0.5 }) },
  ade20k: { slot: 'semantic', graph: ade20kGraph() },
};

/** Writes a stand-in and says where it lies, as the registry of files would. */
export function writeSlotModel(
  folder: string,
  adapter: string,
  { slot, graph, pair } = slotStubs[adapter]!,
): SlotModel {
  const path = (half: string) => join(folder, `${adapter}.${half}.onnx`);
  writeFileSync(path('model'), onnxFile(graph));
  if (pair) writeFileSync(path('decoder'), onnxFile(pair));
  const file = path('model');
  return { slot, adapter, label: adapter, file, sha256: adapter, ...(pair && { pair: path('decoder') }) };
}
