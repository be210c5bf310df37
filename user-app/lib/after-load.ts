import { offerGuide } from './guide-news';
import { returnToPlace } from './login-return';
import { watchPictures } from './seen';
import { keepShell } from './service-worker';
import { accountOnDevice } from './storage';

/** What begins when the first page stands: the focus after a login, the tour for new people, keeping the shell and what is seen for times without a network. */
export function afterLoad(): void {
  returnToPlace();
  offerGuide();
  if (!window.isSecureContext || process.env.NODE_ENV !== 'production') return;
  void keepShell();
  watchPictures(accountOnDevice);
}
