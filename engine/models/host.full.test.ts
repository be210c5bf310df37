import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { floats, node, onnxFile } from '../../tests/support/onnx-graph.ts';
import { ModelUnavailable } from '../base/models.ts';
import { createModelClient, type ModelClient } from './client.ts';
import { createDirectRunner } from './direct-runner.ts';
import { createModelHost, type ModelHost, type ModelHostOptions } from './host.ts';

let folder: string;
let host: ModelHost | undefined;
const clients: ModelClient[] = [];
beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'host-'));
});
afterEach(async () => {
  for (const client of clients.splice(0)) client.close();
  await host?.close();
  host = undefined;
  rmSync(folder, { recursive: true });
});

async function open(options?: ModelHostOptions) {
  host = await createModelHost(options);
  return join();
}

function join() {
  const client = createModelClient(host!.address);
  clients.push(client);
  return client;
}

/** A file that halves what it is given. */
function halving(name = 'half'): string {
  const file = path.join(folder, `${name}.onnx`);
  writeFileSync(
    file,
    onnxFile({
      inputs: [{ name: 'given', type: 'float32', dims: ['count'] }],
      outputs: [{ name: 'halved', type: 'float32', dims: ['count'] }],
      nodes: [node('Mul', ['given', 'half'], 'halved')],
      initialisers: [floats('half', [0.5])],
    }),
  );
  return file;
}

/** Ways to look through a whole matrix, each of which keeps it until it is done. */
const reductions = ['Sum', 'Max', 'Min', 'Mean', 'Prod', 'L1', 'L2', 'SumSquare', 'LogSum', 'LogSumExp'];

/**
 * A file that multiplies two columns of `count`, so that it takes count² floats, and keeps the square for as long as ten
 * passes over it take: whoever watches the memory sees it before it is given back.
 */
function squaring(): string {
  const file = path.join(folder, 'square.onnx');
  writeFileSync(
    file,
    onnxFile({
      inputs: [
        { name: 'column', type: 'float32', dims: ['count', 1] },
        { name: 'row', type: 'float32', dims: [1, 'count'] },
      ],
      outputs: reductions.map((name) => ({ name, type: 'float32', dims: [] })),
      nodes: [
        node('MatMul', ['column', 'row'], 'square'),
        ...reductions.map((name) => node(`Reduce${name}`, ['square'], name, { keepdims: 0 })),
      ],
    }),
  );
  return file;
}

const given = (...values: number[]) => ({ given: { dims: [values.length], data: Float32Array.from(values) } });

