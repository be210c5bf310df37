import { beforeEach, expect, test } from 'vitest';
import {
  closeDialog,
  closeWeChat,
  noteToolState,
  openDialog,
  productState,
  setProductState,
  showWeChat,
  startState,
} from './product-state';

beforeEach(() => setProductState(startState));

test('begins as docs/RULES.md R24 says', () => {
  expect(productState()).toMatchObject({ list_tab: 1, active_mine_key: '请选择分类', function_page: '' });
  expect(Object.values(productState().dialogs).every((isOpen) => !isOpen)).toBe(true);
});

test('each dialog has a flag of its own', () => {
  openDialog('contact');
  openDialog('recharge');
  closeDialog('contact');
  expect(productState().dialogs).toEqual({ ...startState.dialogs, recharge: true });
});

test('every tool keeps its own type and base picture', () => {
  noteToolState('toline', { typeIndex: -1, picture: '/a' });
  noteToolState('indoorRender', { typeIndex: 3, picture: '' });
  const before = productState();
  noteToolState('toline', { typeIndex: -1, picture: '/a' });
  expect(productState()).toBe(before);
  expect(before).toMatchObject({
    classifyId2_index: { toline: -1, indoorRender: 3 },
    upload_show_img: { toline: '/a', indoorRender: '' },
  });
});

test('the scan login says what it shows, and that the person has left it', () => {
  showWeChat('login');
  expect(productState().weChat).toEqual({ isOpen: true, type: 'login', isClosed: false });
  showWeChat('bind');
  closeWeChat();
  expect(productState().weChat).toEqual({ isOpen: false, type: 'bind', isClosed: true });
});
