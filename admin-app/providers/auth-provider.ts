import type { AuthProvider } from '@refinedev/core';
import { failureWords } from '#shared/domain/failure-words';
import { ConsoleError } from './http.ts';
import { queryClient } from './query-client.ts';
import { staffSession } from './staff-session.ts';

const loginPath = '/login';

/** Staff sessions live in the cookie `staff_sid`; where to go next is decided by the routes in `App.tsx`. */
export const authProvider: AuthProvider = {
  login: async (typed: { account: string; password: string; totpCode?: string }) => {
    try {
      await staffSession.login(typed);
      queryClient.removeQueries();
      return { success: true };
    } catch (error) {
      return { success: false, error: error as Error };
    }
  },
  logout: async () => {
    try {
      await staffSession.logout();
    } catch (error) {
      // Refine shows a returned error as a notification: `name` is its heading, `message` its text.
      return { success: false, error: { name: '没有退出登录', message: failureWords(error) } };
    }
    queryClient.removeQueries();
    return { success: true, redirectTo: loginPath };
  },
  check: async () => {
    const staff = await staffSession.current();
    return staff ? { authenticated: true } : { authenticated: false, redirectTo: loginPath };
  },
  onError: async (error: unknown) => {
    const status = error instanceof ConsoleError ? error.statusCode : 0;
    if (status === 401) staffSession.end();
    if (status === 403) await staffSession.refresh();
    return {};
  },
  getIdentity: () => staffSession.current(),
  getPermissions: async () => (await staffSession.current())?.permissions ?? [],
};
