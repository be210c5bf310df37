/** Ending sessions of an account, for services that change accounts. */
export { removeSessionsOf } from './auth.repository.ts';
