import { readFileSync } from 'node:fs';
import path from 'node:path';
import sharp from 'sharp';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type Frame, isEnd, isOfType, listen, post } from './client.ts';
import { installation, type JobScript } from './faults.ts';
import { type FakeComfyUi, startFakeComfyUi } from './index.ts';
import type { Graph } from './node-class.ts';

const models = {
  checkpoints: ['sdxl_base.safetensors'],
  controlnet: ['controlnet-union-promax-sdxl.safetensors'],
  upscale_models: ['4x-UltraSharp.safetensors'],
};

let comfy: FakeComfyUi;

beforeEach(async () => {
  comfy = await startFakeComfyUi({ models });
  comfy.files.put('input', '', 'house.png', await stripes(100, 60));
});
afterEach(() => comfy.close());

/** A picture that is not the same when it is mirrored. */
const stripes = (width: number, height: number) => {
  const data = Buffer.from(
    Array.from({ length: width * height }, (_, at) => ((at % width) % 10 < 5 ? 200 - (at % width) : 40)),
  );
  return sharp(data, { raw: { width, height, channels: 1 } })
    .toColourspace('srgb')
    .png()
    .toBuffer();
};

interface Wish {
  seed?: number;
  batch?: number;
  steps?: number;
  prefix?: string;
  denoise?: number;
}

/** Picture to picture, with a batch. */
const graphOf = ({ seed = 7, batch = 1, steps = 2, prefix = 'task', denoise = 0.5 }: Wish = {}): Graph => ({
  ck: { class_type: 'CheckpointLoaderSimple', inputs: { ckpt_name: 'sdxl_base.safetensors' } },
  words: { class_type: 'CLIPTextEncode', inputs: { text: '江南民宿', clip: ['ck', 1] } },
  base: { class_type: 'LoadImage', inputs: { image: 'house.png' } },
  latent: { class_type: 'VAEEncode', inputs: { pixels: ['base', 0], vae: ['ck', 2] } },
  batch: { class_type: 'RepeatLatentBatch', inputs: { samples: ['latent', 0], amount: batch } },
  sampler: {
    class_type: 'KSampler',
    inputs: {
      ...{ model: ['ck', 0], positive: ['words', 0], negative: ['words', 0], latent_image: ['batch', 0] },
      ...{ seed, steps, cfg: 5, sampler_name: 'euler', scheduler: 'simple', denoise },
    },
  },
  picture: { class_type: 'VAEDecode', inputs: { samples: ['sampler', 0], vae: ['ck', 2] } },
  out: { class_type: 'SaveImage', inputs: { images: ['picture', 0], filename_prefix: prefix } },
});

interface Entry {
  outputs: Record<string, { images: Array<{ filename: string; subfolder: string; type: string }> }>;
  status: { status_str: string; completed: boolean; messages: Array<[string, Record<string, unknown>]> };
}

const ask = (address: string, body?: object) =>
  fetch(comfy.baseUrl + address, body && { method: 'POST', body: JSON.stringify(body) });

const entryOf = async (id: string): Promise<Entry | undefined> => (await (await ask(`/history/${id}`)).json())[id];

/** Runs a graph to its end for a client that hears. */
async function run(graph: Graph, script?: JobScript) {
  const socket = await listen(comfy, 'client');
  if (script) comfy.next(script);
  const { prompt_id } = await post(comfy, graph, { client_id: 'client' });
  const frames = await socket.take(isEnd);
  await socket.close();
  return { id: prompt_id, frames, entry: (await entryOf(prompt_id))! };
}

/** Runs a graph and fetches its pictures. */
async function picturesOf(graph: Graph, script?: JobScript): Promise<Buffer[]> {
  const { entry } = await run(graph, script);
  const images = Object.values(entry.outputs).flatMap((output) => output.images);
  return Promise.all(images.map((image) => bytesOf(`/view?${new URLSearchParams(image)}`)));
}

const bytesOf = async (address: string) => Buffer.from(await (await ask(address)).arrayBuffer());
const rawOf = (picture: Buffer) => sharp(picture).greyscale().raw().toBuffer();
const typesOf = (frames: readonly Frame[]) => frames.map(({ type }) => type);

