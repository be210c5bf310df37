import { CanAccess, useCan } from '@refinedev/core';
import { Button, Popover } from 'antd';
import { useState } from 'react';
import { useNavigate } from 'react-router';
import type { Account } from '#shared/contract/staff';
import { GiveButton, TakeBackButton } from '../tickets/ticket-gift.tsx';
import { nameOf, personPath, staffType } from './account-words.ts';
import { ErasureButton } from './actions/erasure-button.tsx';
import { ExportDataButton } from './actions/export-data-button.tsx';
import { ImpersonateButton } from './actions/impersonate-button.tsx';
import { MergeButton } from './actions/merge-button.tsx';
import { BanButton } from './ban-button.tsx';
import { useRemoval } from './use-removal.tsx';

/** Acts on one account, on its own page: the usual ones beside each other, the rest in a menu. */
export function AccountActions({ account }: { account: Account }) {
  const navigate = useNavigate();
  const { restore } = useRemoval();
  const { data: isStaffDesk } = useCan({ resource: 'account', action: 'editStaff' });
  const isStaff = account.userType === staffType;
  if (account.deletedAt !== null)
    return (
      <CanAccess resource="account" action={isStaff ? 'deleteStaff' : 'delete'}>
        <Button onClick={() => void restore(account)}>恢复</Button>
      </CanAccess>
    );
  return (
    <>
      <CanAccess resource="account" action={isStaff ? 'editStaff' : 'edit'}>
        <Button onClick={() => void navigate(personPath(account.accountId, 'edit'))}>编辑</Button>
      </CanAccess>
      <CanAccess resource="account" action="ban">
        {(!isStaff || isStaffDesk?.can) && <BanButton account={account} />}
      </CanAccess>
      <MoreActions account={account} />
    </>
  );
}

/** Its content stays when it closes: the questions that its buttons ask lie over the page. */
function MoreActions({ account }: { account: Account }) {
  const [isOpen, setIsOpen] = useState(false);
  const { askAndRemove } = useRemoval();
  const { accountId } = account;
  const isStaff = account.userType === staffType;
  return (
    <Popover
      open={isOpen}
      onOpenChange={setIsOpen}
      trigger="click"
      placement="bottomRight"
      content={
        <div className="person-menu" role="group" aria-label="更多操作">
          {!isStaff && (
            <CanAccess resource="tickets" action="give">
              <GiveButton accountId={accountId} name={nameOf(account)} />
              <TakeBackButton accountId={accountId} name={nameOf(account)} />
            </CanAccess>
          )}
          {!isStaff && (
            <CanAccess resource="account" action="impersonate">
              <ImpersonateButton accountId={accountId} name={nameOf(account)} />
            </CanAccess>
          )}
          {!isStaff && (
            <CanAccess resource="account" action="merge">
              <MergeButton accountId={accountId} name={nameOf(account)} />
            </CanAccess>
          )}
          {!isStaff && (
            <CanAccess resource="account" action="privacy">
              <ExportDataButton accountId={accountId} name={nameOf(account)} />
              <ErasureButton accountId={accountId} name={nameOf(account)} />
            </CanAccess>
          )}
          <CanAccess resource="account" action={isStaff ? 'deleteStaff' : 'delete'}>
            <Button size="small" danger onClick={() => askAndRemove(account)}>
              删除
            </Button>
          </CanAccess>
        </div>
      }
    >
      <Button aria-expanded={isOpen}>更多操作</Button>
    </Popover>
  );
}
