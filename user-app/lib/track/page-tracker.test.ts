import { describe, expect, it } from 'vitest';
import type { PageEvent } from '#shared/contract/system';
import { PageEvent as PageEventSchema } from '#shared/contract/system';
import { textIssues } from '#shared/contract/text';
import vectors from '../../../tests/fixtures/page-label.json' with { type: 'json' };
import { createPageTracker, type KeptPage, type Visit } from './page-tracker';

/** Storage that all tabs of a browser share. */
interface Device {
  page: KeptPage | undefined;
  isStorageBroken?: boolean;
  userId?: string | undefined;
}

/** A tab of a browser: its session, and what it tells. */
function openTab(device: Device = { page: undefined }, name = 'tab-1') {
  let address = '/';
  let now = 1_000;
  let visit: Visit | undefined;
  const told: PageEvent[] = [];

  const load = (referrer?: string | null) =>
    createPageTracker({
      address: () => address,
      referrer: () => referrer,
      now: () => now,
      visit: {
        read: () => visit && structuredClone(visit),
        write: (noted) => {
          visit = noted;
        },
      },
      page: {
        read: () => (device.isStorageBroken ? undefined : device.page),
        write: (page) => {
          if (!device.isStorageBroken) device.page = page;
        },
      },
      userId: () => device.userId,
      tabId: () => name,
      put: (event) => told.push(event),
    });

  let tracker = load();
  return {
    told,
    last: () => told.at(-1) as PageEvent,
    /** Inside of the product. @returns the page number that went with it */
    go(url: string) {
      address = url;
      now += 1_000;
      tracker.view();
      return told.at(-1)?.personalCenterPage;
    },
    /** By a full load. */
    open(url: string, referrer?: string | null) {
      tracker = load(referrer);
      return this.go(url);
    },
    reload() {
      tracker = load(null);
      return this.go(address);
    },
    restore(url: string) {
      address = url;
      tracker.restore();
    },
    again: () => tracker.view(),
    click: (props?: PageEvent['props']) => tracker.click('click', props),
    logIn(userId: string | undefined) {
      device.userId = userId;
      tracker.noteUser();
    },
  };
}

const center = '/myPersonCenter';
const keeping = (page: number, pathname?: string): Device => ({ page: { page, pathname } });

