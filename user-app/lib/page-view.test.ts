import { describe, expect, it } from 'vitest';
import { type PageView, pageViewOf } from './page-view';

/** What is told on the way through these addresses; numbers are kept as the tracker keeps them. */
function walk(...urls: string[]): (number | undefined)[] {
  let last: PageView | undefined;
  let kept: number | undefined;
  return urls.map((url) => {
    last = pageViewOf(url, last?.label, kept);
    kept = last.personalCenterPage ?? kept;
    return last.personalCenterPage;
  });
}

describe('the page number of a personal center', () => {
  it.each([
    ['/myPersonCenter?page=4', 4],
    ['/myPersonCenter', 1],
    ['/otherPersonCenter/5?page=2', 2],
    ['/casemineByCreate?tab=a&page=3', 3],
    ['/casemineByCollect', 1],
    ['/casemineByCase?page=7', 7],
    ['/myPersonCenter?page=0', 1],
    ['/myPersonCenter?page=-2', 1],
    ['/myPersonCenter?page=1.5', 1],
    ['/myPersonCenter?page=many', 1],
  ])('is told with the first entry into %s', (url, page) => {
    expect(walk(url)).toEqual([page]);
  });

  it('is that of the page, not of another one seen before', () => {
    expect(walk('/myPersonCenter?page=3', '/otherPersonCenter/5?page=2', '/casemineByCase')).toEqual([3, 2, 1]);
  });

  it('goes with the page after it, and no further', () => {
    expect(walk('/list', '/myPersonCenter?page=4', '/list', '/home')).toEqual([undefined, 4, 4, undefined]);
  });

  it('goes with a picture that is opened there', () => {
    expect(walk('/otherPersonCenter/5?page=2', '/otherPersonCenter/5?page=2#picture-9')).toEqual([2, 2]);
  });
});

it('a view says its page, where from, and its address as far as an event takes it', () => {
  expect(pageViewOf('/tupianHome', 'home', 3)).toEqual({ label: 'pictureHome', path: '/tupianHome', from: 'home' });
  expect(pageViewOf(`/list?${'x'.repeat(600)}`, undefined, undefined).path).toHaveLength(500);
});
