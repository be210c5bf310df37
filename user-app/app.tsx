import type { ReactElement } from 'react';
import { watchWorld } from '#shared/browser/world-watch';
import { type InitialState, loadCurrentUser } from './data/user';
import { detectWebp } from './lib/image-url';
import './lib/install-prompt';
import { deviceUuid } from './lib/storage';
import { keepVisitSource } from './lib/visit-source';
import { ToastHolder } from './ui/toast-holder';

/** App start: the device has an id (docs/RULES.md R28), and the calls about the user are merged (docs/RULES.md R34). */
export async function getInitialState(): Promise<InitialState> {
  watchWorld();
  deviceUuid();
  keepVisitSource(window.location.search);
  const [user] = await Promise.all([loadCurrentUser(), detectWebp()]);
  return user;
}

export function rootContainer(container: ReactElement): ReactElement {
  return (
    <>
      {container}
      <ToastHolder />
    </>
  );
}
