import { ApiError } from '#shared/client/create-client';
import { openLogin } from './app-store';
import { toastFailure } from './toast';

/** Whether a call was refused because nobody is logged in. */
export function isLoginRequired(error: unknown): boolean {
  return error instanceof ApiError && error.reason === 'auth.required';
}

/**
 * Runs what a person asked for. Where the server wants a login first, the login opens, and the same action runs again
 * once the person is in. Any other failure is thrown on.
 * @returns the action's result, or undefined while the login is open.
 */
export async function withLogin<T>(action: () => Promise<T>, reason = '登录后继续'): Promise<T | undefined> {
  try {
    return await action();
  } catch (error) {
    if (!isLoginRequired(error)) throw error;
    openLogin({ reason, after: () => void action().catch(toastFailure) });
    return undefined;
  }
}
