import { readFileSync } from 'node:fs';
import { request } from 'node:http';
import path from 'node:path';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readPng } from '../../../mock-server/modules/studio/image/formats/png-file.ts';
import { type Frame, isEnd, listen } from './client.ts';
import { nodeFailure } from './faults.ts';
import { previewJpeg } from './frames.ts';
import { type FakeComfyUi, startFakeComfyUi } from './index.ts';
import type { NodeClass } from './node-class.ts';

/**
 * An exchange with the real server, in the order of the recording. Bodies and events that the recording shortens were
 * completed by their lengths; of tracebacks the first lines are left. Requests that it does not print are those that
 * its answers speak of.
 */
interface Exchange {
  name: string;
  /** Method and address. */
  request: string;
  json?: { client_id?: string; prompt_id?: string };
  text?: string;
  form?: { filename?: string; file?: keyof typeof uploads; fields: Record<string, string> };
  origin?: string;
  answer: {
    status: number;
    contentType: string | null;
    body?: unknown;
    picture?: { format: string; width?: number; height?: number; texts?: string[] };
  };
  /** True when the body is a part of the whole one. */
  isPart?: boolean;
  /** Frames up to the end of the job, a line each. */
  events?: string[];
  /** Types that the recording leaves out of `events`, or the only ones that it tells. */
  leavesOut?: string[];
  only?: string[];
  /** Frames that came before are not told. */
  isEventStart?: boolean;
  /** The job runs on while the next requests are made, or until now. */
  isHeld?: boolean;
  isReleased?: boolean;
  /** The job's events are not told. */
  isAwaited?: boolean;
  /** Another socket than that of `zh-one`; `replaced` is the second one of a client whose first has closed. */
  socket?: string;
}

const recorded = <Content>(file: string): Content =>
  JSON.parse(readFileSync(path.join(import.meta.dirname, 'recorded', file), 'utf8'));
const exchanges = recorded<Exchange[]>('exchanges.json');
const wholeFrames = recorded<Record<string, object>>('frames.json');

const house = { r: 51, g: 102, b: 204 };
const plain = (width: number, height: number, background: object) =>
  sharp({ create: { width, height, channels: 'alpha' in background ? 4 : 3, background } })
    .png()
    .toBuffer();
const uploads = {
  house: await plain(120, 80, house),
  other: await plain(120, 80, { r: 1, g: 2, b: 3 }),
  alpha: await plain(120, 80, { ...house, alpha: 0.5 }),
  mask: await sharp(await plain(120, 80, { r: 0, g: 0, b: 0 }))
    .composite([{ input: await plain(40, 30, { r: 255, g: 255, b: 255 }), left: 40, top: 25 }])
    .png()
    .toBuffer(),
  text: Buffer.from('no picture'),
};

/** Node of the recording: steps with previews, or one of three failures. */
const trialSteps: NodeClass = {
  category: 'trial',
  required: {
    image: ['IMAGE'],
    steps: ['INT', { default: 1, min: 0, max: 100 }],
    ms: ['INT', { default: 1, min: 0, max: 10_000 }],
    fault: [['none', 'error', 'oom', 'big-allocation']],
  },
  output: ['IMAGE'],
  work: async (call) => {
    const failure = { error: 'error', oom: 'outOfMemory', 'big-allocation': 'outOfMemoryCpu' } as const;
    const fault = call.text('fault') as 'none' | keyof typeof failure;
    if (fault !== 'none') throw nodeFailure(failure[fault]);
    const frames = call.frames('image');
    const bytes = await previewJpeg(frames[0]!);
    const steps = call.number('steps');
    for (let step = 1; step <= steps; step += 1) await call.progress(step, steps, { format: 'JPEG', bytes });
    return { values: [{ type: 'IMAGE', frames }] };
  },
};

/** Values that differ from machine to machine and from run to run; their types are compared. */
const undetermined = new Set([
  ...['timestamp', 'ram_total', 'ram_free', 'vram_total', 'vram_free', 'torch_vram_total', 'torch_vram_free'],
  ...['pytorch_version', 'argv', 'traceback', 'current_inputs'],
]);
/** Properties of the graphics card, which the recording ran without. */
const ofTheCard = new Set(['name', 'type', 'index']);

