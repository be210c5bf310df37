import { readdir } from 'node:fs/promises';
import { request as httpRequest } from 'node:http';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import fc from 'fast-check';
import JSZip from 'jszip';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { watchData } from '../support/data-watch.ts';
import { type Member, startTestServer, type TestServer } from '../support/server.ts';
import { envelopeReason } from '../support/server-answers.ts';
import { drawBomb, drawPicture } from '../support/server-pictures.ts';
import type { RawAnswer } from '../support/server-visitor.ts';

let server: TestServer;
let member: Member;
let data: Awaited<ReturnType<typeof watchData>>;
let pictures: Buffer[];
beforeAll(async () => {
  server = await startTestServer();
  member = await server.member();
  data = await watchData(server.dataDir);
  const plain = sharp(await drawPicture('png', { width: 400, height: 300 }));
  pictures = [
    ...(await Promise.all((['png', 'jpg', 'webp'] as const).map((format) => drawPicture(format)))),
    await plain.clone().tiff().toBuffer(),
    await plain.clone().avif({ effort: 0 }).toBuffer(),
  ];
});
afterAll(async () => {
  data.close();
  expect(await server.faults()).toEqual([]);
  await server.close();
});

const boundary = 'frontier';
const typed = { 'content-type': `multipart/form-data; boundary=${boundary}` };
const partHead = (disposition: string, type = 'image/png') =>
  Buffer.from(`--${boundary}\r\nContent-Disposition: form-data; ${disposition}\r\nContent-Type: ${type}\r\n\r\n`);
const partEnd = Buffer.from('\r\n');
const end = Buffer.from(`--${boundary}--\r\n`);
const inForm = (bytes: Buffer, disposition = 'name="file"; filename="a.png"', type?: string) =>
  Buffer.concat([partHead(disposition, type), bytes, partEnd, end]);

const send = (body: Buffer, headers: Record<string, string> = typed): Promise<RawAnswer> =>
  member.raw('POST', '/api/upload/image', headers, body);

/** Everything that an upload puts somewhere: what is being worked on, and what is kept. */
async function filesNow() {
  const kept: string[] = [];
  for await (const key of server.deps.storage.keys()) kept.push(key);
  return { work: await readdir(path.join(server.dataDir, 'files', 'work')), kept: kept.sort() };
}

/** A refused upload leaves neither rows nor files. Other answers are a picture that was taken. */
async function leavesNothing(what: string, upload: () => Promise<RawAnswer>): Promise<number> {
  const before = await filesNow();
  await data.changes();
  const answer = await upload();
  if (answer.status === 200) return 200;
  expect([what, answer.status >= 400 && answer.status < 500, envelopeReason(answer)]).toEqual([
    what,
    true,
    expect.any(String),
  ]);
  expect([what, await data.changes(), await filesNow()]).toEqual([what, [], before]);
  return answer.status;
}

/** Changes to the bytes of a picture, which follow from the seed. */
const damages = fc.oneof(
  fc.record({ kind: fc.constant('cut' as const), at: fc.double({ min: 0, max: 0.98, noNaN: true }) }),
  fc.record({
    kind: fc.constant('flipped' as const),
    places: fc.array(fc.double({ min: 0, max: 0.999, noNaN: true }), { minLength: 1, maxLength: 40 }),
  }),
  fc.record({ kind: fc.constant('doubled' as const), at: fc.double({ min: 0.01, max: 0.9, noNaN: true }) }),
  fc.record({ kind: fc.constant('zeroed' as const), at: fc.double({ min: 0, max: 0.9, noNaN: true }) }),
);
type Damage = typeof damages extends fc.Arbitrary<infer D> ? D : never;

function damaged(bytes: Buffer, damage: Damage): Buffer {
  const copy = Buffer.from(bytes);
  if (damage.kind === 'flipped') {
    for (const place of damage.places) copy[Math.floor(place * copy.length)]! ^= 0x5a;
    return copy;
  }
  const at = Math.floor(damage.at * copy.length);
  if (damage.kind === 'cut') return copy.subarray(0, at);
  if (damage.kind === 'doubled') return Buffer.concat([copy.subarray(0, at), copy]);
  return copy.fill(0, at, Math.min(at + 64, copy.length));
}

