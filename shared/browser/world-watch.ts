import { worldOf } from '../domain/world.ts';
import { pageWorld, sessionStore, sessionStoreOf } from './stores.ts';

/** In session storage of the world that was entered: the one that was left, empty for the unnamed one. */
const leftKey = 'world-left';

let isLeaving = false;

/**
 * Returns true when this browser is in another world than this page, because somebody changed it in another tab. The page
 * is then loaded again; what was typed in it is kept under its own world.
 */
export function leaveForeignWorld(): boolean {
  const now = worldOf(globalThis.document?.cookie ?? '');
  if (now === pageWorld) return false;
  if (isLeaving) return true;
  isLeaving = true;
  try {
    sessionStoreOf(now).setItem(leftKey, pageWorld ?? '');
  } catch {
    // Then the page comes again without a word.
  }
  window.location.reload();
  return true;
}

/** Looks after the world whenever somebody comes back to this page. */
export function watchWorld(): void {
  const look = () => void (document.visibilityState === 'visible' && leaveForeignWorld());
  window.addEventListener('focus', look);
  window.addEventListener('pageshow', look);
  document.addEventListener('visibilitychange', look);
}

/** Says once, on the page that was loaded again, why it was; undefined otherwise. */
export function worldChangeWords(): string | undefined {
  try {
    const left = sessionStore.getItem(leftKey);
    if (left === null) return undefined;
    sessionStore.removeItem(leftKey);
    return `浏览器已换到${titleOf(pageWorld ?? '')}，页面已重新载入。在${titleOf(left)}写下的内容还在那里。`;
  } catch {
    return undefined;
  }
}

const titleOf = (world: string) => (world === '' ? '未命名的空间' : `空间「${world}」`);