describe('the page number of a personal center', () => {
  it('P1 is what the center was left at', () => {
    const tab = openTab(keeping(3));
    tab.go('/list');
    expect(tab.go(center)).toBe(3);
  });

  it('P2 P3 P4 goes with the next center and with the page after it, and no further', () => {
    const tab = openTab();
    expect(tab.go(`${center}?page=4`)).toBe(4);
    expect(tab.go('/otherPersonCenter/42')).toBe(1);
    expect(tab.go(center)).toBe(1);
    expect(tab.go('/tupianHome')).toBe(1);
    expect(tab.go('/similar/1')).toBeUndefined();
  });

  it('P5 P6 goes with a picture that is opened there, and with its closing', () => {
    const tab = openTab(keeping(3, center));
    expect(tab.go(center)).toBe(3);
    expect(tab.go(`${center}#88`)).toBe(3);
    expect(tab.last()).toMatchObject({ label: 'imageDetail', from: 'myCenter' });
    expect(tab.go(center)).toBe(3);
    expect(tab.last()).toMatchObject({ label: 'myCenter', from: 'imageDetail', isReturn: true });
  });

  it('P7 goes with what is done there', () => {
    const tab = openTab();
    tab.go('/otherPersonCenter/42?page=2');
    tab.click();
    expect(tab.last()).toMatchObject({ type: 'click', label: 'otherCenter', personalCenterPage: 2 });
  });

  it.each([undefined, 0, -2, 1.5, Number.NaN, Number.POSITIVE_INFINITY])('P8 is 1 where %s is kept', (page) => {
    expect(openTab({ page: page === undefined ? undefined : { page, pathname: undefined } }).go(center)).toBe(1);
  });

  it('P9 is left out where nothing can be kept, and the event goes all the same', () => {
    const tab = openTab({ page: undefined, isStorageBroken: true });
    expect(tab.go(`${center}?page=4`)).toBeUndefined();
    expect(tab.last().label).toBe('myCenter');
  });

  it('P10 changes with the page that is looked at, which is no page view', () => {
    const tab = openTab();
    tab.go(`${center}?page=2`);
    tab.go(`${center}?page=5`);
    expect(tab.told).toHaveLength(1);
    tab.click();
    expect(tab.last()).toMatchObject({ personalCenterPage: 5, path: `${center}?page=5` });
    tab.go(center);
    expect(tab.go('/tupianHome')).toBe(1);
  });

  it('P11 goes again with a reload of the page after it', () => {
    const tab = openTab();
    tab.go(`${center}?page=4`);
    tab.go('/tupianHome');
    expect(tab.reload()).toBe(4);
    expect(tab.last()).toMatchObject({ from: 'myCenter', fromPath: `${center}?page=4`, seq: 3 });
    expect(tab.go('/similar/1')).toBeUndefined();
  });

  it('P12 goes with a tab that was opened from there', () => {
    const device: Device = { page: undefined };
    openTab(device).go(`${center}?page=4`);
    const other = openTab(device, 'tab-2');
    expect(other.open('/similar/1', `${center}?page=4&phone=138`)).toBe(4);
    expect(other.last()).toMatchObject({ from: 'myCenter', fromPath: `${center}?page=4` });
  });

  it('P13 stays over a logout', () => {
    const device: Device = { page: undefined, userId: 'one' };
    const tab = openTab(device);
    tab.go(`${center}?page=4`);
    tab.logIn(undefined);
    tab.go('/');
    tab.go('/list');
    expect(tab.go(center)).toBe(4);
  });

  it('P14 is that of the tab that wrote last', () => {
    const device: Device = { page: undefined };
    const tabs = [openTab(device), openTab(device, 'tab-2')] as const;
    tabs[0].go(`${center}?page=2`);
    tabs[1].go(`${center}?page=6`);
    tabs[0].click();
    expect(tabs[0].last().personalCenterPage).toBe(6);
  });

  it.each(['/casemineByCreate', '/casemineByCollect?page=3', '/casemineByCase'])('P15 does not go with %s', (url) => {
    expect(openTab(keeping(3)).go(url)).toBeUndefined();
  });

  it('P16 does not go with a page that another site leads to', () => {
    const tab = openTab(keeping(3));
    expect(tab.open('/tupianHome', null)).toBeUndefined();
    expect(tab.go(`${center}?page=2`)).toBe(2);
    expect(tab.open('/tupianHome', null)).toBeUndefined();
    expect(tab.last()).not.toHaveProperty('from');
  });

  it.each([
    [`${center}?page=4`, 4],
    [center, 1],
    ['/otherPersonCenter/5?page=2', 2],
    [`${center}?page=0`, 1],
    [`${center}?page=-2`, 1],
    [`${center}?page=1.5`, 1],
    [`${center}?page=many`, 1],
  ])('is told with the first entry into %s', (url, page) => {
    expect(openTab().go(url)).toBe(page);
  });

  it('is that of the page, not of another one seen before', () => {
    const tab = openTab();
    expect(
      [`${center}?page=3`, '/otherPersonCenter/5?page=2', '/otherPersonCenter/6'].map((url) => tab.go(url)),
    ).toEqual([3, 2, 1]);
  });
});