async function polyglots(): Promise<Array<[string, Buffer]>> {
  const [png = Buffer.alloc(0), jpg = Buffer.alloc(0)] = pictures;
  const zip = await new JSZip().file('../../evil.sh', 'rm -rf /').generateAsync({ type: 'nodebuffer' });
  const text = (words: string) => Buffer.from(words);
  return [
    ['a PNG with a ZIP behind it', Buffer.concat([png, zip])],
    ['a JPEG with a page behind it', Buffer.concat([jpg, text('<script>alert(1)</script>')])],
    ['a page with a PNG behind it', Buffer.concat([text('<!DOCTYPE html><script>1</script>'), png])],
    ['a script that begins as a GIF', text(`GIF89a=1;alert(1)//${' '.repeat(500)}`)],
    ['a ZIP called a picture', zip],
    ['an SVG called PNG', text('<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)" width="400" height="400"/>')],
    ['a PDF that is cut', text('%PDF-1.7\n1 0 obj\n<< /Type /Catalog >>\n')],
    ['a PDF in a JPEG', Buffer.concat([jpg.subarray(0, 200), text('%PDF-1.4\n'), jpg.subarray(200)])],
    ['an XML bomb', text(`<!DOCTYPE a [<!ENTITY b "${'x'.repeat(1000)}">]><svg>${'&b;'.repeat(5000)}</svg>`)],
    ['two pictures in one', Buffer.concat([jpg, png])],
  ];
}

/** Forms that are no form, or hold more than one file. */
function strangeForms(): Array<[string, Buffer, Record<string, string>?]> {
  const [png = Buffer.alloc(0)] = pictures;
  const many = (count: number, disposition: (index: number) => string) =>
    Buffer.concat([
      ...Array.from({ length: count }, (_none, index) =>
        Buffer.concat([partHead(disposition(index)), Buffer.from('x'), partEnd]),
      ),
      end,
    ]);
  return [
    ['4000 fields before no file', many(4000, (index) => `name="field${index}"`)],
    ['4000 files of one byte', many(4000, (index) => `name="file"; filename="${index}.png"`)],
    ['4000 files of other names', many(4000, (index) => `name="other${index}"; filename="${index}.png"`)],
    ['a field called file', inForm(png, 'name="file"')],
    ['no name', inForm(png, 'filename="a.png"')],
    ['a name of 60 kB', inForm(png, `name="${'f'.repeat(60_000)}"; filename="a.png"`)],
    ['a file name of 60 kB', inForm(png, `name="file"; filename="${'n'.repeat(60_000)}.png"`)],
    ['a file name that is a path', inForm(png.subarray(0, 90), 'name="file"; filename="../../../../etc/passwd"')],
    ['a NUL in the file name', inForm(png.subarray(0, 90), 'name="file"; filename="a\u0000.png"')],
    ['a name of prototypes', many(3, () => 'name="__proto__"; filename="__proto__"')],
    ['a form in a form', inForm(inForm(png), 'name="file"; filename="a"', 'multipart/mixed; boundary=frontier')],
    [
      'a boundary inside of the file',
      inForm(Buffer.concat([png.subarray(0, 80), Buffer.from(`\r\n--${boundary}\r\n`), png])),
    ],
    ['no end', Buffer.concat([partHead('name="file"; filename="a.png"'), png])],
    ['no head', Buffer.concat([Buffer.from(`--${boundary}\r\n\r\n`), png, partEnd, end])],
    ['the end alone', end],
    ['nothing', Buffer.alloc(0)],
    ['another boundary', inForm(png), { 'content-type': 'multipart/form-data; boundary=other' }],
    ['a boundary of 5 kB', inForm(png), { 'content-type': `multipart/form-data; boundary=${'b'.repeat(5000)}` }],
    ['no boundary', inForm(png), { 'content-type': 'multipart/form-data' }],
    ['a content encoding that lies', inForm(png.subarray(0, 90)), { ...typed, 'content-encoding': 'gzip' }],
    ['lines that end alone', Buffer.from(inForm(png).toString('latin1').replaceAll('\r\n', '\n'), 'latin1')],
  ];
}

/** Sends a share of a body, in pieces, and either goes away or goes on to the end. */
function sendSlowly(body: Buffer, share: number, isLeaving: boolean): Promise<number | 'left'> {
  return new Promise((resolve, reject) => {
    const headers = { ...typed, cookie: `sid=${member.cookies.get('sid')}`, 'content-length': body.length };
    const request = httpRequest(
      server.origin,
      { method: 'POST', path: '/api/upload/image', headers, agent: false },
      (response) => {
        response.resume();
        response.once('end', () => resolve(response.statusCode ?? 0));
      },
    );
    request.once('error', (error) => (isLeaving ? resolve('left') : reject(error)));
    void (async () => {
      const given = body.subarray(0, Math.ceil(body.length * share));
      const step = Math.ceil(given.length / 12);
      for (let at = 0; at < given.length; at += step) {
        request.write(given.subarray(at, at + step));
        await pause(1);
      }
      if (isLeaving) request.destroy(new Error('gone'));
      else request.end(body.subarray(given.length));
    })();
  });
}

