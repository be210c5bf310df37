import { expect, test } from 'vitest';
import { openingsIn, regionsIn, roomsIn } from './findings';
import { forgetRoom, isRoomChanged, nameRoom, reassign } from './rows';

const found = ['客厅', '卧室1', '卧室2', '厨房'].map((name, place) => ({ name, floor: 'wood', x: place * 100, y: 50 }));

test('a region has one class: the last that was said', () => {
  const first = { x: 10, y: 10, name: '水体' };
  const other = { x: 300, y: 10, name: '道路' };
  const isSame = ({ x }: { x: number }) => x < 100;
  expect(reassign([first, other], { x: 12, y: 14, name: '绿地' }, isSame)).toEqual([
    other,
    { x: 12, y: 14, name: '绿地' },
  ]);
});

test('the third room is named without renaming the larger ones', () => {
  const rows = nameRoom([], 2, { name: '书房', floor: 'carpet' }, found);
  expect(rows).toEqual([
    { name: '客厅', floor: 'auto' },
    { name: '卧室1', floor: 'auto' },
    { name: '书房', floor: 'carpet' },
  ]);
  expect(rows.map((row, place) => isRoomChanged(row, found[place]))).toEqual([false, false, true]);
});

test('taking back the last correction leaves no rows, an earlier one leaves the later', () => {
  const both = nameRoom(
    nameRoom([], 2, { name: '书房', floor: 'auto' }, found),
    0,
    { name: '大厅', floor: 'stone' },
    found,
  );
  expect(forgetRoom(forgetRoom(both, 2, found), 0, found)).toEqual([]);
  expect(forgetRoom(both, 0, found)[0]).toEqual({ name: '客厅', floor: 'auto' });
  expect(forgetRoom(both, 0, found)).toHaveLength(3);
});

test('what the engine lists is read, and anything else is no finding', () => {
  expect(regionsIn({ regionList: '12,34,0;560,7,3' })).toEqual([
    { x: 12, y: 34, row: 0 },
    { x: 560, y: 7, row: 3 },
  ]);
  expect(openingsIn({ gapList: 'door 600,245 74; window 350,800 182' })).toEqual([
    { x: 600, y: 245, length: 74 },
    { x: 350, y: 800, length: 182 },
  ]);
  expect(roomsIn({ roomList: JSON.stringify([...found, { name: 7 }]) })).toEqual(found);
  expect([regionsIn({ regionList: '' }), roomsIn({ roomList: '{' }), regionsIn(undefined)]).toEqual([[], [], []]);
});
