import type {} from '@vitest/browser-playwright';
import axe from 'axe-core';
import dayjs from 'dayjs';
import 'dayjs/locale/zh-cn';
import { expect } from 'vitest';
import { cdp, type Locator, page } from 'vitest/browser';
import { cleanup, render } from 'vitest-browser-react';
import { consoleContract, type ListCallName } from '#shared/contract/console';
import type { Endpoint } from '#shared/contract/endpoint';
import type { Account } from '#shared/contract/staff';
import { permissionsOf, type StaffRole } from '#shared/domain/staff-permissions';
import { type ErrorReason, ProductError } from '#shared/errors';
import { App } from '../../admin-app/App.tsx';
import { queryClient } from '../../admin-app/providers/query-client.ts';
import { staffSession } from '../../admin-app/providers/staff-session.ts';
import '../../admin-app/ui/console.css';
import '../../admin-app/ui/dialog.css';
import '../../admin-app/ui/drawer.css';
import '../../admin-app/ui/list.css';
import '../../admin-app/ui/menu.css';
import '../../admin-app/ui/shell.css';
import '../../admin-app/ui/table.css';
import { atRest } from './at-rest.ts';
import { type Answers, answerWith, asked } from './component-answers.ts';
import { startOfTests, toolAnswers } from './component-studio.ts';
import { press } from './components.tsx';

dayjs.locale('zh-cn');

const emptyLists = Object.fromEntries(
  Object.entries<Endpoint>(consoleContract).flatMap(([name, { list }]) => (list ? [[name, []]] : [])),
);

/** Opens the console at one of its addresses as staff of a role. Every list is empty unless `answers` say otherwise. */
export async function openConsole(at: string, answers: Answers = {}, role: StaffRole = 'admin') {
  answerWith({
    ...emptyLists,
    accountPage: { list: [], total: 0, page: 1, size: 100 },
    tools: toolAnswers,
    myPermissions: {
      ...{ accountId: `staff-${role}`, loginName: role, nickName: '值班', role, permissions: [...permissionsOf(role)] },
      ...{ isTrusted: true, mustSetUp: [] },
    },
    ...answers,
  });
  window.history.replaceState(null, '', at);
  return reload();
}

/** Begins the page again at the address that it shows, as a load does. */
export async function reload() {
  await cleanup();
  queryClient.clear();
  await staffSession.refresh();
  return render(<App />);
}

/** The address that the console shows. */
export const address = () => location.pathname + location.search;

/** Returns the parsed input of the last call with this name in the contract; undefined when it was never called. */
export const lastSent = (name: string) => asked.findLast((call) => call.name === name)?.sent;

export const row = (text: string | RegExp) => page.getByRole('row').filter({ hasText: text });
/** The drawer or question that is open, by words in it where several are: in tests antd gives all of them one id. */
export function dialog(words?: string | RegExp): Locator {
  const open = page.getByRole('dialog');
  return words === undefined ? open : open.filter({ hasText: words });
}

/** Locator of a notification by its text. */
export const told = (sentence: string | RegExp) => page.getByText(sentence);

/** Faults against the accessibility rules of level AA in what is shown and at rest, in light and in dark colours. */
export async function consoleFaults(): Promise<string[]> {
  const light = await faultsBy(['wcag2a', 'wcag2aa', 'wcag21aa']);
  await wear('dark');
  const dark = await faultsBy(['color-contrast', 'link-in-text-block']);
  await wear('light');
  return [...light, ...dark.map((fault) => `dark: ${fault}`)];
}

