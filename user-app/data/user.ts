import { useEffect, useRef } from 'react';
import { ApiError } from '#shared/client/create-client';
import { TransportError } from '#shared/client/transport';
import type { LoginAnswer, UserInfo, UserType, VipInfo } from '#shared/contract/auth';
import type { Answer } from '#shared/contract/endpoint';
import type { scanContract } from '#shared/contract/scan';
import { api } from '../lib/api';
import { forgetInterruption } from '../lib/interruption';
import { deleteOfflineCaches } from '../lib/offline-cache-names';
import { joinTabs } from '../lib/other-tabs';
import { deletePersonalDatabases } from '../lib/personal-databases';
import { useModel } from '../lib/router';
import { forgetSession, hasSession } from '../lib/session-hint';
import { readJson, readText, removeKeys, storageKeys, writeJson, writeText } from '../lib/storage';
import { toast } from '../lib/toast';
import { trackUser } from '../lib/track/track';
import { write } from '../lib/write';
import { onLoginNews, tellLogin } from './login-news';

/** The current user as two calls give it, merged (docs/RULES.md R34). Unknown users have type 0 and no `user`. */
export interface InitialState {
  userType: UserType;
  user: UserInfo | undefined;
  vip: VipInfo | undefined;
  /** True when this login made the account. */
  isNew: boolean;
}

const unknownUser: InitialState = { userType: 0, user: undefined, vip: undefined, isNew: false };

/**
 * Reads the current user; without a session nobody is asked. A failure means an unknown user, or without a network the
 * one seen last on this device (docs/RULES.md R34).
 */
export async function loadCurrentUser(): Promise<InitialState> {
  if (!hasSession()) return forgetUser();
  try {
    const [user, vip] = await Promise.all([api.userInfo(), api.getVipInfo()]);
    writeText(storageKeys.userType, String(user.userType));
    writeJson(storageKeys.userInfo, user);
    joinTabs(user.userId);
    trackUser();
    return { userType: user.userType, user, vip, isNew: readText(storageKeys.isNew) === 'true' };
  } catch (error) {
    if (error instanceof ApiError && error.status === 401) forgetSession();
    const known =
      error instanceof TransportError ? (readJson(storageKeys.userInfo) as UserInfo | undefined) : undefined;
    // Without a network whoever was here last still is; the server decides again with the next answer.
    return known ? { ...unknownUser, userType: known.userType, user: known } : forgetUser();
  }
}

function forgetUser(): InitialState {
  joinTabs(undefined);
  removeKeys(storageKeys.userType, storageKeys.userInfo);
  return unknownUser;
}

/** The current user, and `refresh` to read it again after a login. */
export function useCurrentUser(): InitialState & { refresh: () => Promise<void> } {
  const { initialState, refresh } = useModel('@@initialState');
  return { ...(initialState ?? unknownUser), refresh };
}

/**
 * Follows logins and logouts of other tabs: who was not logged in here keeps the page, of another person's nothing stays.
 */
export function useLoginOfOtherTabs(): void {
  const { user, refresh } = useCurrentUser();
  const shown = useRef(user?.userId);
  shown.current = user?.userId;
  useEffect(
    () =>
      onLoginNews(() => {
        if (shown.current !== undefined) window.location.reload();
        else if (hasSession()) void refresh();
      }),
    [refresh],
  );
}

/** Keeps a small square picture as the person's own, or none. */
export async function setAvatar(avatar: string): Promise<void> {
  await api.setAvatar({ avatar });
}

export function sendSmsCode(phoneNo: string) {
  return api.sendSmsCode({ phoneNo });
}

/** Parts of the login's `source`, read from local storage (docs/RULES.md R29); undefined when nothing is kept. */
function loginSource(): Record<string, string> | undefined {
  const parts = {
    keyWord: readText(storageKeys.sourceKeyWord),
    plan: readText(storageKeys.sourcePlan),
    source: readText(storageKeys.sourceSource),
    unit: readText(storageKeys.sourceUnit),
  };
  const known = Object.entries(parts).filter((entry): entry is [string, string] => entry[1] !== undefined);
  return known.length > 0 ? Object.fromEntries(known) : undefined;
}

/** Facts that every login sends besides its credentials. */
export interface LoginCircumstances {
  agreementVersion: string;
  deviceId: string;
}

