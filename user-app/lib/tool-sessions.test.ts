import * as database from 'fake-indexeddb';
import { openDB } from 'idb';
import { afterAll, beforeEach, expect, test, vi } from 'vitest';
import { deletePersonalDatabases, personalDatabases } from './personal-databases';
import { emptySession, type ToolSession, ToolSessions, visitorAccount } from './tool-sessions';

beforeEach(() => {
  for (const [name, part] of Object.entries(database)) if (name.startsWith('IDB')) vi.stubGlobal(name, part);
  vi.stubGlobal('indexedDB', new database.IDBFactory());
});
afterAll(() => {
  vi.unstubAllGlobals();
});

const nothing = emptySession;
const words = (promptTxt: string): ToolSession => ({ ...nothing, values: { promptTxt } });
const picture = (bytes: number) => new File([new Uint8Array(bytes)], 'plan.png', { type: 'image/png' });
const withPicture = (bytes: number): ToolSession => ({
  ...nothing,
  uploads: [{ field: 'upload_img', file: picture(bytes) }],
});

let clock = 0;

/** A page of a tab: what another page of the same tab left is found in the database only. */
function openPage(tab = 'tab', budget = 1000, rest = async () => {}) {
  return new ToolSessions({
    budget,
    rest,
    tab: () => tab,
    now: () => {
      clock += 1;
      return clock;
    },
  });
}

test('a tool comes back in the next page with its words, pictures, result and places', async () => {
  const session: ToolSession = {
    values: { promptTxt: '木格栅', upload_img: 'img-1', mask: 'mask-1' },
    uploads: [{ field: 'style_img', file: picture(3), problem: '图片尺寸过小' }],
    taskId: 'task-1',
    index: 2,
    origin: { imageId: 'img-1', taskId: 'task-0' },
    isUnfolded: true,
    formScroll: 120,
    stripScroll: 40,
  };
  await openPage().write('anna', 'clean', session);
  const found = await openPage().read('anna', 'clean');
  expect(found).toMatchObject({ ...session, uploads: [{ field: 'style_img', problem: '图片尺寸过小' }] });
  expect(found?.uploads[0]?.file).toMatchObject({ name: 'plan.png', size: 3 });
});

test('accounts and tools know nothing of each other', async () => {
  await openPage().write('anna', 'clean', words('电线'));
  expect(await openPage().read('bert', 'clean')).toBeUndefined();
  expect(await openPage().read('anna', 'extendImg')).toBeUndefined();
  expect(await openPage().read('anna', 'clean')).toMatchObject({ values: { promptTxt: '电线' } });
});

test('within a page a session is there at once', () => {
  const page = openPage();
  void page.write('anna', 'clean', words('电线'));
  expect(page.peek('anna', 'clean')).toMatchObject({ values: { promptTxt: '电线' } });
  expect(page.peek('bert', 'clean')).toBeUndefined();
});

test('a tab gets its own back, a new one that written last', async () => {
  await openPage('left').write('anna', 'clean', words('左'));
  await openPage('right').write('anna', 'clean', words('右'));
  expect(await openPage('left').read('anna', 'clean')).toMatchObject({ values: { promptTxt: '左' } });
  expect(await openPage('right').read('anna', 'clean')).toMatchObject({ values: { promptTxt: '右' } });
  expect(await openPage('new').read('anna', 'clean')).toMatchObject({ values: { promptTxt: '右' } });
});

test('of more tabs than are kept the oldest goes', async () => {
  for (const tab of ['1', '2', '3', '4']) await openPage(tab).write('anna', 'clean', words(tab));
  expect(await openPage('2').read('anna', 'clean')).toMatchObject({ values: { promptTxt: '2' } });
  expect(await openPage('1').read('anna', 'clean')).toMatchObject({ values: { promptTxt: '4' } });
});

test('over the budget the tool that was used longest ago goes, and only of this account', async () => {
  await openPage().write('bert', 'toline', withPicture(900));
  await openPage().write('anna', 'toline', withPicture(400));
  await openPage().write('anna', 'clean', withPicture(400));
  await openPage().write('anna', 'toline', withPicture(400));
  await openPage().write('anna', 'matting', withPicture(400));
  expect(await openPage().read('anna', 'clean')).toBeUndefined();
  expect((await openPage().read('anna', 'toline'))?.uploads[0]?.file.size).toBe(400);
  expect((await openPage().read('anna', 'matting'))?.uploads[0]?.file.size).toBe(400);
  expect((await openPage().read('bert', 'toline'))?.uploads[0]?.file.size).toBe(900);
});

test('a picture over the whole budget is left out, the form stays', async () => {
  await openPage().write('anna', 'clean', { ...withPicture(1001), values: { promptTxt: '电线' } });
  expect(await openPage().read('anna', 'clean')).toMatchObject({ values: { promptTxt: '电线' }, uploads: [] });
});