describe('page views', () => {
  interface Vector {
    n: number;
    input: string;
    path: string;
    query: string;
    hash: string;
    label: string;
    ids?: (string | null)[];
  }

  it.each(vectors as Vector[])('R: vector $n, $input is $label', ({ path, query, hash, label, ids }) => {
    const tab = openTab();
    tab.go('/nowhere/yet');
    tab.go(path + (query && `?${query}`) + (hash && `#${hash}`));
    const { label: told, level, ids: toldIds, from } = tab.last();
    expect({ told, level, toldIds, from }).toEqual({
      told: label,
      level: ids && Number(label.split(':')[1]),
      toldIds: ids,
      from: 'unknown',
    });
  });

  it('Q15 are told once, however often the same page is noted', () => {
    const tab = openTab();
    tab.go('/list');
    tab.again();
    tab.again();
    tab.go('/list?kw=new');
    expect(tab.told.map(({ label, seq }) => [label, seq])).toEqual([['unknown', 1]]);
  });

  it('say the way: the page before with its path, and a return from a picture', () => {
    const tab = openTab();
    for (const url of ['/tupianHome?kw=a', '/tupianHome?kw=a#picture-9', '/tupianHome?kw=a', '/findPage']) tab.go(url);
    expect(tab.told).toMatchObject([
      { seq: 1, label: 'pictureHome', path: '/tupianHome?kw=a' },
      { seq: 2, label: 'imageDetail', hash: 'picture-9', from: 'pictureHome', fromPath: '/tupianHome?kw=a' },
      { seq: 3, label: 'pictureHome', from: 'imageDetail', isReturn: true },
      { seq: 4, label: 'discover', from: 'pictureHome' },
    ]);
    expect(tab.told.map(({ isReturn }) => isReturn)).toEqual([undefined, undefined, true, undefined]);
    expect(new Set(tab.told.map(({ eventId }) => eventId)).size).toBe(4);
  });

  it('Q13 are told again when the browser brings a page back', () => {
    const tab = openTab();
    tab.go('/list');
    tab.open('/findPage');
    tab.restore('/list');
    expect(tab.last()).toMatchObject({ path: '/list', from: 'discover', isRestore: true, seq: 3 });
  });

  it('Q14 are the device’s before a login, which is told once, and the person’s after it', () => {
    const tab = openTab();
    tab.logIn(undefined);
    tab.go('/list');
    tab.logIn('one');
    tab.logIn('one');
    tab.go('/home');
    tab.logIn('two');
    expect(tab.told.map(({ type, userId }) => [type, userId])).toEqual([
      ['pv', undefined],
      ['bind', 'one'],
      ['pv', 'one'],
      ['bind', 'two'],
    ]);
    const loaded = openTab({ page: undefined, userId: 'one' });
    loaded.go('/');
    expect(loaded.told.map(({ type }) => type)).toEqual(['pv']);
  });

  it('Q14 tell a login that loaded the page anew', () => {
    const device: Device = { page: undefined };
    const tab = openTab(device);
    tab.go('/user/login');
    device.userId = 'one';
    tab.open('/list');
    expect(tab.told.map(({ type, seq }) => [type, seq])).toEqual([
      ['pv', 1],
      ['bind', 2],
      ['pv', 3],
    ]);
  });

  it('carry no query value but those that may be told', () => {
    const tab = openTab();
    tab.go('/searchCase?kw=%E5%8C%97&phone=13812345678&page=2&token=x&id=7&unit=u&plan=p&source=s&keyWord=k');
    expect(tab.last().path).toBe('/searchCase?kw=%E5%8C%97&page=2&id=7&unit=u&plan=p&source=s&keyWord=k');
  });

  it('are as short and clean as the server takes them', () => {
    const tab = openTab();
    tab.go(`/classifyPage/%00${'客'.repeat(600)}-b?kw=${'x'.repeat(900)}#${'y'.repeat(900)}`);
    tab.go(`/classifyPage/%00${'客'.repeat(600)}-b?kw=${'x'.repeat(900)}`);
    tab.click({
      long: `${'x'.repeat(199)}😀`,
      lines: 'a\0b\u2028',
      ...Object.fromEntries([...Array(30)].map((_, i) => [`p${i}`, i])),
    });
    for (const event of tab.told) {
      expect(PageEventSchema.safeParse(event).error).toBeUndefined();
      expect(textIssues(PageEventSchema, event)).toEqual([]);
    }
    expect(tab.last().props).toMatchObject({ long: 'x'.repeat(199), lines: 'a b ' });
    expect(Object.keys(tab.last().props ?? {})).toHaveLength(16);
  });
});
