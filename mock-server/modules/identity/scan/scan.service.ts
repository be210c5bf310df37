import QrCode from 'qrcode';
import type { LoginAnswer } from '#shared/contract/auth';
import { ProductError } from '#shared/errors';
import type { Clock } from '../../../adapters/clock/port.ts';
import {
  type CallbackCall,
  CallbackRefused,
  type QrLoginProvider,
  QrLoginUnreachable,
  type ScanEvent,
} from '../../../adapters/qr-login/port.ts';
import type { Ids } from '../../../ids.ts';
import { withDeps } from '../../../with-deps.ts';
import { limitHit, networkOf, tooOften } from '../../base/limits.ts';
import type { Db, Store } from '../../base/store.ts';
import type { AccountService } from '../account/account.service.ts';
import { hashSecret } from '../account/password.ts';
import type { AuthService } from '../auth/auth.service.ts';
import type { BindRequest, EnteredLogin, LoginCircumstances } from '../auth/login.service.ts';
import * as scans from './scan.repository.ts';
import { isBindable, isOpen, sceneLimit, sceneSeconds, scenesKeptMs, statusAt } from './scan.rules.ts';

export interface ScanDeps {
  store: Store;
  clock: Clock;
  ids: Ids;
  accounts: AccountService;
  auth: AuthService;
  /** Absent where the operator has switched scan login off. */
  provider: QrLoginProvider | undefined;
}

export type ScanService = ReturnType<typeof createScanService>;

/** A scene for those who play the phone. */
export interface SceneView {
  scene: string;
  status: scans.ScanSceneRow['status'];
  openId: string | null;
  nickName: string;
  createdAt: number;
}

export interface ScanState {
  status: scans.ScanSceneRow['status'];
  person: { nickName: string; avatar: string } | null;
  login: LoginAnswer | null;
  needsPhone: boolean;
}

/**
 * Login by a QR code scanned with WeChat (docs/RULES.md R38). A scene belongs to the browser that asked for it, by a
 * secret in that browser's cookie: a confirmation logs nobody else in.
 */
export function createScanService(deps: ScanDeps) {
  const { store, clock } = deps;
  return {
    ...withDeps(deps, {
      open,
      check,
      bindAndLogin,
      proveAddress,
      receiveCallback,
      look,
      lookByTicket,
      newest,
      receive,
    }),
    sweep: () => store.slices.run((rows) => scans.removeScenes(store.db, clock.now() - scenesKeptMs, rows)),
  };
}

/**
 * A new QR code; the browser's earlier one ends. Throws `scan.unavailable`, `request.too_often`.
 * @param browser the secret in the browser's cookie, if it has one
 * @param origin the product's address as the browser sees it
 */
async function open(
  { provider, ids, clock, store }: ScanDeps,
  browser: string | undefined,
  origin: string,
  address: string,
) {
  if (!provider) throw new ProductError('scan.unavailable');
  const secret = browser || ids.secret();
  const [scene, ticket] = [ids.secret(), ids.secret()];
  const now = clock.now();
  const expireAt = now + sceneSeconds * 1000;
  await store.transact(async (tx) => {
    const times = await scans.sceneTimes(tx, networkOf(address), now - sceneLimit.windowMs);
    const hit = limitHit([sceneLimit], times, now);
    if (hit) throw tooOften(hit.seconds);
    await scans.supersedeScenes(tx, hashSecret(secret));
    await scans.insertScene(tx, {
      id: scene,
      ticket_hash: hashSecret(ticket),
      browser_hash: hashSecret(secret),
      status: 'waiting',
      open_id: null,
      union_id: null,
      confirmed_at: null,
      redeemed_at: null,
      address: networkOf(address),
      created_at: now,
      expires_at: expireAt,
    });
  });
  try {
    const { url } = await provider.open(scene, sceneSeconds, origin);
    const qrImage = await QrCode.toDataURL(url, { errorCorrectionLevel: 'M', margin: 2, width: 360 });
    const answer = { ticket, qrImage, url, expireAt, leftMs: expireAt - clock.now() };
    return { browser: secret, answer: { ...answer, isSimulated: provider.isSimulated } };
  } catch (cause) {
    await scans.removeScene(store.db, scene);
    if (cause instanceof QrLoginUnreachable) throw new ProductError('scan.unavailable', { cause });
    throw cause;
  }
}

/**
 * Outcome of a scene. The first call after the confirmation logs a known person in; later ones only report it. Throws
 * `scan.not_found`, `auth.banned`.
 */
async function check(
  { store, clock, auth, accounts }: ScanDeps,
  ticket: string,
  browser: string | undefined,
  from: LoginCircumstances,
): Promise<{ state: ScanState; token: string | null }> {
  return store.transact(async (tx) => {
    const scene = await ownScene(tx, ticket, browser);
    const now = clock.now();
    const status = statusAt(scene, now);
    const person = scene.open_id === null ? null : { nickName: scene.nick_name, avatar: scene.avatar };
    const state: ScanState = { status, person, login: null, needsPhone: false };
    if (status !== 'confirmed' || scene.open_id === null) return { state, token: null };
    const identity = await scans.findIdentity(tx, scene.open_id);
    if (scene.redeemed_at === null) await scans.updateScene(tx, scene.id, { redeemed_at: now });
    if (!identity) return { state: { ...state, needsPhone: isBindable(scene, now) }, token: null };
    if (scene.redeemed_at !== null) return { state, token: null };
    const { token, answer } = await auth.enter(tx, await accounts.find(tx, identity.account_id), false, from);
    return { state: { ...state, login: answer }, token };
  });
}

