import { watchPictures } from './seen';
import { keepShell } from './service-worker';
import { accountOnDevice } from './storage';

/** What begins when the first page stands: keeping the shell and what is seen for times without a network. */
export function afterLoad(): void {
  if (!window.isSecureContext || process.env.NODE_ENV !== 'production') return;
  void keepShell();
  watchPictures(accountOnDevice);
}
