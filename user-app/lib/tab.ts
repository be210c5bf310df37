import { openChannel, sessionStore } from '#shared/browser/stores';
import { newClientKey } from '#shared/domain/client-key';

interface Message {
  kind: 'here' | 'taken';
  tab: string;
  /** The page that speaks: a copied tab has the name of the first. */
  page: string;
}

/** Of session storage, which lasts as long as the tab: over reloads and a crash. */
const sessionKey = 'tab';
const page = newClientKey();
let tab: string | undefined;

function keep(name: string): string {
  tab = name;
  try {
    sessionStore.setItem(sessionKey, name);
  } catch {
    // Then the name lasts until the page is left.
  }
  return name;
}

function readName(): string | undefined {
  try {
    return sessionStore.getItem(sessionKey) ?? undefined;
  } catch {
    return undefined;
  }
}

/** The name of this tab, kept over reloads. A tab that is copied takes another one as soon as the first says so. */
export function tabName(): string {
  if (tab !== undefined) return tab;
  const name = keep(readName() ?? newClientKey());
  const channel = openChannel('tabs');
  if (!channel) return name;
  channel.addEventListener('message', ({ data }: MessageEvent<Message>) => {
    if (data.tab !== tab || data.page === page) return;
    if (data.kind === 'here') channel.postMessage({ kind: 'taken', tab: data.tab, page } satisfies Message);
    else keep(newClientKey());
  });
  channel.postMessage({ kind: 'here', tab: name, page } satisfies Message);
  return name;
}
