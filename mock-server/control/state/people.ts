import { ticketKinds } from '#shared/domain/ticket-kind';
import { day } from '#shared/domain/time';
import { localPassword } from '../../config.ts';
import type { Db } from '../../modules/base/store.ts';
import type { PartOf } from '../state-contract.ts';
import { randomPhone } from '../test-accounts.ts';
import { callerOf, known, type Maker, type Making, usualReason } from './context.ts';
import { refusal } from './steps.ts';

type Account = PartOf<'accounts'>;

const month = 30 * day;

export const makeStaff: Maker<'staff'> = async ({ store, accounts, passwords }, part, { name, path }) => {
  const { loginName = name, nickName, role } = part;
  const passwordHash = await passwords.hash(localPassword);
  const accountId = await store.transact(async (tx) => {
    if (await accounts.findByLoginName(tx, loginName)) throw refusal(`${path}.loginName`, `已有登录名 ${loginName}`);
    const made = await accounts.create(tx, { nickName, staff: { loginName, passwordHash, role } });
    return made.id;
  });
  return { accountId, loginName, password: localPassword };
};

export const makeAccount: Maker<'accounts'> = async (making, part, { at, path }) => {
  const { store, accounts, memberships, ids } = making;
  const { phoneNo = randomPhone(ids), nickName, plan, invitedBy } = part;
  const inviter = invitedBy === undefined ? undefined : known(making, 'accounts', invitedBy).accountId;
  const accountId = await store.transact(async (tx) => {
    if (await accounts.findByPhone(tx, phoneNo)) throw refusal(`${path}.phoneNo`, `手机号 ${phoneNo} 已有账号`);
    const { id } = await accounts.create(tx, { phoneNo, nickName, isTestUser: true, invitedBy: inviter });
    const endsAt = part.planEndsAt === undefined ? at + month : part.planEndsAt;
    if (endsAt !== null && endsAt <= at) throw refusal(`${path}.planEndsAt`, '不能早于账号的建立');
    if (plan !== 'free') await memberships.setByStaff(tx, id, plan, endsAt, 'control');
    await grant(making, tx, id, part.tickets);
    return id;
  });
  return { accountId, phoneNo, cookie: null };
};

export const makeMembership: Maker<'memberships'> = async (making, { account, plan, days, seats }) => {
  const { store, memberships } = making;
  const { accountId } = callerOf(making, account);
  const given = { plan, days, seats, source: 'control', reference: null };
  const { startsAt, endsAt } = await store.transact((tx) => memberships.giveDays(tx, accountId, given));
  return { startsAt, endsAt };
};

async function grant({ tickets, ids }: Making, tx: Db, accountId: string, amounts: Account['tickets']): Promise<void> {
  for (const kind of ticketKinds)
    await tickets.grant(tx, accountId, {
      ...{ kind, amount: amounts[kind] ?? 0, source: 'adjust', reason: '测试发放', expiresAt: null },
      ...{ idempotencyKey: ids.next('grant'), operator: 'control-plane' },
    });
}

/** Brings an account to where it stands in the end; when everything else is made. */
export async function finishAccount(making: Making, name: string, part: Account): Promise<void> {
  const { accountDesk, personalData, facts, act, made } = making;
  const { accountId } = known(making, 'accounts', name);
  await leaveTickets(making, accountId, part);
  const { status, reason = usualReason } = part;
  if (status === 'banned')
    await accountDesk.update(act.caller, accountId, { status, statusReason: reason, reason }, act.facts);
  if (status === 'erasing') await personalData.own.request(callerOf(making, name), facts);
  if (status === 'deleted') await accountDesk.remove(act.caller, accountId, act.facts);
  // An account with a pending deletion has a session, too: its owner may log in to take the deletion back.
  if (status === 'banned' || status === 'deleted') return;
  const { token } = await making.auth.openTestSession(accountId, facts);
  const account = made.accounts[name];
  if (account) account.cookie = `${making.sessionCookie}=${token}`;
}

async function leaveTickets(making: Making, accountId: string, { ticketsLeft }: Account): Promise<void> {
  const { store, tickets, ids } = making;
  for (const kind of ticketKinds) {
    const wanted = ticketsLeft[kind];
    if (wanted === undefined) continue;
    // Gives the gift of the day as well, which would come with the first look otherwise.
    const left = await tickets.total(accountId, kind);
    await store.transact(async (tx) => {
      if (left < wanted) await grant(making, tx, accountId, { [kind]: wanted - left });
      if (left > wanted)
        await tickets.revoke(tx, accountId, {
          ...{ kind, amount: left - wanted, reason: '测试收回', key: ids.next('revoke'), operator: 'control-plane' },
        });
    });
  }
}
