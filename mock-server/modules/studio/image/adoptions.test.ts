import { expect, it } from 'vitest';
import { createAdoptions } from './adoptions.ts';

/** Storage of one file, whose steps end when the test says so. */
function storageOf() {
  const told: string[] = [];
  let isThere = true;
  let goOn: () => void = () => undefined;
  return {
    told,
    isThere: () => isThere,
    goOn: () => goOn(),
    async adopt() {
      const wasThere = isThere;
      await new Promise<void>((resolve) => {
        goOn = resolve;
      });
      if (!wasThere) isThere = true;
      told.push('stored');
      return { sha256: 'a', bytes: 1 };
    },
    async remove() {
      isThere = false;
      told.push('removed');
    },
  };
}

const unnamed = async () => false;

it('keeps a file that is being stored anew while its former owner lets it go', async () => {
  const storage = storageOf();
  const adoptions = createAdoptions(storage);
  const adopting = adoptions.adopt('file');
  const removing = adoptions.remove('a', unnamed);
  await new Promise(setImmediate);
  storage.goOn();
  await Promise.all([adopting, removing]);
  expect([storage.isThere(), storage.told]).toEqual([true, ['stored']]);
});

it('keeps a file until the last of those who stored it has written a row or given up', async () => {
  const storage = storageOf();
  const adoptions = createAdoptions(storage);
  for (let times = 0; times < 2; times++) {
    const adopting = adoptions.adopt('file');
    await new Promise(setImmediate);
    storage.goOn();
    await adopting;
  }
  adoptions.settle('a');
  await adoptions.remove('a', unnamed);
  expect(storage.isThere()).toBe(true);
  adoptions.settle('a');
  await adoptions.remove('a', async () => true);
  expect(storage.isThere()).toBe(true);
  await adoptions.remove('a', unnamed);
  expect(storage.isThere()).toBe(false);
});