/** Correlation of brightness, 1 for the same shapes. */
async function likeness(left: Buffer, right: Buffer): Promise<number> {
  const [one, two] = [await rawOf(left), await rawOf(right)];
  const centred = (values: Buffer) => {
    const mean = values.reduce((sum, value) => sum + value, 0) / values.length;
    return [...values].map((value) => value - mean);
  };
  const [first, second] = [centred(one), centred(two)];
  const product = (a: number[], b: number[]) => a.reduce((sum, value, at) => sum + value * b[at]!, 0);
  return product(first, second) / Math.sqrt(product(first, first) * product(second, second));
}

describe('pictures', () => {
  it('keep the shapes of the base, cut to sides that are multiples of eight, in colours of their own', async () => {
    const pictures = await picturesOf(graphOf({ batch: 3 }));
    const base = await sharp(await stripes(100, 60))
      .extract({ left: 2, top: 2, width: 96, height: 56 })
      .toBuffer();
    expect(pictures).toHaveLength(3);
    for (const picture of pictures) {
      const { width, height, comments } = await sharp(picture).metadata();
      expect([width, height]).toEqual([96, 56]);
      expect(comments?.map(({ keyword }) => keyword)).toEqual(['prompt']);
      expect(await likeness(picture, base)).toBeGreaterThan(0.99);
    }
    expect(pictures[0]!.equals(pictures[1]!)).toBe(false);
  });

  it('follow from the seed', async () => {
    const [[first], [other]] = [await picturesOf(graphOf({ seed: 1 })), await picturesOf(graphOf({ seed: 2 }))];
    comfy.files.clearTemp();
    await ask('/free', { free_memory: true });
    const [again] = await picturesOf(graphOf({ seed: 1 }));
    expect((await rawOf(first!)).equals(await rawOf(other!))).toBe(false);
    expect((await rawOf(first!)).equals(await rawOf(again!))).toBe(true);
  });

  it('of a graph that was executed already are the old files, without new work', async () => {
    const first = await run(graphOf());
    const again = await run(graphOf());
    expect(again.entry.outputs).toEqual(first.entry.outputs);
    expect(comfy.executions('KSampler')).toBe(1);
  });
});

describe('the graphs that the real server accepted', () => {
  const graphs = JSON.parse(readFileSync(path.join(import.meta.dirname, 'recorded/graphs.json'), 'utf8')) as Record<
    string,
    Graph
  >;
  const wanted: Record<string, string> = {
    ckpt_name: 'checkpoints',
    control_net_name: 'controlnet',
    unet_name: 'diffusion_models',
    lora_name: 'loras',
    vae_name: 'vae',
    name: 'model_patches',
    model_name: 'upscale_models',
    style_model_name: 'style_models',
    clip_name1: 'text_encoders',
    clip_name2: 'text_encoders',
  };

  it.each(Object.entries(graphs))('%s', async (_, graph) => {
    comfy.files.put('input', 'zh', 'mask.png', await stripes(100, 60));
    for (const { class_type, inputs = {} } of Object.values(graph))
      for (const [input, value] of Object.entries(inputs)) {
        const folder =
          input === 'clip_name' ? (class_type === 'CLIPLoader' ? 'text_encoders' : 'clip_vision') : wanted[input];
        if (folder) comfy.models[folder] = [...new Set([...(comfy.models[folder] ?? []), String(value)])];
      }
    const { entry } = await run(small(graph));
    expect(entry.status.status_str).toBe('success');
    expect(Object.values(entry.outputs)).not.toHaveLength(0);
  });

  /** Large sizes made small, which takes the time out of it. */
  const small = (graph: Graph): Graph =>
    JSON.parse(
      JSON.stringify(graph, (key, value) =>
        key === 'megapixels' ? 0.01 : (key === 'width' || key === 'height') && value > 200 ? 128 : value,
      ),
    );
});

