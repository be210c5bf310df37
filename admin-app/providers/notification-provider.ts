import { useNotificationProvider } from '@refinedev/antd';
import type { NotificationProvider } from '@refinedev/core';

/** Failures that their page shows in place: of the login, and of what a drawer reads. */
const shownInPlace = /^login-error$|-getOne-notification$/;

/** Refine's messages as antd notifications, without those that stand on their page already. */
export function useConsoleNotifications(): NotificationProvider {
  const { open, close } = useNotificationProvider();
  return {
    open: (params) => {
      if (!shownInPlace.test(params.key ?? '')) open(params);
    },
    close,
  };
}
