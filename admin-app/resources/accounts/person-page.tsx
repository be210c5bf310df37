import { CanAccess, type HttpError, useOne } from '@refinedev/core';
import { Button, Skeleton } from 'antd';
import { type ReactNode, Suspense, useEffect, useRef } from 'react';
import { Link, useNavigate, useParams } from 'react-router';
import { type Account, adminContract } from '#shared/contract/staff';
import { planLabels } from '#shared/domain/console-words';
import { staffRoleLabels } from '#shared/domain/staff-permissions';
import { ticketKinds, ticketLabels } from '#shared/domain/ticket-kind';
import { mayAct } from '../../providers/access-control.ts';
import { useStaff } from '../../providers/staff-session.ts';
import { formatDate, formatNumber } from '../../ui/format.ts';
import { useRecent } from '../../ui/palette/use-recent.ts';
import { CopyableId, Empty, LoadFailure, Time } from '../../ui/parts.tsx';
import { PhoneReveal } from '../../ui/phone-reveal.tsx';
import { usePageTitle } from '../../ui/use-page-title.ts';
import { AccountActions } from './account-actions.tsx';
import AccountEdit from './account-edit.tsx';
import { AccountStatus } from './account-status.tsx';
import { nameOf, personPath, staffType } from './account-words.ts';
import { sectionsOf } from './person-sections.ts';
import './person.css';
import { useAddresses } from '../../ui/use-addresses.ts';

/** Everything about one account. Each section has an address of its own, with what is asked of its list. */
export default function PersonPage() {
  const { id: accountId = '', section = '' } = useParams();
  const { query, result: account } = useOne<Account, HttpError>({
    resource: 'account',
    dataProviderName: 'manage',
    id: accountId,
    errorNotification: false,
    queryOptions: { placeholderData: undefined as never },
  });
  const { list, label } = useAddresses('account');
  const title = account ? nameOf(account) : label;
  usePageTitle(title);
  useRecent(account ? title : '', personPath(accountId));
  if (!account)
    return (
      <div className="page">
        {query.isLoading && <Skeleton active paragraph={{ rows: 10 }} />}
        {query.error?.statusCode === 404 ? (
          <Empty sentence="没有这个账号，可能已经彻底删除，或链接不完整。" action={<Way to={list}>查看全部账号</Way>} />
        ) : (
          query.error && <LoadFailure error={query.error} onRetry={() => void query.refetch()} />
        )}
      </div>
    );
  return (
    <div className="page">
      <PersonHead account={account} />
      <Sections account={account} section={section === 'edit' ? '' : section} />
      {section === 'edit' && (
        <CanAccess resource="account" action={account.userType === staffType ? 'editStaff' : 'edit'}>
          <AccountEdit home={personPath(accountId)} />
        </CanAccess>
      )}
    </div>
  );
}

/** A way out of an empty page. */
function Way({ to, children }: { to: string; children: ReactNode }) {
  const navigate = useNavigate();
  return <Button onClick={() => void navigate(to)}>{children}</Button>;
}

function PersonHead({ account }: { account: Account }) {
  const { accountId, plan, planExpiresAt, userType, role } = account;
  const isStaff = userType === staffType;
  const { label, list, record } = useAddresses('account');
  return (
    <header className="person-head">
      <nav aria-label="位置" className="quiet">
        <Link to={list}>{label}</Link> / <Link to={record(accountId)}>快速查看</Link>
      </nav>
      <div className="page-head">
        <div className="person-name">
          <h1>{nameOf(account)}</h1>
          <AccountStatus account={account} />
          {account.isTestUser && <span className="tag">测试账号</span>}
          <CopyableId id={accountId} what="账号编号" />
        </div>
        <div className="page-actions">
          <AccountActions account={account} />
        </div>
      </div>
      <dl className="person-facts">
        <Fact label={isStaff ? '登录名' : '手机'}>
          {isStaff ? (
            (account.loginName ?? '—')
          ) : (
            <PhoneReveal
              key={accountId}
              phoneNo={account.phoneNo}
              path={adminContract.revealPhone.path}
              id={accountId}
              resource="account"
            />
          )}
        </Fact>
        {isStaff ? (
          <Fact label="角色">{role ? staffRoleLabels[role] : '—'}</Fact>
        ) : (
          <>
            <Fact label="会员">
              {planLabels[plan]}
              {planExpiresAt !== null && <span className="quiet figures"> 至 {formatDate(planExpiresAt)}</span>}
            </Fact>
            <Fact label="剩余券">
              <span className="figures">
                {ticketKinds.map((kind) => `${ticketLabels[kind]} ${formatNumber(account.tickets[kind])}`).join(' · ')}
              </span>
            </Fact>
          </>
        )}
        <Fact label="注册时间">
          <Time at={account.createdAt} />
        </Fact>
        <Fact label="最近登录">
          <Time at={account.lastLoginAt} />
        </Fact>
      </dl>
    </header>
  );
}

function Fact({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div>
      <dt>{label}</dt>
      <dd>{children}</dd>
    </div>
  );
}

/** The sections that one may see; only the open one asks for anything. */
function Sections({ account, section }: { account: Account; section: string }) {
  const staff = useStaff();
  const strip = useRef<HTMLElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: on phones the strip scrolls to the section that is open
  useEffect(() => {
    strip.current?.querySelector('.active')?.scrollIntoView({ block: 'nearest', inline: 'center' });
  }, [section]);
  const shown = sectionsOf(account).filter(({ resource, action }) => staff && mayAct(staff, resource, action));
  const open = shown.find(({ path }) => path === section);
  return (
    <>
      <nav ref={strip} className="person-sections" aria-label="账号内容">
        {shown.map(({ path, label }) => (
          <Link
            key={path}
            to={personPath(account.accountId, path)}
            {...(path === section && { className: 'active', 'aria-current': 'page' as const })}
          >
            {label}
          </Link>
        ))}
      </nav>
      {open ? (
        <Suspense key={open.path} fallback={<Skeleton active paragraph={{ rows: 8 }} />}>
          <open.Part account={account} />
        </Suspense>
      ) : (
        <Empty
          sentence="没有这一栏，或您的角色看不到它。"
          action={<Way to={personPath(account.accountId)}>回到概览</Way>}
        />
      )}
    </>
  );
}