describe('the process that runs networks', () => {
  it('is started by the first question, and gives what the runtime gives', async () => {
    const file = halving();
    const client = await open();
    expect(host!.state().process).toBeUndefined();
    expect(await client.describe(file)).toEqual(await createDirectRunner().describe(file));
    const { halved } = await client.run(file, given(3, 5));
    expect(halved).toEqual({ dims: [2], data: Float32Array.of(1.5, 2.5) });
    expect(host!.state()).toMatchObject({ process: { loaded: [file] }, runtime: 'native', breakdowns: [] });
  });

  it('answers many who ask at once, each with its own, and pictures of many megabytes', async () => {
    const file = halving();
    const first = await open();
    const second = join();
    const asks = [1, 2, 3, 4, 5, 6].map((value) => (value % 2 ? first : second).run(file, given(value)));
    expect((await Promise.all(asks)).map(({ halved }) => halved!.data[0])).toEqual([0.5, 1, 1.5, 2, 2.5, 3]);
    const large = new Float32Array(4_000_001).map((_, index) => index % 1000);
    const { halved } = await first.run(file, { given: { dims: [large.length], data: large } });
    expect(halved!.data.length).toBe(large.length);
    expect(halved!.data.at(-1)).toBe(large.at(-1)! / 2);
  });

  it('does without the native runtime, with the same answer', async () => {
    const client = await open({ only: 'web' });
    const { halved } = await client.run(halving(), given(3));
    expect(halved!.data).toEqual(Float32Array.of(1.5));
    expect(host!.state().runtime).toBe('web');
  });

  it('says of a file that is no model what is wrong, and goes on', async () => {
    const client = await open();
    const page = path.join(folder, 'page.onnx');
    writeFileSync(page, '<!DOCTYPE html><html></html>');
    await expect(client.describe(page)).rejects.toMatchObject({ name: 'ModelUnavailable', trouble: 'broken file' });
    await expect(client.describe(path.join(folder, 'none.onnx'))).rejects.toMatchObject({ trouble: 'broken file' });
    await expect(client.run(halving(), { wrong: given(1).given })).rejects.toMatchObject({ trouble: 'refused input' });
    expect((await client.run(halving(), given(4))).halved!.data[0]).toBe(2);
    expect(host!.state().breakdowns).toEqual([]);
  });

  it('gives up at once what is aborted', async () => {
    const file = halving();
    const client = await open();
    const stop = new AbortController();
    const asked = client.run(file, given(1), { signal: stop.signal });
    stop.abort(new Error('not wanted any more'));
    await expect(asked).rejects.toThrow('not wanted any more');
    await expect(client.run(file, given(1), { signal: stop.signal })).rejects.toThrow('not wanted any more');
    expect((await client.run(file, given(8))).halved!.data[0]).toBe(4);
  });

  it('ends when nobody asks and comes back when somebody does', async () => {
    const file = halving();
    const client = await open({ idleMs: 30 });
    await client.run(file, given(1));
    await vi.waitFor(() => expect(host!.state().process).toBeUndefined(), { timeout: 30_000 });
    expect((await client.run(file, given(6))).halved!.data[0]).toBe(3);
    expect(host!.state().breakdowns).toEqual([]);
  });

  it('is renewed after many passes without anyone noticing', async () => {
    const file = halving();
    const client = await open({ mostPasses: 2 });
    const other = join();
    const values = Array.from({ length: 12 }, (_, index) => index);
    const answers = await Promise.all(values.map((value) => (value % 3 ? client : other).run(file, given(value))));
    expect(answers.map(({ halved }) => halved!.data[0])).toEqual(values.map((value) => value / 2));
    for (const value of values) expect((await client.run(file, given(value))).halved!.data[0]).toBe(value / 2);
    expect(host!.state().breakdowns).toEqual([]);
  });

  it('is ended when it takes too much memory; the file is barred the third time, others work', async () => {
    const file = squaring();
    const warn = vi.fn();
    // The process alone takes about 100 MB, the square 900.
    const client = await open({ mostMemory: 500e6, watchMs: 20, warn });
    const side = 15_000;
    const column = { dims: [side, 1], data: new Float32Array(side) };
    const square = () => client.run(file, { column, row: { ...column, dims: [1, side] } });
    for (const _ of [1, 2]) await expect(square()).rejects.toMatchObject({ trouble: 'too large' });
    await expect(square()).rejects.toThrow(/已停用/);
    expect(host!.state().breakdowns.map(({ why }) => why)).toEqual(['memory', 'memory']);
    expect((await client.run(halving(), given(2))).halved!.data[0]).toBe(1);
    host!.forgive();
    await expect(square()).rejects.toThrow(ModelUnavailable);
    expect(warn).toHaveBeenCalledWith(expect.stringContaining('square.onnx'));
  });

  it('is brought back when somebody kills it', async () => {
    const file = halving();
    const client = await open();
    await client.run(file, given(1));
    process.kill(host!.state().process!.pid, 'SIGKILL');
    await vi.waitFor(() => expect(host!.state().process).toBeUndefined(), { timeout: 30_000 });
    expect((await client.run(file, given(2))).halved!.data[0]).toBe(1);
    expect(host!.state().breakdowns).toMatchObject([{ why: 'crash' }]);
  });

  it('hears nobody who does not know the word', async () => {
    const file = halving();
    await open();
    const stranger = createModelClient({ at: host!.address.at, token: 'guessed' });
    clients.push(stranger);
    await expect(stranger.run(file, given(1))).rejects.toMatchObject({ trouble: 'ended' });
  });
});