async function untilClean(): Promise<void> {
  await expect.poll(async () => (await filesNow()).work).toEqual([]);
}

const seed = 20_261_127;

describe('an upload that is not what it says', () => {
  it('is judged by its bytes, broken anywhere: taken whole or refused, and a refusal leaves nothing', async () => {
    const statuses = new Set<number>();
    const run = async (index: number, damage: Damage) => {
      const bytes = damaged(pictures[index % pictures.length]!, damage);
      statuses.add(await leavesNothing(`${index} ${JSON.stringify(damage)}`, () => send(inForm(bytes))));
    };
    await fc.assert(fc.asyncProperty(fc.nat({ max: pictures.length - 1 }), damages, run), {
      seed,
      numRuns: 60,
      endOnFailure: true,
    });
    expect([...statuses]).toEqual(expect.arrayContaining([200, 422]));
  });

  it('is two things at once', async () => {
    for (const [what, bytes] of await polyglots()) {
      const taken = await leavesNothing(what, () => send(inForm(bytes)));
      // A file that was accepted is served as a picture, never as the other type that it looks like.
      if (taken !== 200) continue;
      const { json } = await send(inForm(bytes));
      const { url } = (json as { data: { url: string } }).data;
      const answer = await member.raw('GET', url);
      expect([what, answer.headers['content-type'], answer.headers['x-content-type-options']]).toEqual([
        what,
        expect.stringMatching(/^image\/(png|jpeg|webp)$/),
        'nosniff',
      ]);
      expect([what, answer.text.includes('<script>') || answer.text.includes('evil.sh')]).toEqual([what, false]);
    }
  });

  it('is in a form that is none, or in one of thousands of parts', async () => {
    for (const [what, body, headers] of strangeForms()) await leavesNothing(what, () => send(body, headers));
  });
});

it('is taken though it comes slowly, and leaves nothing where its sender goes away at any point of it', async () => {
  const body = inForm(await drawPicture('png', { width: 600, height: 500, shade: 7 }));
  expect(await sendSlowly(body, 0.9, false)).toBe(200);
  await data.changes();
  const { kept } = await filesNow();
  for (const share of [0.001, 0.05, 0.2, 0.5, 0.8, 0.99, 1]) {
    await sendSlowly(body, share, true);
    await untilClean();
  }
  expect((await filesNow()).kept).toEqual(kept);
});

describe('hundreds of uploads that are refused or broken off', () => {
  /** Megabytes in use after everything that can go has gone. */
  function megabytes(): { heap: number; outside: number } {
    setFlagsFromString('--expose-gc');
    const collect = runInNewContext('gc') as () => void;
    for (let round = 0; round < 3; round++) collect();
    const { heapUsed, external, arrayBuffers } = process.memoryUsage();
    return { heap: heapUsed / 2 ** 20, outside: (external + arrayBuffers) / 2 ** 20 };
  }
  const descriptors = async () => (await readdir('/proc/self/fd')).length;

  async function round(index: number): Promise<void> {
    const bomb = drawBomb(12_000);
    const big = Buffer.alloc(4 * 2 ** 20, index);
    await Promise.all([
      send(inForm(bomb)),
      send(inForm(big)),
      send(inForm(damaged(pictures[index % pictures.length]!, { kind: 'cut', at: 0.5 }))),
      send(Buffer.concat([partHead('name="file"; filename="a.png"'), pictures[0]!.subarray(0, 200)])),
      sendSlowly(inForm(Buffer.concat([pictures[0]!, big])), 0.6, true),
      sendSlowly(inForm(pictures[1]!), 0.5, true),
    ]);
  }

  it('leave memory and descriptors as they were', async () => {
    for (let index = 0; index < 8; index++) await round(index);
    await untilClean();
    const before = { ...megabytes(), descriptors: await descriptors(), ...(await filesNow()) };
    const rounds = 40;
    for (let index = 0; index < rounds; index++) await round(index);
    await untilClean();
    await expect.poll(async () => await descriptors()).toBeLessThanOrEqual(before.descriptors + 2);
    const after = { ...megabytes(), ...(await filesNow()) };
    expect({ kept: after.kept, work: after.work }).toEqual({ kept: before.kept, work: before.work });
    // One upload of a round that stayed would be 4 MB, in all 160.
    expect(after.heap - before.heap).toBeLessThan(12);
    expect(after.outside - before.outside).toBeLessThan(12);
  });
});
