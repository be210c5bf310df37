import axe from 'axe-core';
import type { ReactNode } from 'react';
import { afterEach, beforeEach, expect } from 'vitest';
import { type Locator, page, userEvent } from 'vitest/browser';
import { render } from 'vitest-browser-react';
import type { VipInfo } from '#shared/contract/auth';
import { cssVariables, darkPalette, lightPalette, scaleVariables, sizes } from '#shared/design/tokens';
import type { InitialState } from '../../user-app/data/user';
import { ToastHolder } from '../../user-app/ui/toast-holder';
import { atRest } from './at-rest.ts';
import { answerFaults, answeringFetch, beginAnswers } from './component-answers.ts';
import { openRouter } from './component-router.tsx';

export { answerWith, asked } from './component-answers.ts';
export { history } from './component-router.tsx';

globalThis.fetch = answeringFetch;

const tokens = document.head.appendChild(document.createElement('style'));
tokens.textContent = `:root { ${scaleVariables} --header: ${sizes.header}px; }
:root, [data-theme='light'] { ${cssVariables(lightPalette)} color-scheme: light; }
[data-theme='dark'] { ${cssVariables(darkPalette)} color-scheme: dark; }`;

beforeEach(async () => {
  beginAnswers();
  localStorage.clear();
  sessionStorage.clear();
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
      ...{ userId: 'user-1', phoneNo: '138****1234', nickName: '林工', avatar: '', userType: 1, isTestUser: false },
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
}

/** Shows a part of the user app at an address, with what it says in toasts. */
export function show(element: ReactNode, { at = '/', route = at.split('?')[0] ?? at, person }: Shown = {}) {
  return render(
    openRouter(
      <>
        <main>{element}</main>
        <ToastHolder />
      </>,
      at,
      route,
      person,
    ),
  );
}

/** Faults that axe finds in what is shown and at rest, in words. */
export async function accessibilityFaults(): Promise<string[]> {
  await atRest();
  const { violations } = await axe.run(document, { resultTypes: ['violations'] });
  return violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' ')}`);
}

/** Presses keys where a person has come to by Tab. Names of keys as `userEvent.keyboard` takes them. */
export async function press(locator: Locator, keys: string): Promise<void> {
  await expect.element(locator).toBeVisible();
  (locator.element() as HTMLElement).focus();
  await userEvent.keyboard(keys);
}
