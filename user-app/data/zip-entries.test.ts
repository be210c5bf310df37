import JSZip from 'jszip';
import { expect, test } from 'vitest';
import { countZipEntries } from './zip-entries';

test('the files of an archive are counted wherever it is cut into pieces', async () => {
  const zip = new JSZip();
  for (const name of ['a.jpg', 'b.jpg', 'c.jpg']) zip.file(name, `PKPK${name}`);
  const bytes = await zip.generateAsync({ type: 'uint8array', compression: 'STORE' });
  for (const size of [1, 3, 7, bytes.length]) {
    const count = countZipEntries();
    let files = 0;
    for (let start = 0; start < bytes.length; start += size) files = count(bytes.subarray(start, start + size));
    expect(files).toBe(3);
  }
});
