import { mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { onnxFile } from '../../../tests/support/onnx-graph.ts';
import { lamaGraph, mapGraph } from '../../../tests/support/slot-graphs.ts';
import { slotStubs, writeSlotModel } from '../../../tests/support/slot-models.ts';
import type { TensorShape } from '../../base/models.ts';
import { createDirectRunner } from '../direct-runner.ts';
import { slotAdapters } from '../slots/index.ts';
import { identifyModel } from './identify.ts';
import { knownFiles } from './known-files.ts';
import { readOnnxHeader } from './onnx-header.ts';
import { foreignFormat } from './wrong-file.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'identify-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

const write = (name: string, content: string | Uint8Array) => {
  mkdirSync(path.dirname(path.join(folder, name)), { recursive: true });
  writeFileSync(path.join(folder, name), content);
  return identifyModel(folder, name);
};

describe('the head of a file', () => {
  it('tells of every stand-in what the runtime tells', async () => {
    const runner = createDirectRunner('native');
    for (const name of Object.keys(slotStubs)) {
      const { file, pair } = writeSlotModel(folder, name);
      for (const half of pair ? [file, pair] : [file]) {
        const told = await runner.describe(half);
        // The runtime works out sizes of outputs that the file leaves open.
        const open = ({ dims, ...rest }: TensorShape) => ({
          ...rest,
          dims: dims.map((dim) => (typeof dim === 'string' ? 'any' : dim)),
        });
        const { shape } = await readOnnxHeader(half);
        expect(shape.inputs.map(open), half).toEqual(told.inputs.map(open));
        const named = ({ name, type, dims }: TensorShape) => [name, type, dims.length];
        expect(shape.outputs.map(named), half).toEqual(told.outputs.map(named));
      }
    }
  });
});

describe('what a file is', () => {
  it('is seen of every stand-in: its adapter is among what it can be used as', async () => {
    for (const name of Object.keys(slotStubs)) {
      const { file } = writeSlotModel(folder, name);
      if (slotStubs[name]!.pair) renameSync(file, file.replace('.model.', '.encoder.'));
      const called = path.basename(slotStubs[name]!.pair ? file.replace('.model.', '.encoder.') : file);
      const found = await identifyModel(folder, called);
      expect(found.fault, name).toBeUndefined();
      expect(
        found.candidates.map(({ adapter }) => adapter),
        name,
      ).toContain(name);
    }
  });

  it('is told by its inputs, by its name where some look alike, and asked where nothing tells', async () => {
    const alike = onnxFile(mapGraph({ size: 1024, input: 'input_image_1', offset: 0.5 }));
    const lama = await write('anything.onnx', onnxFile(lamaGraph()));
    expect(lama).toMatchObject({ knownBy: 'signature', candidates: [{ slot: 'inpaint', adapter: 'lama' }] });
    expect(await write('isnet-general-use.onnx', alike)).toMatchObject({
      ...{ candidates: [{ slot: 'matte', adapter: 'isnet' }], label: 'IS-Net', use: 'commercial' },
    });
    const open = onnxFile(mapGraph({ size: 'any', outputs: ['depth'], rank: 4 }));
    expect((await write('x.onnx', open)).candidates.map(({ slot }) => slot)).toEqual(['depth']);
    const either = onnxFile(mapGraph({ size: 'any', rank: 4 }));
    const asked = await write('y.onnx', either);
    expect(asked.knownBy ?? 'nothing').toBe(asked.candidates.length === 1 ? 'signature' : 'nothing');
    expect((await write('matte/y.onnx', either)).candidates.every(({ slot }) => slot === 'matte')).toBe(true);
  });

  it('is what the JSON beside it says, which may not say what nobody knows', async () => {
    const graph = onnxFile(mapGraph({ size: 1024 }));
    const beside = (text: object | string) =>
      writeFileSync(path.join(folder, 'mine.json'), typeof text === 'string' ? text : JSON.stringify(text));
    beside({ slot: 'matte', adapter: 'birefnet', label: '自训', use: 'commercial' });
    expect(await write('mine.onnx', graph)).toMatchObject({
      ...{ knownBy: 'sidecar', label: '自训', use: 'commercial', candidates: [{ slot: 'matte', adapter: 'birefnet' }] },
    });
    beside({ slot: 'matte', adapter: 'birefnet', colour: 'red' });
    expect((await write('mine.onnx', graph)).fault).toMatch(/mine\.json 有误：colour/);
    beside({ slot: 'matte', adapter: 'lama' });
    expect((await write('mine.onnx', graph)).fault).toMatch(/adapter 应为：u2net/);
    beside({ slot: 'segment', adapter: 'sam-raw', pair: '../../etc/passwd' });
    expect((await write('mine.onnx', graph)).fault).toMatch(/pair 指向的文件不存在/);
    beside('{ slot');
    expect((await write('mine.onnx', graph)).fault).toMatch(/不是有效的 JSON/);
  });

  it('of a pair needs its other half, which is no model of its own', async () => {
    const { file, pair } = writeSlotModel(folder, 'sam-raw');
    const encoder = readFileSync(file);
    const decoder = readFileSync(pair!);
    expect((await write('sam.encoder.onnx', encoder)).fault).toMatch(/放在旁边，命名为 sam\.decoder\.onnx/);
    expect(await write('sam.decoder.onnx', decoder)).toMatchObject({ isDecoder: true, candidates: [] });
    expect((await write('sam.encoder.onnx', encoder)).candidates).toEqual([
      { slot: 'segment', adapter: 'sam-raw', pair: path.join(folder, 'sam.decoder.onnx') },
    ]);
    // MobileSAM's decoder is that of another model, and is called so.
    await write('sam_vit_h_4b8939.decoder.onnx', decoder);
    expect((await write('mobile_sam.encoder.onnx', encoder)).candidates).toMatchObject([
      { pair: path.join(folder, 'sam_vit_h_4b8939.decoder.onnx') },
    ]);
  });
});

describe('a wrong file', () => {
  it.each([
    ['nothing', '', /是空的/],
    ['a page', '  <!DOCTYPE html><html>', /网页/],
    ['a pointer', 'version https://git-lfs.github.com/spec/v1\noid sha256:1\nsize 208044816\n', /208 MB/],
    ['an archive', 'PK\u0003\u0004', /压缩包/],
    ['a text', '{"a":1}', /文本文件/],
    ['noise', 'abcdefgh'.repeat(40), /不完整，或不是 ONNX/],
  ])('that holds %s is told so', async (_, content, sentence) => {
    expect((await write('file.onnx', content)).fault).toMatch(sentence);
  });

  it('of another runtime is told what to bring', () => {
    expect(foreignFormat('big-lama.pt')).toMatch(/ONNX 格式/);
    expect(foreignFormat('model.safetensors')).toMatch(/safetensors/);
    expect(foreignFormat('README.md')).toBeUndefined();
  });
});

describe('the table of known files', () => {
  it('names adapters that are there, pairs where there are pairs, and whole checksums', () => {
    for (const { slot, adapter, pair, sha256, label } of knownFiles) {
      const known = slotAdapters.find(({ name }) => name === adapter);
      expect(known?.slot, label).toBe(slot);
      expect(pair !== undefined, label).toBe(known?.isPair === true);
      if (sha256) expect(sha256).toMatch(/^[0-9a-f]{64}$/);
    }
  });

  it('is what docs/MODELS.md says', () => {
    const document = readFileSync(new URL('../../../docs/MODELS.md', import.meta.url), 'utf8');
    for (const { label, file, sha256 = '', licence } of knownFiles) {
      const line = document.split('\n').find((text) => text.startsWith(`| ${label} | \`${file}\``));
      expect(line, label).toBeDefined();
      expect(line).toContain(sha256);
      expect(line).toContain(licence);
    }
  });
});