test('a picture that arrived leaves the store', async () => {
  const page = openPage();
  const session = withPicture(600);
  await page.write('anna', 'clean', session);
  await page.write('anna', 'clean', { ...session, values: { promptTxt: '再写一句' } });
  expect((await openPage().read('anna', 'clean'))?.uploads[0]?.file.size).toBe(600);
  await page.write('anna', 'clean', { ...nothing, values: { upload_img: 'img-1' } });
  await openPage().write('anna', 'toline', withPicture(900));
  expect(await openPage().read('anna', 'clean')).toMatchObject({ values: { upload_img: 'img-1' }, uploads: [] });
});

const pdf = (bytes: number) => ({
  file: picture(bytes),
  pages: 3,
  previews: ['data:image/webp;base64,AA=='],
  pageOf: { 'img-2': 2 },
});

test('a PDF is kept once, with the page that was chosen and the one on its way', async () => {
  const document = pdf(600);
  const onItsWay = { field: 'upload_img', file: document.file, page: 3 };
  await openPage().write('anna', 'clean', { ...nothing, uploads: [onItsWay], documents: [document] });
  const found = await openPage().read('anna', 'clean');
  expect(found?.documents).toMatchObject([{ pages: 3, previews: document.previews, pageOf: { 'img-2': 2 } }]);
  expect(found?.documents?.[0]?.file.size).toBe(600);
  expect(found?.uploads[0]?.file).toBe(found?.documents?.[0]?.file);
});

test('where there is room for one, what has not arrived goes before a PDF', async () => {
  await openPage().write('anna', 'clean', { ...withPicture(600), documents: [pdf(500)] });
  const found = await openPage().read('anna', 'clean');
  expect(found?.uploads[0]?.file.size).toBe(600);
  expect(found?.documents).toEqual([]);
});

test('what a visitor began is the next login’s, once', async () => {
  await openPage().write(visitorAccount, 'toline', withPicture(5));
  expect((await openPage().read('anna', 'toline'))?.uploads[0]?.file.size).toBe(5);
  expect((await openPage().read('anna', 'toline'))?.uploads[0]?.file.size).toBe(5);
  expect(await openPage().read('bert', 'toline')).toBeUndefined();
});

test('a copy of another tab’s session keeps its picture when the first one drops it', async () => {
  const first = openPage('first');
  await first.write('anna', 'clean', withPicture(7));
  const second = openPage('second');
  const copy = await second.read('anna', 'clean');
  await second.write('anna', 'clean', { ...(copy as ToolSession), isUnfolded: true });
  await first.write('anna', 'clean', nothing);
  expect((await openPage('second').read('anna', 'clean'))?.uploads[0]?.file.size).toBe(7);
});

test('what is written does not wait until a large picture is', async () => {
  const page = openPage();
  await page.write('anna', 'clean', nothing);
  const disk = await openDB(personalDatabases.toolSessions);
  const files = disk.transaction('files', 'readwrite').objectStore('files');
  let isBusy = true;
  const busy = (async () => {
    while (isBusy) await files.count();
  })();
  const writes = [page.write('anna', 'clean', withPicture(7)), page.write('anna', 'clean', words('送到了'))];
  expect(await openPage().read('anna', 'clean')).toMatchObject({ values: { promptTxt: '送到了' } });
  isBusy = false;
  await Promise.all([busy, ...writes]);
});

test('what a page writes as it is left waits for no removal, which follows once for all writes', async () => {
  let rests = 0;
  let begin = () => {};
  const rest = () => {
    rests += 1;
    return new Promise<void>((resolve) => {
      begin = resolve;
    });
  };
  for (const tab of ['1', '2', '3']) await openPage(tab).write('anna', 'clean', words(tab));
  const page = openPage('4', 1000, rest);
  await Promise.all([page.write('anna', 'clean', words('一')), page.write('anna', 'clean', words('一句'))]);
  const stored = async () => {
    const disk = await openDB(personalDatabases.toolSessions);
    const rows: { tab: string; session: ToolSession }[] = await disk.getAll('sessions');
    disk.close();
    return rows.map(({ tab, session }) => [tab, session.values.promptTxt]);
  };
  expect(await stored()).toEqual([
    ['1', '1'],
    ['2', '2'],
    ['3', '3'],
    ['4', '一句'],
  ]);
  begin();
  await vi.waitFor(async () => expect((await stored()).map(([tab]) => tab)).toEqual(['2', '3', '4']));
  expect(rests).toBe(1);
});

test('a logout removes everything, and a page still open writes nothing again', async () => {
  const page = openPage();
  await page.write('anna', 'clean', words('电线'));
  await deletePersonalDatabases();
  await page.write('anna', 'clean', words('电线杆'));
  expect(await openPage().read('anna', 'clean')).toBeUndefined();
});
