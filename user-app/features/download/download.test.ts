import JSZip from 'jszip';
import { afterEach, expect, test, vi } from 'vitest';
import { downloadUrl, downloadZip, nameInZip } from './download';

afterEach(() => {
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

test('a single picture is asked for as a PNG named teda_img', () => {
  expect(downloadUrl({ imageId: 'abc/1' })).toBe('/api/images/abc%2F1/download?format=png&name=teda_img');
});

test('pictures in an archive are numbered so that they keep their order', () => {
  expect(nameInZip(0, 3, 'png')).toBe('teda_img_01.png');
  expect(nameInZip(99, 120, 'jpg')).toBe('teda_img_100.jpg');
});

/** A page that answers every picture with its address, and keeps what is saved. */
function pageThatSaves(): { name: string; archive: () => Promise<JSZip> } {
  // Saved files are released after a minute, which the test does not wait for.
  vi.useFakeTimers({ toFake: ['setTimeout'] });
  const link = { href: '', download: '', click: () => undefined };
  let saved = new Blob();
  vi.stubGlobal('document', { createElement: () => link });
  vi.stubGlobal('fetch', async (url: string) =>
    url.includes('gone')
      ? new Response('', { status: 404 })
      : new Response(url, { headers: { 'content-type': 'image/jpeg' } }),
  );
  vi.spyOn(URL, 'createObjectURL').mockImplementation((bytes) => {
    saved = bytes as Blob;
    return 'blob:saved';
  });
  return {
    get name() {
      return link.download;
    },
    archive: async () => JSZip.loadAsync(await saved.arrayBuffer()),
  };
}

const two = [{ imageId: 'a' }, { imageId: 'b' }];

test('an archive is photo.zip and holds JPG in full size', async () => {
  const page = pageThatSaves();
  await downloadZip(two);
  expect(page.name).toBe('photo.zip');
  const { files } = await page.archive();
  expect(Object.keys(files)).toEqual(['teda_img_01.jpg', 'teda_img_02.jpg']);
  expect(await files['teda_img_01.jpg']?.async('text')).toBe('/api/images/a/download?format=jpg&name=teda_img');
});

test('an archive holds PNG by choice, and files that are the result themselves as they are', async () => {
  const page = pageThatSaves();
  await downloadZip(two, { format: 'png', name: '南立面.zip' });
  expect(page.name).toBe('南立面.zip');
  expect(Object.keys((await page.archive()).files)).toEqual(['teda_img_01.png', 'teda_img_02.png']);
  await downloadZip(two, { isAsStored: true, format: 'png' });
  expect(Object.keys((await page.archive()).files)).toEqual(['teda_img_01.jpg', 'teda_img_02.jpg']);
});

test('an archive goes on without a picture that cannot be had, and lists it', async () => {
  const page = pageThatSaves();
  expect(await downloadZip([{ imageId: 'a' }, { imageId: 'gone' }, { imageId: 'b' }])).toBe(1);
  const { files } = await page.archive();
  expect(Object.keys(files)).toEqual(['teda_img_01.jpg', 'teda_img_03.jpg', '下载失败.txt']);
  expect(await files['下载失败.txt']?.async('text')).toContain('teda_img_02.jpg');
  await expect(downloadZip([{ imageId: 'gone' }])).rejects.toThrow('图片不存在或已被删除');
});

test('an archive takes other names, and files that are no pictures as they are stored', async () => {
  const page = pageThatSaves();
  const drawing = { imageId: 'b', file: { url: '/api/images/b/file', format: 'svg' } };
  await downloadZip([{ imageId: 'a' }, drawing], { names: ['01_客厅_1', '01_客厅'] });
  const archive = await page.archive();
  expect(Object.keys(archive.files)).toEqual(['01_客厅_1.jpg', '01_客厅.svg']);
  expect(await archive.file('01_客厅.svg')?.async('string')).toContain('/api/images/b/file');
});
