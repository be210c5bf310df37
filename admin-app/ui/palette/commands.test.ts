import PinyinMatch from 'pinyin-match';
import { expect, test } from 'vitest';
import type { ConsoleResource } from '../console-resource.ts';
import { found, pageCommands } from './commands.ts';

const resource = (name: string, path: string, label: string, isMade = false) =>
  ({
    name,
    path,
    label,
    group: '销售',
    drawers: isMade ? [{ path: 'create', action: 'create' }] : [],
  }) as unknown as ConsoleResource;
const resources = [resource('orders', 'orders', '订单'), resource('products', 'products', '商品', true)];
const titles = (typed: string, pinyin = true) =>
  found(
    pageCommands(resources, () => true),
    typed,
    pinyin ? PinyinMatch : undefined,
  ).map(({ title }) => title);

test('pages are found by characters, pinyin, initials and their address', () => {
  expect(titles('订')).toEqual(['订单']);
  expect(titles('dingdan')).toEqual(['订单']);
  expect(titles('sp')).toEqual(['商品', '新建：商品']);
  expect(titles('orders', false)).toEqual(['订单']);
  expect(titles(' ')).toEqual(['订单', '商品', '新建：商品']);
  expect(titles('zzz')).toEqual([]);
});

test('what one may not do is not offered', () => {
  const mine = pageCommands(resources, (name, action) => name === 'products' && action === 'list');
  expect(mine.map(({ key }) => key)).toEqual(['page:products']);
});
