import type { LoginAnswer } from '#shared/contract/auth';
import { isPhone, normalizePhone } from '#shared/domain/phone';
import { ProductError } from '#shared/errors';
import type { Clock } from '../../../adapters/clock/port.ts';
import type { RequestFacts } from '../../base/caller.ts';
import type { Db, Store } from '../../base/store.ts';
import { bannedRefusal, isBanned } from '../account/account.rules.ts';
import type { AccountService } from '../account/account.service.ts';
import type { AgreementService } from '../agreement/agreement.service.ts';
import type { LoginCodeService } from './login-code.service.ts';
import type { PasswordCheck } from './password-check.ts';
import type { SessionService } from './session.service.ts';

export interface LoginDeps {
  store: Store;
  clock: Clock;
  accounts: AccountService;
  agreements: AgreementService;
  sessions: SessionService;
  codes: LoginCodeService;
  checkPassword: PasswordCheck;
  isEmailLoginOpen: boolean;
  isAccountLoginOpen: boolean;
}

export type LoginService = ReturnType<typeof createLoginService>;

/** Facts of the browser of a login. */
export interface LoginCircumstances {
  facts: RequestFacts;
  agreementVersion?: string | undefined;
  deviceId?: string | undefined;
  /** Mark this browser got at its last login with a password. */
  deviceMark?: string | undefined;
}

export interface PhoneLogin {
  phoneNo: string;
  verifyCode: string;
  source?: object | undefined;
  inviteCode?: string | undefined;
}

/** A login by phone that also binds the WeChat account of a scan. */
export interface BindRequest extends PhoneLogin {
  scanTicket?: string | undefined;
  isMergeAgreed: boolean;
}

/** A login as it leaves the server: the cookie's token and the answer. */
export interface EnteredLogin {
  token: string;
  answer: LoginAnswer;
  /** For the browser to keep, after a login with a password. */
  deviceMark?: string;
}

type Account = Awaited<ReturnType<AccountService['find']>>;

const ticketPath = '/cas/v1/tickets/';

/** The ways in for users. All end in {@link LoginService.enter}: banned accounts stay out, consent is recorded. */
export function createLoginService(deps: LoginDeps) {
  const { store, clock, accounts, agreements, sessions, codes, checkPassword } = deps;
  const { db, transact } = store;

  /** Opens a session for an account, inside a transaction. Throws `auth.banned`. */
  async function enter(tx: Db, account: Account, isNew: boolean, from: LoginCircumstances): Promise<EnteredLogin> {
    if (isBanned(account, clock.now())) throw bannedRefusal(account);
    const { token, ticket } = await sessions.openSession(tx, 'user', account.id, from.facts, from.deviceId ?? null);
    if (from.agreementVersion) await agreements.noteLogin(tx, account.id, from.agreementVersion, from.facts.address);
    const answer: LoginAnswer = {
      userInfo: accounts.toUserInfo(account),
      inviteCode: account.invite_code,
      isNew,
      redirectUrl: ticketPath + ticket,
    };
    return { token, answer };
  }

  /** By what it looks like, so that nobody can be given a login name that is somebody's number. */
  async function findByAnyName(name: string): Promise<Account | undefined> {
    const phoneNo = normalizePhone(name);
    if (isPhone(phoneNo)) return accounts.findByPhone(db, phoneNo);
    return name.includes('@') ? accounts.findByEmail(db, name.toLowerCase()) : accounts.findByLoginName(db, name);
  }

  /** Throws `invite.unknown`; asked before a code is used up. */
  async function requireInvite(inviteCode: string | undefined): Promise<void> {
    if (inviteCode && !(await accounts.findByInviteCode(db, inviteCode)))
      throw new ProductError('invite.unknown', { fields: { inviteCode: ['邀请码不存在'] } });
  }

  /** A new account of a phone number, inside a transaction. */
  async function signUp(
    tx: Db,
    { phoneNo, source, inviteCode }: Omit<PhoneLogin, 'verifyCode'>,
    look: { nickName?: string | undefined; avatar?: string } = {},
  ): Promise<Account> {
    const inviter = inviteCode ? await accounts.findByInviteCode(tx, inviteCode) : undefined;
    return accounts.create(tx, { phoneNo, source, invitedBy: inviter?.id, ...look });
  }

  return {
    enter,
    requireInvite,
    signUp,

    /** An unknown number becomes an account. */
    async login(request: PhoneLogin, from: LoginCircumstances): Promise<EnteredLogin> {
      await requireInvite(request.inviteCode);
      await codes.consumeCode(request.phoneNo, request.verifyCode);
      return transact(async (tx) => {
        const known = await accounts.findByPhone(tx, request.phoneNo);
        return enter(tx, known ?? (await signUp(tx, request)), !known, from);
      });
    },

    /** An unknown address becomes an account. Throws `login.switched_off`. @param email in lower case */
    async loginByEmail(email: string, verifyCode: string, from: LoginCircumstances): Promise<EnteredLogin> {
      if (!deps.isEmailLoginOpen) throw new ProductError('login.switched_off');
      await codes.consumeCode(email, verifyCode);
      return transact(async (tx) => {
        const known = await accounts.findByEmail(tx, email);
        return enter(tx, known ?? (await accounts.create(tx, { email })), !known, from);
      });
    },

    /** Throws `login.switched_off`. @param email in lower case */
    async sendEmailCode(email: string, facts: RequestFacts): Promise<{ resendAfter: number }> {
      if (!deps.isEmailLoginOpen) throw new ProductError('login.switched_off');
      return codes.sendEmailCode(email, facts);
    },

    /** Login name, phone number or e-mail address with the password that staff set. Throws `login.switched_off`. */
    async loginByAccount(name: string, password: string, from: LoginCircumstances): Promise<EnteredLogin> {
      if (!deps.isAccountLoginOpen) throw new ProductError('login.switched_off');
      const { facts, deviceMark: shown } = from;
      const typed = { name, password, facts, deviceMark: shown };
      const { account, deviceMark } = await checkPassword('user', () => findByAnyName(name), typed);
      return { ...(await transact((tx) => enter(tx, account, false, from))), deviceMark };
    },

    /** Without a code; the caller makes sure that only tests get here. */
    async loginForTest(phoneNo: string, from: LoginCircumstances): Promise<EnteredLogin> {
      return transact(async (tx) => {
        const known = await accounts.findByPhone(tx, phoneNo);
        return enter(tx, known ?? (await accounts.create(tx, { phoneNo, isTestUser: true })), !known, from);
      });
    },
  };
}
