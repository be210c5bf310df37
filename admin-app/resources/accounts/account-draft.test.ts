import { expect, test } from 'vitest';
import type { Account } from '#shared/contract/staff';
import { emptyFields, toFields, toPayload } from './account-draft.ts';

const account: Account = {
  accountId: 'a1',
  phoneNo: '138****1234',
  nickName: '林工',
  userType: 2,
  plan: 'pro',
  planExpiresAt: Date.parse('2027-03-31T23:59:59.999+08:00'),
  isTestUser: false,
  status: 'active',
  statusReason: '',
  bannedUntil: null,
  loginName: null,
  email: null,
  role: null,
  inviteCode: 'AB12',
  tickets: { normal: 1, live: 2, gpt: 3 },
  taskCount: 0,
  createdAt: 0,
  lastLoginAt: null,
  deletedAt: null,
  version: 4,
};

test('a masked number never goes back to the server', () => {
  expect(toFields(account).phoneNo).toBe('');
  expect(toPayload(toFields(account), ['phoneNo', 'nickName'])).toEqual({ nickName: '林工' });
});

test('the day membership ends survives the way through the form', () => {
  expect(toPayload(toFields(account), ['planExpiresAt'])).toEqual({ planExpiresAt: account.planExpiresAt });
});

test('what is left blank in a new account is left out', () => {
  expect(
    toPayload({ ...emptyFields, phoneNo: '13800138000' }, ['userType', 'phoneNo', 'nickName', 'password']),
  ).toEqual({
    userType: 1,
    phoneNo: '13800138000',
  });
});

test('a reason can be taken away again', () => {
  expect(toPayload({ ...emptyFields, statusReason: '' }, ['statusReason'])).toEqual({ statusReason: '' });
});
