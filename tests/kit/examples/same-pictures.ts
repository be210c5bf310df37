import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import type { World } from '../client.ts';

const house = readFileSync(new URL('../house.png', import.meta.url));

export async function samePictures(world: World): Promise<void> {
  async function story() {
    await world.state.reset('empty', 'seed-7');
    await world.clock.freeze('2027-01-01T10:00:00+08:00');
    const designer = await world.account({ phoneNo: '13812340004' });
    const { imageId } = await designer.upload(house);
    const { taskId, seed, images } = await designer.run('toline', { upload_img: imageId }, 'first');
    const picture = await designer.bytes(`/api/images/${images[0]?.imageId}?format=png`);
    return { imageId, taskId, seed, images, hash: createHash('sha256').update(picture).digest('hex') };
  }
  assert.deepEqual(await story(), await story());
}