async function faultsBy(runOnly: string[]): Promise<string[]> {
  await atRest();
  const { violations } = await axe.run(document, { resultTypes: ['violations'], runOnly });
  return violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' ')}`);
}

/** Sets what the browser says of the system's colours; a page that moves less stays so. */
async function wear(colours: 'light' | 'dark'): Promise<void> {
  const features = [
    { name: 'prefers-color-scheme', value: colours },
    { name: 'prefers-reduced-motion', value: 'reduce' },
  ];
  await cdp().send('Emulation.setEmulatedMedia', { features });
  await expect.poll(() => document.documentElement.style.colorScheme).toBe(colours);
}

/** Chooses an option of a select by its words. */
export async function choose(field: Locator, option: string): Promise<void> {
  await press(field, '{Enter}');
  await page.getByTitle(option, { exact: true }).last().click();
}

interface Kept {
  id: string;
  version?: number;
}

/** Records that change as staff change them, each change with the next version. */
export function recordsOf<R extends Kept>(
  list: readonly R[],
  changedMeanwhile: ErrorReason = 'product.changed_meanwhile',
) {
  const records = new Map(list.map((record) => [record.id, record]));
  const get = (id: unknown): R => {
    const record = records.get(String(id));
    if (!record) throw new ProductError('record.not_found');
    return record;
  };
  const put = (record: R): R => {
    records.set(record.id, record);
    return record;
  };
  return {
    get,
    put,
    all: () => [...records.values()],
    remove: (id: unknown) => records.delete(String(id)),
    /** Changes a record; with a version that is no longer the record’s it is refused. */
    change({ id, version, ...part }: Record<string, unknown>): R {
      const current = get(id);
      if (version !== undefined && version !== current.version)
        throw new ProductError(changedMeanwhile, { beside: { current } });
      return put({ ...current, ...part, version: (current.version ?? 0) + 1 } as R);
    },
  };
}

/** A user of the free plan. */
export function accountOf(accountId: string, part: Partial<Account> = {}): Account {
  return {
    ...{ accountId, phoneNo: '138****0001', nickName: '林工', userType: 1, plan: 'free', planExpiresAt: null },
    ...{ isTestUser: false, status: 'active', statusReason: '', bannedUntil: null, loginName: null, email: null },
    ...{ role: null, inviteCode: 'INVITE', tickets: { normal: 23, live: 3, gpt: 30 }, taskCount: 0 },
    ...{ createdAt: startOfTests, lastLoginAt: null, deletedAt: null, version: 1 },
    ...part,
  };
}

/** Answers the calls of accounts from records. */
export function accountsOf(...list: readonly Account[]) {
  const records = recordsOf(
    list.map((account) => ({ ...account, id: account.accountId })),
    'account.changed_meanwhile',
  );
  const plain = ({ id: _id, ...account }: Account & Kept): Account => account;
  const answers: Answers = {
    accountPage({ keyword = '', status, page: number = 1, size = 20 }) {
      const found = records.all().filter(({ nickName, phoneNo, deletedAt, ...account }) => {
        if ((status === 'deleted') !== (deletedAt !== null)) return false;
        if (status && status !== 'deleted' && account.status !== status) return false;
        return `${nickName} ${phoneNo}`.includes(String(keyword));
      });
      const begin = (Number(number) - 1) * Number(size);
      return {
        list: found.slice(begin, begin + Number(size)).map(plain),
        ...{ total: found.length, page: Number(number), size: Number(size) },
      };
    },
    accountDetail: ({ accountId }) => plain(records.get(accountId)),
    createAccount: (draft) => {
      const account = accountOf(`account-${records.all().length + 1}`, draft);
      return plain(records.put({ ...account, id: account.accountId }));
    },
    updateAccount: ({ accountId, ...part }) => plain(records.change({ id: accountId, ...part })),
    deleteAccount({ accountId }, headers) {
      headers.set('x-change-id', `change-${accountId}`);
      records.change({ id: accountId, deletedAt: startOfTests });
      return null;
    },
    restoreAccount: ({ accountId }) => plain(records.change({ id: accountId, deletedAt: null })),
    revertChange({ id }) {
      records.change({ id: String(id).replace('change-', ''), deletedAt: null });
      return {
        ...{ id: String(id), title: '删除账号', state: 'reverted', count: 1, records: [], left: [] },
        ...{ createdAt: startOfTests, undoUntil: startOfTests, revertedAt: startOfTests },
      };
    },
  };
  return { ...records, answers };
}

/** Answers the list of records and the reading of one of them, by the name of the list's call. */
export function listOf<R extends Kept>(name: ListCallName, { all, get }: ReturnType<typeof recordsOf<R>>): Answers {
  return { [name]: all, [`${name}Row`]: ({ id }: Record<string, unknown>) => get(id) } as Answers;
}
