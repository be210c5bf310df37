import { type HttpError, useCustomMutation, useDelete, useInvalidate } from '@refinedev/core';
import { App } from 'antd';
import type { Account } from '#shared/contract/staff';
import { failureWords } from '#shared/domain/failure-words';
import { restorePath } from '../../providers/data-provider.ts';
import { handleOf, nameOf } from './account-words.ts';

/** Deleting with a question that names the account, and bringing back. */
export function useRemoval() {
  const { modal, message } = App.useApp();
  const { mutateAsync: remove } = useDelete<Account, HttpError>();
  const { mutateAsync: send } = useCustomMutation<Account, HttpError>();
  const invalidate = useInvalidate();

  const restore = async (account: Account) => {
    try {
      await send({
        url: restorePath(account.accountId),
        method: 'post',
        values: {},
        dataProviderName: 'manage',
        successNotification: false,
        errorNotification: false,
      });
      message.success(`已恢复账号「${nameOf(account)}」`);
    } catch (error) {
      message.error(failureWords(error));
    }
    await invalidate({ resource: 'account', dataProviderName: 'manage', invalidates: ['resourceAll'] });
  };

  const askAndRemove = (account: Account, onRemoved?: () => void) => {
    modal.confirm({
      title: `删除账号「${nameOf(account)}」？`,
      content: `${handleOf(account)} 将立即无法登录。30 天内可以恢复，资金记录保留。`,
      okText: '删除',
      okButtonProps: { danger: true },
      cancelText: '取消',
      onOk: async () => {
        try {
          await remove({
            resource: 'account',
            id: account.accountId,
            dataProviderName: 'manage',
            successNotification: false,
            errorNotification: false,
          });
          onRemoved?.();
          message.success(`已删除账号「${nameOf(account)}」，30 天内可以恢复`);
        } catch (error) {
          message.error(failureWords(error));
        }
      },
    });
  };

  return { askAndRemove, restore };
}