describe('faults of jobs', () => {
  const errorOf = ({ entry }: { entry: Entry }) =>
    entry.status.messages.find(([type]) => type === 'execution_error')![1];

  it.each([
    ['outOfMemory', 'torch.OutOfMemoryError', /ran out of memory on your GPU/],
    ['outOfMemoryOld', 'torch.cuda.OutOfMemoryError', /ran out of memory on your GPU/],
    ['outOfMemoryCpu', 'RuntimeError', /can't allocate memory/],
    ['damagedModel', 'safetensors_rust.SafetensorError', /HeaderTooSmall/],
    ['error', 'ValueError', /trial error/],
  ] as const)('%s ends in an error, in the history and as an event', async (fails, type, message) => {
    const ended = await run(graphOf(), { fails });
    expect(ended.entry.status).toMatchObject({ status_str: 'error', completed: false });
    expect(errorOf(ended)).toMatchObject({ exception_type: type, exception_message: expect.stringMatching(message) });
    expect(errorOf(ended).node_type).toBe(fails === 'damagedModel' ? 'CheckpointLoaderSimple' : 'KSampler');
    expect(JSON.stringify(ended.entry)).toContain(installation);
    expect(typesOf(ended.frames)).toContain('execution_error');
  });

  it('memory is enough for fewer pixels', async () => {
    comfy.always({ memoryPixels: 96 * 56 });
    expect((await run(graphOf({ batch: 2 }))).entry.status.status_str).toBe('error');
    expect((await run(graphOf({ batch: 1 }))).entry.status.status_str).toBe('success');
  });

  it('pictures are black, mirrored, unchanged, of another size, without their end, or huge', async () => {
    const pictureOf = async (picture: NonNullable<JobScript['picture']>) => {
      await ask('/free', { free_memory: true });
      return (await picturesOf(graphOf(), { picture }))[0]!;
    };
    const base = await sharp(await stripes(100, 60))
      .extract({ left: 2, top: 2, width: 96, height: 56 })
      .toBuffer();
    expect((await sharp(await pictureOf('black')).stats()).channels[0]!.max).toBe(0);
    expect(await likeness(await pictureOf('otherHouse'), base)).toBeLessThan(0.9);
    expect((await sharp(await pictureOf('wrongSize')).metadata()).width).toBe(72);
    await expect(
      sharp(await pictureOf('damaged'))
        .raw()
        .toBuffer(),
    ).rejects.toThrow();
    await expect(
      sharp(await pictureOf('huge'))
        .raw()
        .toBuffer(),
    ).rejects.toThrow('pixel limit');
    const [made, given] = await Promise.all([await pictureOf('unchanged'), base].map(rawOf));
    const differences = made!.map((value, at) => Math.abs(value - given![at]!));
    expect(Math.max(...differences)).toBe(1);
  });

  it('a lost job is nowhere', async () => {
    comfy.next({ isLost: true });
    const { prompt_id, status } = await post(comfy, graphOf());
    expect(status).toBe(200);
    expect(await entryOf(prompt_id)).toBeUndefined();
    expect(await (await ask('/queue')).json()).toEqual({ queue_running: [], queue_pending: [] });
    expect(comfy.executions('KSampler')).toBe(0);
  });

  it('files are gone although the history names them, or it names none', async () => {
    const { entry } = await run(graphOf(), { areFilesGone: true });
    const [image] = entry.outputs.out!.images;
    expect((await ask(`/view?${new URLSearchParams(image)}`)).status).toBe(404);
    expect((await run(graphOf({ seed: 2 }), { hasNoOutputs: true })).entry).toMatchObject({
      outputs: {},
      status: { status_str: 'success' },
    });
  });

  it('the history says success and knows of an error', async () => {
    const ended = await run(graphOf(), { isSuccessWithError: true });
    expect(ended.entry.status.status_str).toBe('success');
    expect(errorOf(ended)).toMatchObject({ exception_type: 'ValueError' });
  });

  it('an answer of 200 has problems of nodes', async () => {
    comfy.next({ hasNodeErrors: true });
    const { status, node_errors } = await post(comfy, graphOf());
    expect(status).toBe(200);
    expect(Object.values(node_errors)[0]).toMatchObject({ dependent_outputs: ['out'] });
  });

  it('events are missing, come twice, or among those of others', async () => {
    const socket = await listen(comfy, 'client');
    comfy.next({ drops: ['execution_success', 'binary'] }, { repeatsEvents: true }, { isNoisy: true });
    await post(comfy, graphOf({ seed: 1 }), { client_id: 'client' });
    const missing = typesOf(await socket.take(isEnd));
    expect(missing).not.toContain('execution_success');
    expect(missing).not.toContain('binary');
    await post(comfy, graphOf({ seed: 2 }), { client_id: 'client' });
    const twice = typesOf([...(await socket.take(isEnd)), ...(await socket.take(isEnd))]);
    expect(twice.filter((type) => type === 'execution_success')).toHaveLength(2);
    await post(comfy, graphOf({ seed: 3 }), { client_id: 'client' });
    const noisy = await socket.take(isEnd);
    expect(typesOf(noisy)).toContain('crystools.monitor');
    expect(new Set(noisy.flatMap(({ bytes }) => bytes?.readUInt32BE(0) ?? []))).toEqual(new Set([1, 3, 99]));
  });

  it('a slow job pauses before each step', async () => {
    const started = performance.now();
    await run(graphOf({ steps: 2 }), { stepMilliseconds: 30 });
    expect(performance.now() - started).toBeGreaterThan(55);
  });
});

describe('faults of requests', () => {
  it('an answer of the network comes in place of the usual one', async () => {
    comfy.breakNext('GET /queue', { status: 429, retryAfter: 7 });
    comfy.breakNext('GET /queue', { status: 503, retryAfter: 'Fri, 27 Nov 2026 22:00:00 GMT' });
    const answers = [await ask('/queue'), await ask('/queue'), await ask('/queue')];
    expect(answers.map(({ status, headers }) => [status, headers.get('retry-after')])).toEqual([
      [429, '7'],
      [503, 'Fri, 27 Nov 2026 22:00:00 GMT'],
      [200, null],
    ]);
  });

  it('connections break before, in or after the work', async () => {
    comfy.breakNext('POST /prompt', 'cut');
    await expect(post(comfy, graphOf())).rejects.toThrow();
    expect(comfy.accepted).toHaveLength(0);
    comfy.breakNext('POST /prompt', 'cutAfter');
    await expect(post(comfy, graphOf())).rejects.toThrow();
    expect(comfy.accepted).toHaveLength(1);
    comfy.breakNext('GET /object_info', 'half');
    await expect(ask('/object_info').then((answer) => answer.text())).rejects.toThrow();
  });

  it('nothing comes, or it comes late', async () => {
    comfy.breakNext('GET /features', 'silence');
    const signal = AbortSignal.timeout(50);
    await expect(fetch(`${comfy.baseUrl}/features`, { signal })).rejects.toThrow();
    comfy.breakNext('GET /features', { slowMilliseconds: 30 });
    const started = performance.now();
    expect((await ask('/features')).status).toBe(200);
    expect(performance.now() - started).toBeGreaterThan(25);
  });

  it('an upload above the limit is refused with 413', async () => {
    const strict = await startFakeComfyUi({ maxUploadBytes: 100 });
    const answer = await fetch(`${strict.baseUrl}/prompt`, { method: 'POST', body: 'x'.repeat(101) });
    await strict.close();
    expect(answer.status).toBe(413);
  });
});

describe('faults of the server', () => {
  it('a restart in the middle leaves the files of before and nothing else', async () => {
    const { id } = await run(graphOf({ prefix: 'before' }));
    const hold = comfy.hold('step');
    const running = await post(comfy, graphOf({ seed: 2 }));
    await hold.reached;
    await post(comfy, graphOf({ seed: 3 }));
    const { baseUrl } = comfy;
    await comfy.restart();
    expect(comfy.baseUrl).toBe(baseUrl);
    expect(await entryOf(id)).toBeUndefined();
    expect(await entryOf(running.prompt_id)).toBeUndefined();
    expect(await (await ask('/queue')).json()).toEqual({ queue_running: [], queue_pending: [] });
    expect((await ask('/view?filename=before_00001_.png')).status).toBe(200);
    expect(comfy.files.namesIn('output')).toEqual(['before_00001_.png']);
    expect((await run(graphOf())).entry.status.status_str).toBe('success');
  });

  it('nobody answers while it is down', async () => {
    await comfy.down();
    await expect(ask('/queue')).rejects.toThrow();
    await comfy.up();
    expect((await ask('/queue')).status).toBe(200);
  });

  it('forgotten sockets stay open and hear nothing, cut ones close', async () => {
    const socket = await listen(comfy, 'client');
    await socket.take(isOfType('status'));
    comfy.forgetSockets();
    const { prompt_id } = await post(comfy, graphOf(), { client_id: 'client' });
    await expect.poll(() => entryOf(prompt_id)).toBeDefined();
    expect([socket.socket.readyState, socket.frames]).toEqual([WebSocket.OPEN, []]);
    const closed = new Promise((resolve) => socket.socket.addEventListener('close', resolve));
    comfy.cutSockets();
    await closed;
  });

  it('a socket is refused as requests are, and told of with its client id', async () => {
    comfy.breakNext('GET /ws', { status: 503 });
    await expect(listen(comfy, 'refused')).rejects.toThrow('refused');
    await (await listen(comfy, 'client')).close();
    expect(comfy.asked.map(({ path: asked, query }) => [asked, query.clientId])).toEqual([
      ['/ws', 'refused'],
      ['/ws', 'client'],
    ]);
  });

  it('models and nodes are missing, in the description and at the start', async () => {
    comfy.removeModel('checkpoints', 'sdxl_base.safetensors');
    const { node_errors } = await post(comfy, graphOf());
    expect(node_errors.ck).toMatchObject({
      errors: [{ type: 'value_not_in_list', details: expect.stringContaining('not in []') }],
    });
    comfy.removeNode('RepeatLatentBatch');
    expect((await post(comfy, graphOf())).error?.message).toBe(
      'Cannot execute because node RepeatLatentBatch does not exist.',
    );
    expect(await (await ask('/object_info/RepeatLatentBatch')).json()).toEqual({});
  });

  it('choices are described in two forms', async () => {
    const info = await (await ask('/object_info')).json();
    expect(info.CheckpointLoaderSimple.input.required.ckpt_name[0]).toEqual(models.checkpoints);
    expect(info.UpscaleModelLoader.input.required.model_name).toEqual([
      'COMBO',
      { multiselect: false, options: models.upscale_models },
    ]);
  });
});

describe('the queue', () => {
  it('takes the same id twice, and runs both', async () => {
    const hold = comfy.hold('queue');
    const id = '22222222-2222-4222-8222-222222222222';
    for (const seed of [1, 2]) await post(comfy, graphOf({ seed }), { prompt_id: id });
    expect((await (await ask('/queue')).json()).queue_pending.map(([, pending]: [number, string]) => pending)).toEqual([
      id,
      id,
    ]);
    hold.release();
    await expect.poll(() => comfy.queueLength()).toBe(0);
    expect(comfy.executions('KSampler')).toBe(2);
  });

  it('tells of success before the history has the job', async () => {
    const socket = await listen(comfy, 'client');
    const hold = comfy.hold('history');
    const { prompt_id } = await post(comfy, graphOf(), { client_id: 'client' });
    await socket.take(isOfType('execution_success'));
    expect(await entryOf(prompt_id)).toBeUndefined();
    hold.release();
    await socket.take(isEnd);
    expect(await entryOf(prompt_id)).toBeDefined();
    await socket.close();
  });

  it('tells everybody of the progress of a job without a client, and nobody of its end', async () => {
    const socket = await listen(comfy, 'client');
    const { prompt_id } = await post(comfy, graphOf());
    await expect.poll(() => entryOf(prompt_id)).toBeDefined();
    await socket.take((frame) => isOfType('status')(frame) && JSON.stringify(frame).includes('"queue_remaining":0'));
    await socket.take((frame) => isOfType('status')(frame) && JSON.stringify(frame).includes('"queue_remaining":0'));
    await socket.close();
    expect(typesOf(socket.frames)).not.toContain('executing');
  });

  it('shows what it received: requests with their headers, graphs, parts of forms', async () => {
    const form = new FormData();
    form.set('subfolder', 'zh');
    form.set('image', new Blob(['bytes']), 'zh-1.png');
    await fetch(`${comfy.baseUrl}/api/upload/image`, { method: 'POST', body: form, headers: { 'x-own': '1' } });
    await post(comfy, graphOf(), { client_id: 'client' });
    expect(comfy.asked).toMatchObject([
      {
        method: 'POST',
        path: '/upload/image',
        headers: { 'x-own': '1' },
        body: { fields: { subfolder: 'zh' }, image: { filename: 'zh-1.png', bytes: Buffer.from('bytes') } },
      },
      { path: '/prompt', body: { client_id: 'client' } },
    ]);
    expect(comfy.accepted[0]![2]).toEqual(graphOf());
  });
});