/**
 * Binds the WeChat that confirmed a scene to a phone number and logs in. A number with an account is joined only
 * when that was agreed to; until then the code is looked at and not used up.
 */
async function bindAndLogin(
  deps: ScanDeps,
  request: BindRequest,
  browser: string | undefined,
  from: LoginCircumstances,
): Promise<EnteredLogin> {
  const { auth, store, clock, accounts } = deps;
  await auth.requireInvite(request.inviteCode);
  const outcome = await store.transact(async (tx) => {
    const scene = await ownScene(tx, request.scanTicket ?? '', browser);
    const { open_id } = scene;
    if (open_id === null || !isBindable(scene, clock.now()) || (await scans.findIdentity(tx, open_id)))
      throw new ProductError('scan.not_found');
    const code = await auth.examineCode(tx, request.phoneNo, request.verifyCode);
    if (code.refusal) return code.refusal;
    const known = await accounts.findByPhone(tx, request.phoneNo);
    const refusal = known ? await mergeRefusal(tx, known.id, request.isMergeAgreed) : null;
    if (refusal) return refusal;
    await code.spend();
    const look = { nickName: [...scene.nick_name].slice(0, 40).join('') || undefined, avatar: scene.avatar };
    const account = known ?? (await auth.signUp(tx, request, look));
    const login = await auth.enter(tx, account, !known, from);
    await bind(deps, tx, { ...scene, open_id }, account.id);
    return login;
  });
  if (outcome instanceof ProductError) throw outcome;
  return outcome;
}

/** The provider's proof of address. Throws `scan.bad_signature`. */
async function proveAddress({ provider }: ScanDeps, query: CallbackCall['query']): Promise<string> {
  return refusing(async () => provider?.proveAddress(query));
}

/** A call of the provider. Throws `scan.bad_signature`. */
async function receiveCallback(deps: ScanDeps, call: CallbackCall): Promise<void> {
  const event = await refusing(async () => deps.provider?.readCallback(call));
  if (event) await receive(deps, event);
}

/** For those who play the phone. */
async function look(deps: ScanDeps, scene: string): Promise<SceneView | null> {
  const row = await scans.findScene(deps.store.db, scene);
  return row ? toView(deps, row) : null;
}

async function lookByTicket(deps: ScanDeps, ticket: string): Promise<SceneView | null> {
  const row = await scans.findSceneByTicket(deps.store.db, hashSecret(ticket));
  return row ? toView(deps, row) : null;
}

async function newest(deps: ScanDeps, count: number): Promise<SceneView[]> {
  return (await scans.newestScenes(deps.store.db, count)).map((scene) => toView(deps, scene));
}

/** The scene behind a ticket, if it is this browser's. */
async function ownScene(handle: Db, ticket: string, browser: string | undefined): Promise<scans.ScanSceneRow> {
  const scene = await scans.findSceneByTicket(handle, hashSecret(ticket));
  if (!scene || !browser || scene.browser_hash !== hashSecret(browser)) throw new ProductError('scan.not_found');
  return scene;
}

function toView(deps: ScanDeps, scene: scans.ScanSceneRow): SceneView {
  return {
    scene: scene.id,
    status: statusAt(scene, deps.clock.now()),
    openId: scene.open_id,
    nickName: scene.nick_name,
    createdAt: scene.created_at,
  };
}

async function bind(
  deps: ScanDeps,
  tx: Db,
  scene: scans.ScanSceneRow & { open_id: string },
  accountId: string,
): Promise<void> {
  await scans.saveIdentity(tx, {
    open_id: scene.open_id,
    union_id: scene.union_id,
    account_id: accountId,
    nick_name: scene.nick_name,
    avatar: scene.avatar,
    created_at: deps.clock.now(),
  });
}

/** Books what happened on a phone. What comes twice, or too late, changes nothing. */
async function receive(deps: ScanDeps, event: ScanEvent): Promise<void> {
  await deps.store.transact(async (tx) => {
    const scene = await scans.findScene(tx, event.scene);
    const now = deps.clock.now();
    if (!scene || !isOpen(scene, now)) return;
    if (event.what === 'canceled') {
      await scans.updateScene(tx, scene.id, { status: 'canceled' });
      return;
    }
    const { openId, unionId, nickName, avatar } = event.person;
    await scans.updateScene(tx, scene.id, {
      status: event.what,
      open_id: openId,
      union_id: unionId,
      nick_name: nickName,
      avatar,
      ...(event.what === 'confirmed' ? { confirmed_at: now } : {}),
    });
  });
}

/** Why a phone's account is not joined with this WeChat; null when it may be. */
async function mergeRefusal(tx: Db, accountId: string, isMergeAgreed: boolean): Promise<ProductError | null> {
  if (await scans.findIdentityOf(tx, accountId)) return new ProductError('scan.phone_bound_elsewhere');
  return isMergeAgreed ? null : new ProductError('scan.phone_has_account');
}

/** Without a provider nobody can have signed anything. */
async function refusing<T>(read: () => Promise<T | undefined>): Promise<T> {
  try {
    const answer = await read();
    if (answer !== undefined) return answer;
  } catch (cause) {
    if (!(cause instanceof CallbackRefused)) throw cause;
    throw new ProductError('scan.bad_signature', { cause });
  }
  throw new ProductError('scan.bad_signature');
}
