import type { Size } from '../../base/blur.ts';
import { bytesOf } from '../../base/map-plane.ts';
import type { Tensor, TensorShape } from '../../base/models.ts';
import { byteOf } from '../../base/scalar.ts';
import { type SceneClass, sceneClasses } from '../../kernels/scene/scene-reading.ts';
import { adeClassCount, sceneClassOfAde } from './ade20k.ts';
import {
  finite,
  fitSize,
  fixedSize,
  imageNet,
  imageTensor,
  isImage,
  isOpen,
  runOne,
  shapeOf,
  sizeOfTensor,
  testPicture,
  toPicture,
} from './image-tensor.ts';
import type { SemanticAdapter, SemanticShares, SlotPicture, SlotUse } from './slot-adapter.ts';

/** Longest side of the answer, pixels. */
const longestSide = 1024;

/**
 * Any network of ADE20K's 150 classes: SegFormer, TopFormer, SeaFormer. Stretched to the file's size or 512², ImageNet
 * (`SegformerImageProcessor` of huggingface/transformers; class 0 is the wall). Logits or the index of the surest class.
 */
const ade20k: SemanticAdapter = {
  slot: 'semantic',
  name: 'ade20k',
  label: 'ADE20K（150 类）',
  matches: ({ inputs, outputs }) =>
    inputs.length === 1 &&
    outputs.length === 1 &&
    isImage(inputs[0]!, 3) &&
    (isLogits(outputs[0]!) || isIndex(outputs[0]!)),
  classify,
  async selfTest(runner, model) {
    await classify({ runner, model }, testPicture({ width: 96, height: 64 }));
    return undefined;
  },
};

const isLogits = ({ type, dims }: TensorShape) => type === 'float32' && dims.length === 4 && dims[1] === adeClassCount;

const isIndex = ({ type, dims }: TensorShape) =>
  (type === 'int64' || type === 'int32') &&
  (dims.length === 3 || (dims.length === 4 && (dims[1] === 1 || isOpen(dims[1]))));

async function classify(use: SlotUse, picture: SlotPicture): Promise<SemanticShares> {
  const { inputs } = await shapeOf(use.runner, use.model.file);
  const size = fixedSize(inputs[0]!) ?? { width: 512, height: 512 };
  const answer = Object.values(await runOne(use, imageTensor(picture, size, imageNet)))[0]!;
  const own = sizeOfTensor(answer);
  const planes = answer.data instanceof Float32Array ? sharesOfLogits(answer, own) : sharesOfIndices(answer, own);
  const longest = Math.max(picture.width, picture.height);
  const target =
    longest > longestSide ? fitSize(picture, longestSide) : { width: picture.width, height: picture.height };
  const shares = Object.fromEntries(
    sceneClasses.map((name) => [name, bytesOf(toPicture(planes[name], own, target), (share) => byteOf(share * 255))]),
  ) as Record<SceneClass, Uint8Array>;
  return { ...target, shares };
}

type SharePlanes = Record<SceneClass, Float32Array>;

function emptyPlanes({ width, height }: Size): SharePlanes {
  const entries = sceneClasses.map((name) => [name, new Float32Array(width * height)]);
  return Object.fromEntries(entries) as SharePlanes;
}

/** Softmax over the classes of each cell, added up by ours. */
function sharesOfLogits({ data }: Tensor, size: Size): SharePlanes {
  const logits = finite(data);
  const planes = emptyPlanes(size);
  const area = size.width * size.height;
  for (let i = 0; i < area; i++) {
    let most = -Infinity;
    for (let index = 0; index < adeClassCount; index++) most = Math.max(most, logits[index * area + i]!);
    let sum = 0;
    for (let index = 0; index < adeClassCount; index++) sum += Math.exp(logits[index * area + i]! - most);
    for (let index = 0; index < adeClassCount; index++) {
      planes[sceneClassOfAde[index]!][i]! += Math.exp(logits[index * area + i]! - most) / sum;
    }
  }
  return planes;
}

function sharesOfIndices({ data }: Tensor, size: Size): SharePlanes {
  const planes = emptyPlanes(size);
  for (let i = 0; i < size.width * size.height; i++) planes[sceneClassOfAde[Number(data[i])] ?? 'other'][i] = 1;
  return planes;
}

export const semanticAdapters = [ade20k];
