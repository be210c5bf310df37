import JSZip from 'jszip';
import sharp from 'sharp';
import { expect, it } from 'vitest';
import type { TestServer } from '../support/server.ts';
import { eachOnItsServer } from '../support/server-each.ts';
import { designerOn } from '../support/server-works.ts';

let server: TestServer;
eachOnItsServer((started) => {
  server = started;
});

type Designer = Awaited<ReturnType<typeof designerOn>>;

const addressOf = (query: Record<string, string | readonly string[]>) =>
  `/api/works/download?${new URLSearchParams(
    Object.entries(query).map(([name, value]) => [name, typeof value === 'string' ? value : JSON.stringify(value)]),
  )}`;

async function unpack(who: Designer, query: Record<string, string | readonly string[]>) {
  const response = await who.fetch(addressOf(query));
  expect(response.status).toBe(200);
  const zip = await JSZip.loadAsync(await response.arrayBuffer(), { checkCRC32: true });
  const entries = Object.values(zip.files);
  const contents = await Promise.all(entries.map((entry) => entry.async('nodebuffer')));
  return { response, entries, names: entries.map((entry) => entry.name), contents };
}

it('a client that leaves in the middle leaves nothing open, and the next one is served', async () => {
  const who = await designerOn(server);
  // Noise does not compress, so that the archive is larger than what sockets hold.
  const noise = { type: 'gaussian' as const, mean: 128, sigma: 60 };
  const create = { width: 2048, height: 2048, channels: 3 as const, background: '#888', noise };
  const { imageId, bytes } = await who.upload(await sharp({ create }).png().toBuffer());
  expect(bytes).toBeGreaterThan(3_000_000);
  const leave = new AbortController();
  const response = await who.fetch(addressOf({ imageIds: [imageId, who.imageId] }), { signal: leave.signal });
  await response.body?.getReader().read();
  leave.abort();
  expect((await unpack(who, { imageIds: [imageId, who.imageId] })).names).toHaveLength(2);
});