/** Ids of the fake by those of the recording. */
const ids = new Map<string, string>();
const uuid = /[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/g;
const translated = (text: string) => text.replaceAll(uuid, (id) => ids.get(id) ?? id);

/** The recorded value with what cannot be equal taken from the fake, where the types agree. */
function expected(fake: unknown, real: unknown, key = ''): unknown {
  if (undetermined.has(key)) return typeof fake === typeof real ? fake : real;
  if (Array.isArray(real)) {
    const items = Array.isArray(fake) ? fake : [];
    return key === 'devices'
      ? real.map((device, at) => Object.fromEntries(cardOf(device as object, items[at] as Record<string, unknown>)))
      : real.map((item, at) => expected(items[at], item));
  }
  if (typeof real === 'string') {
    if (uuid.test(real) && key === 'prompt_id' && typeof fake === 'string') ids.set(real, ids.get(real) ?? fake);
    uuid.lastIndex = 0;
    return key === 'filename' ? sameLetters(fake, real) : translated(real);
  }
  if (typeof real !== 'object' || real === null) return real;
  const parts = (fake ?? {}) as Record<string, unknown>;
  return Object.fromEntries(
    Object.entries(real).map(([name, part]) => [translated(name), expected(parts[translated(name)], part, name)]),
  );
}

const cardOf = (real: object, fake: Record<string, unknown>) =>
  Object.entries(real).map(([name, part]) => [
    name,
    ofTheCard.has(name) ? fake[name] : expected(fake[name], part, name),
  ]);

/** Names of previews have five arbitrary letters. */
const sameLetters = (fake: unknown, real: string) => {
  const pattern = /^(ComfyUI_temp_)[a-z]{5}(_\d+_\.png)$/;
  return pattern.test(real) && typeof fake === 'string' && pattern.test(fake) ? fake : real;
};

/** Problems of a node come in the arbitrary order of a set. */
function inOrder(body: unknown): unknown {
  const errors = Object.values(
    (body as { node_errors?: Record<string, { errors: object[] }> } | null)?.node_errors ?? {},
  );
  for (const node of errors) node.errors.sort((left, right) => (JSON.stringify(left) < JSON.stringify(right) ? -1 : 1));
  return body;
}

interface HttpAnswer {
  status: number;
  contentType: string | null;
  bytes: Buffer;
}

/** A request that may carry an `Origin`, unlike one of `fetch`. */
function ask(comfy: FakeComfyUi, method: string, address: string, body?: Buffer, headers: Record<string, string> = {}) {
  return new Promise<HttpAnswer>((resolve, reject) => {
    const sent = request(comfy.baseUrl + address, { method, headers }, (response) => {
      const chunks: Buffer[] = [];
      response.on('data', (chunk: Buffer) => chunks.push(chunk));
      response.on('end', () =>
        resolve({
          status: response.statusCode ?? 0,
          contentType: response.headers['content-type'] ?? null,
          bytes: Buffer.concat(chunks),
        }),
      );
    });
    sent.on('error', reject).end(body);
  });
}

async function send(comfy: FakeComfyUi, { request: line, json, text, form, origin }: Exchange): Promise<HttpAnswer> {
  const [method = '', address = ''] = translated(line).split(' ');
  const headers: Record<string, string> = origin ? { origin } : {};
  if (!form) {
    const body = json ? translated(JSON.stringify(json)) : text;
    return ask(comfy, method, address, body === undefined ? undefined : Buffer.from(body), headers);
  }
  const data = new FormData();
  for (const [name, value] of Object.entries(form.fields)) data.set(name, value);
  if (form.file) data.set('image', new Blob([new Uint8Array(uploads[form.file])]), form.filename);
  const encoded = new Response(data);
  headers['content-type'] = encoded.headers.get('content-type')!;
  return ask(comfy, method, address, Buffer.from(await encoded.arrayBuffer()), headers);
}

/** Fields of the texts together. */
interface FrameData {
  status?: { exec_info: { queue_remaining: number } };
  sid?: string;
  nodes: object;
  node: string | null;
  node_id: string;
  node_type: string;
  value: number;
  max: number;
  output?: { images: Array<Record<string, string>> };
  executed?: string[];
  exception_type: string;
  exception_message: string;
}

/** A frame as one line of `events`. */
function lineOf(frame: Frame): string {
  if (frame.bytes) return binaryLine(frame.bytes);
  const { type } = frame;
  const data = frame.data as unknown as FrameData;
  const { node, value, max, nodes, node_id, node_type } = data;
  const executed = `executed=${JSON.stringify(data.executed)}`;
  const lines: Record<string, () => string> = {
    status: () => `${data.status!.exec_info.queue_remaining}${data.sid ? ` sid=${data.sid}` : ''}`,
    execution_cached: () => (nodes as string[]).join(','),
    progress_state: () =>
      Object.entries(nodes)
        .map(([id, state]) => stateLine(id, state))
        .join(', '),
    executing: () => String(node),
    executed: () => `${node} ${data.output!.images.map(fileLine).join(' ')}`,
    progress: () => `${node} ${value}/${max}`,
    execution_interrupted: () => `${node_id} ${node_type} ${executed}`,
    execution_error: () =>
      `${node_id} ${node_type} ${executed} ${data.exception_type} ${JSON.stringify(data.exception_message)}`,
  };
  return lines[type] ? `${type} ${lines[type]()}`.trimEnd() : type;
}

const stateLine = (id: string, { state, value, max }: { state: string; value: number; max: number }) =>
  state === 'finished' && value === 1 && max === 1 ? id : `${id}=${state} ${value}/${max}`;

const fileLine = ({ type, filename = '' }: Record<string, string>) =>
  `${type}/${filename.replace(/(?<=_temp_)[a-z]{5}/, '?????')}`;

function binaryLine(frame: Buffer): string {
  const [type, second] = [frame.readUInt32BE(0), frame.readUInt32BE(4)];
  const content = frame.subarray(type === 4 ? 8 + second : 8);
  const format = content[0] === 0xff ? 'JPEG' : 'PNG';
  if (type !== 4) return `binary ${type} ${second === (format === 'JPEG' ? 1 : 2) ? format : 'other'}`;
  const head = JSON.parse(frame.subarray(8, 8 + second).toString('utf8'));
  expectShape(head, wholeFrames['head of a preview with metadata']!);
  return `binary 4 ${head.node_id} ${head.image_type}`;
}

/** Names and types of all fields of a frame are those of the recorded one. */
function expectWhole(frame: Frame): void {
  if (frame.bytes) return;
  const { type, data } = frame;
  const variant = 'sid' in data ? ' at the start' : data.node === null ? ' at the end' : '';
  const real = wholeFrames[type + variant]!;
  if (type !== 'progress_state') expectShape(data, real);
  if (type !== 'progress_state') return;
  const [node] = Object.values((real as { nodes: Record<string, object> }).nodes);
  for (const state of Object.values(data.nodes as Record<string, object>)) expectShape(state, node!);
}

const shapeOf = (thing: object) =>
  Object.fromEntries(Object.entries(thing).map(([name, part]) => [name, Array.isArray(part) ? 'array' : typeof part]));
const expectShape = (fake: object, real: object) => expect(shapeOf(fake)).toEqual(shapeOf(real));

describe('the fake answers as the real server did', () => {
  let comfy: FakeComfyUi;
  let first: Awaited<ReturnType<typeof listen>>;
  let held: { release(): void } | undefined;

  beforeAll(async () => {
    comfy = await startFakeComfyUi({
      models: { checkpoints: ['sdxl_base.safetensors'], controlnet: ['controlnet-union-promax-sdxl.safetensors'] },
      nodes: { TrialSteps: trialSteps },
      orderOutputs: (outputs) => outputs.toSorted((left, right) => order.indexOf(left) - order.indexOf(right)),
    });
    // Requests and files that were there before the recording began.
    for (let earlier = 0; earlier < 8; earlier += 1) await ask(comfy, 'POST', '/prompt', Buffer.from('{}'));
    for (let number = 1; number <= 5; number += 1)
      comfy.files.put('output', '', `zh_0000${number}_.png`, uploads.house);
    comfy.files.put('input', '', 'm1.png', uploads.other);
  });
  afterAll(() => comfy.close());

  const order = ['11', '6', '13', '14', '5', '2', '3', '4'];

  it.each(exchanges.map((exchange) => [exchange.name, exchange] as const))('%s', async (_, exchange) => {
    const { answer, events } = exchange;
    if (exchange.name === 'prompt good') first = await listen(comfy, 'zh-one');
    if (exchange.isEventStart) {
      await first.take((frame) => lineOf(frame) === 'executing 2');
      first.frames.length = 0;
    }
    const hold = exchange.isHeld ? comfy.hold('step') : undefined;
    const other = await otherSocket(exchange);
    const made = await send(comfy, exchange);
    if (exchange.isReleased) held?.release();
    if (hold) {
      held = hold;
      await hold.reached;
    }
    expect({ status: made.status, contentType: made.contentType }).toEqual({
      status: answer.status,
      contentType: answer.contentType,
    });
    if (answer.picture) await expectPicture(made.bytes, answer.picture);
    else expectBody(made, exchange);
    const socket = other ?? first;
    if (exchange.socket === 'replaced') await expectSuccess(JSON.parse(made.bytes.toString('utf8')).prompt_id);
    else if (events || exchange.isAwaited) expectEvents(await framesOf(socket, exchange), exchange);
    if (exchange.socket === 'replaced') expect(other!.frames.map(lineOf)).toEqual(['status 0 sid=zh-twin']);
    await other?.close();
  });

  async function otherSocket({ socket }: Exchange) {
    if (!socket) return undefined;
    if (socket !== 'replaced') return listen(comfy, socket, { supports_preview_metadata: true });
    const older = await listen(comfy, 'zh-twin');
    const newer = await listen(comfy, 'zh-twin');
    const open = comfy.sockets();
    await older.close();
    await expect.poll(() => comfy.sockets()).toBe(open - 1);
    return newer;
  }

  /** The history tells of success although no event did. */
  const expectSuccess = (id: string) =>
    expect
      .poll(async () => (await (await fetch(`${comfy.baseUrl}/history/${id}`)).json())[id]?.status.status_str)
      .toBe('success');

  async function framesOf(socket: typeof first, { events }: Exchange): Promise<Frame[]> {
    const ends = events?.filter((line) => line === 'executing null').length || 1;
    const frames: Frame[] = [];
    for (let end = 0; end < ends; end += 1) frames.push(...(await socket.take(isEnd)));
    return frames;
  }

  function expectEvents(frames: Frame[], { events, leavesOut = [], only }: Exchange): void {
    for (const frame of frames) expectWhole(frame);
    if (!events) return;
    const lines = frames.map(lineOf).filter((line) => {
      const type = line.split(' ')[0]!;
      return only ? only.includes(type) : !leavesOut.includes(type);
    });
    expect(lines).toEqual(events);
  }

  function expectBody({ bytes, contentType }: HttpAnswer, { answer: { body }, isPart }: Exchange): void {
    if (!contentType?.startsWith('application/json')) {
      expect(bytes.toString('utf8')).toBe(body ?? '');
      return;
    }
    const fake = inOrder(JSON.parse(bytes.toString('utf8')));
    const real = expected(fake, inOrder(body));
    if (isPart) expect(fake).toMatchObject(real as object);
    else expect(fake).toEqual(real);
  }

  async function expectPicture(bytes: Buffer, { texts, ...size }: NonNullable<Exchange['answer']['picture']>) {
    const { format, width, height } = await sharp(bytes).metadata();
    expect({ format, width, height }).toMatchObject(size);
    if (!texts) return;
    const chunks = readPng(bytes)!.chunks.filter(({ type }) => type === 'tEXt');
    expect(chunks.map(({ data }) => data.toString('latin1').split('\0')[0])).toEqual(texts);
  }

  it('white of a mask is repainted and what lies outside stays equal to the bit', async () => {
    const { data, info } = await sharp(comfy.files.get('output', '', 'zh_00008_.png'))
      .raw()
      .toBuffer({ resolveWithObject: true });
    const at = (x: number, y: number) => [...data.subarray((y * info.width + x) * 3, (y * info.width + x) * 3 + 3)];
    expect(at(5, 5)).toEqual(Object.values(house));
    expect(at(60, 40)).not.toEqual(Object.values(house));
  });
});
