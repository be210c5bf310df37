import { clearCache } from 'ahooks';
import axe from 'axe-core';
import type { ReactNode } from 'react';
import { afterEach, beforeEach, expect } from 'vitest';
import { type Locator, page, userEvent } from 'vitest/browser';
import { render } from 'vitest-browser-react';
import type { VipInfo } from '#shared/contract/auth';
import { cssVariables, darkPalette, lightPalette, scaleVariables, sizes } from '#shared/design/tokens';
import type { InitialState } from '../../user-app/data/user';
import { closeLogin } from '../../user-app/lib/app-store';
import { closeCheckout } from '../../user-app/lib/shop-store';
import { chooseTheme } from '../../user-app/lib/theme';
import { ToastHolder } from '../../user-app/ui/toast-holder';
import { atRest } from './at-rest.ts';
import { answerFaults, beginAnswers } from './component-answers.ts';
import { openRouter } from './component-router.tsx';
import { connectWires } from './component-wires.ts';

export { answerWith, asked } from './component-answers.ts';
export { history } from './component-router.tsx';
export { openStudio, pictureOf, startOfTests, taskOf } from './component-studio.ts';
export { tellOf } from './component-wires.ts';

connectWires();

const tokens = document.head.appendChild(document.createElement('style'));
tokens.textContent = `:root { ${scaleVariables} --header: ${sizes.header}px; }
:root, [data-theme='light'] { ${cssVariables(lightPalette)} color-scheme: light; }
[data-theme='dark'] { ${cssVariables(darkPalette)} color-scheme: dark; }`;

/** Each test has an account of its own: what browsers keep is kept by account, also from file to file. */
let accountId = `user-${crypto.randomUUID()}`;

beforeEach(async () => {
  beginAnswers();
  chooseTheme('light');
  localStorage.clear();
  sessionStorage.clear();
  window.history.replaceState(null, '');
  clearCache();
  closeLogin();
  closeCheckout();
  accountId = `user-${crypto.randomUUID()}`;
  await page.viewport(1440, 900);
});
afterEach(() => {
  expect(answerFaults()).toEqual([]);
});

const flags = { canUse: true, canDownloadClean: false, canUse2K: false, canUse4K: false, canPrivate: false };

/** State of a logged-in user; on the free plan when `vip` does not change it. */
export function memberOf(vip: Partial<VipInfo> = {}): InitialState {
  return {
    userType: 1,
    isNew: false,
    user: {
      ...{ userId: accountId, phoneNo: '138****1234', nickName: '林工', avatar: '', userType: 1, isTestUser: false },
      ...{ inviteCode: 'INVITE', createdAt: Date.parse('2026-11-01T00:00:00+08:00') },
    },
    vip: {
      ...{ plan: 'free', planTitle: '免费版', expiresAt: null, limits: { running: 1, queued: 3 } },
      flags: { ...flags, isTester: false },
      ...vip,
    },
  };
}

/** Settings of the site, as an operator who switched nothing on has them. */
export const siteSettings = {
  ...{ filingNumber: '', agreementVersion: 'user-1,privacy-1', isLocal: false, isAgreementTickedByDefault: false },
  ...{ outboxes: { sms: true, email: true }, contact: null, clientDownloads: [], extensionUrl: '' },
  logins: { wechat: false, email: true, account: true },
};

interface Shown {
  /** Address in the browser. */
  at?: string;
  /** Path of the route that it belongs to, where it has places (`/works/:id`). */
  route?: string;
  /** Logged out when absent. */
  person?: InitialState;
  /** True when the part brings the landmark of its page along. */
  isWhole?: boolean;
}

/** Shows a part of the user app at an address, with what it says in toasts. */
export function show(element: ReactNode, { at = '/', route = at.split('?')[0] ?? at, person, isWhole }: Shown = {}) {
  return render(
    openRouter(
      <>
        {isWhole ? element : <main>{element}</main>}
        <ToastHolder />
      </>,
      at,
      route,
      person,
    ),
  );
}

/** A part of a page has no heading of the page; every page's own is looked for in `tests/e2e/shell.spec.ts`. */
const partRules = { 'page-has-heading-one': { enabled: false } };

/** Faults that axe finds in what is shown and at rest, in words. */
export async function accessibilityFaults(): Promise<string[]> {
  await atRest();
  const { violations } = await axe.run(document, { resultTypes: ['violations'], rules: partRules });
  return violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' ')}`);
}

/** The same in light and in dark colours; in the dark only what looks at colours is asked again. */
export async function faultsInLightAndDark(): Promise<string[]> {
  const light = await accessibilityFaults();
  chooseTheme('dark');
  await atRest();
  const colours = { type: 'rule' as const, values: ['color-contrast', 'link-in-text-block'] };
  const { violations } = await axe.run(document, { resultTypes: ['violations'], runOnly: colours });
  const dark = violations.map(({ id, nodes }) => `dark: ${id}: ${nodes.map(({ html }) => html).join(' ')}`);
  chooseTheme('light');
  return [...light, ...dark];
}

/** Parts that lie outside the window's width without a part around them that cuts or scrolls. */
export function sidewaysParts(): string[] {
  const isHeld = (part: Element): boolean => {
    for (let around = part.parentElement; around && around !== document.body; around = around.parentElement)
      if (getComputedStyle(around).overflowX !== 'visible') return true;
    return false;
  };
  return [...document.body.querySelectorAll('*')]
    .filter((part) => {
      const { width, left, right } = part.getBoundingClientRect();
      return width > 0 && (right > window.innerWidth + 1 || left < -1) && !isHeld(part);
    })
    .map((part) => part.outerHTML.slice(0, 120));
}

/** Narrows the window to a phone that is held upright. */
export const onPhone = () => page.viewport(390, 844);

/** A picture file of one colour. */
export async function pictureFile(name = 'picture.png', width = 400, height = 300): Promise<File> {
  const canvas = new OffscreenCanvas(width, height);
  const context = canvas.getContext('2d');
  if (!context) throw new Error('no canvas');
  context.fillStyle = '#7d9a63';
  context.fillRect(0, 0, width, height);
  const type = name.endsWith('.jpg') ? 'image/jpeg' : 'image/png';
  return new File([await canvas.convertToBlob({ type })], name, { type });
}

function clipboardOf(files: readonly File[]): DataTransfer {
  const data = new DataTransfer();
  for (const file of files) data.items.add(file);
  return data;
}

/** Chooses files in the first field for files on the page, once it is there. */
export async function chooseFiles(...files: File[]): Promise<void> {
  const field = () => document.querySelector<HTMLInputElement>('input[type=file]');
  await expect.poll(field).not.toBeNull();
  const input = field();
  if (!input) return;
  input.files = clipboardOf(files).files;
  input.dispatchEvent(new Event('change', { bubbles: true }));
}

/** Pastes files where the focus is. */
export function pasteFiles(...files: File[]): void {
  const paste = { clipboardData: clipboardOf(files), bubbles: true, cancelable: true };
  document.activeElement?.dispatchEvent(new ClipboardEvent('paste', paste));
}

/** Presses keys where a person has come to by Tab. Names of keys as `userEvent.keyboard` takes them. */
export async function press(locator: Locator, keys: string): Promise<void> {
  await expect.element(locator).toBeVisible();
  (locator.element() as HTMLElement).focus();
  await userEvent.keyboard(keys);
}