export interface PhoneLoginValues extends LoginCircumstances {
  phoneNo: string;
  verifyCode: string;
  inviteCode: string;
}

/** Keeps what logout and the next visit need (docs/RULES.md R33). */
function keepLogin({ inviteCode, isNew, redirectUrl }: LoginAnswer): void {
  writeText(storageKeys.isNew, String(isNew));
  writeText(storageKeys.inviteCode, inviteCode);
  writeText(storageKeys.redirectUrl, redirectUrl);
  removeKeys(storageKeys.temporarySubUuid);
  tellLogin();
}

/** @param binding the confirmed scan whose WeChat this phone is bound to, and whether its account may be joined */
export async function login(
  { inviteCode, ...values }: PhoneLoginValues,
  binding?: { scanTicket: string; isMergeAgreed: boolean },
): Promise<void> {
  const source = loginSource();
  const answer = await api.login({
    ...values,
    type: binding ? 3 : inviteCode ? 2 : 1,
    ...binding,
    ...(inviteCode ? { inviteCode } : {}),
    ...(source ? { source } : {}),
  });
  writeText(storageKeys.phoneNo, values.phoneNo);
  keepLogin(answer);
}

export async function loginByEmail(values: LoginCircumstances & { email: string; verifyCode: string }): Promise<void> {
  keepLogin(await api.loginByEmail(values));
}

export async function loginByAccount(
  values: LoginCircumstances & { account: string; password: string },
): Promise<void> {
  keepLogin(await api.loginByAccount(values));
}

export function sendEmailCode(email: string) {
  return api.sendEmailCode({ email });
}

export type ScanCode = Answer<typeof scanContract.getQrCode>;
export type ScanState = Answer<typeof scanContract.checkScan>;

export function getScanCode(): Promise<ScanCode> {
  return api.getQrCode();
}

/** State of a scan; the first call after its confirmation may be the login. */
export async function checkScan(ticket: string, circumstances: LoginCircumstances): Promise<ScanState> {
  const state = await api.checkScan({ ticket, ...circumstances });
  if (state.login) keepLogin(state.login);
  return state;
}

/**
 * Ends the session on the server and deletes the user's data on this device (docs/RULES.md R35), even if the server
 * refuses the requests. Throws {@link TransportError} when there was no response: the session may still exist, so
 * nothing is deleted, because the next page would show the user as logged in.
 */
async function logout(): Promise<void> {
  await api.invalidateSession().catch((error: unknown) => {
    if (error instanceof TransportError) throw error;
  });
  removeKeys(storageKeys.userInfo);
  const redirectUrl = readText(storageKeys.redirectUrl);
  if (redirectUrl) await deleteTicketResource(redirectUrl);
  forgetInterruption();
  await Promise.all([deletePersonalDatabases(), deleteOfflineCaches()]);
  removeKeys(
    storageKeys.isNew,
    storageKeys.userType,
    storageKeys.userInfo,
    storageKeys.redirectUrl,
    storageKeys.defaultCollect,
    storageKeys.loginAccountId,
    storageKeys.promptHistory,
    storageKeys.chatDrafts,
    storageKeys.buildingViews,
    storageKeys.buildingDrafts,
    storageKeys.buildingSavedViews,
    storageKeys.gallerySearches,
    storageKeys.keptTools,
  );
  tellLogin();
}

/** Ends the session, then starts afresh at the main page (docs/RULES.md R35). */
export async function leave(): Promise<void> {
  try {
    await logout();
  } catch (error) {
    const isUnsent = error instanceof TransportError && error.kind === 'offline';
    toast.error(isUnsent ? '网络已断开，还没有退出登录' : '没有收到答复，可能还没有退出登录，请再试一次');
    return;
  }
  // A full load, so that nothing of the former user stays in memory.
  window.location.assign('/');
}

async function deleteTicketResource(url: string): Promise<void> {
  const target = new URL(url, window.location.origin);
  // The address comes from local storage, which can be tampered with: only our own origin gets the request.
  if (target.origin !== window.location.origin) return;
  const send = () =>
    fetch(target, { method: 'DELETE', credentials: 'include' }).catch((cause: unknown) => {
      throw new TransportError('network', cause);
    });
  await write(send).catch(() => undefined);
}
