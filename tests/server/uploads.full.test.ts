import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Member, startTestServer, type TestServer } from '../support/server.ts';
import { drawPicture } from '../support/server-pictures.ts';

let server: TestServer;
let member: Member;
beforeAll(async () => {
  server = await startTestServer();
  member = await server.member();
});
afterAll(() => server.close());

describe('a picture', () => {
  it('is taken in although the processes that read pictures were killed meanwhile, three times of three', async () => {
    for (const shade of [201, 202, 203]) {
      for (const pid of server.deps.pictures.pids()) process.kill(pid, 'SIGKILL');
      expect(await member.upload(await drawPicture('png', { shade }))).toMatchObject({ width: 320, format: 'png' });
    }
    expect(await server.faults()).toEqual([]);
  });

  it('that is known already is kept once, as two images', async () => {
    const bytes = await drawPicture('png', { shade: 17 });
    const other = await server.member();
    const [own, foreign] = await Promise.all([member.upload(bytes), other.upload(bytes)]);
    expect(foreign.sha256).toBe(own.sha256);
    expect(foreign.imageId).not.toBe(own.imageId);
    expect((await storedFiles()).filter((name) => name === own.sha256)).toHaveLength(1);
    expect(await server.faults()).toEqual([]);
  });
});

async function storedFiles(): Promise<string[]> {
  const names: string[] = [];
  for await (const key of server.deps.storage.keys()) names.push(key);
  return names.sort();
}
