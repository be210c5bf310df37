import { sessionStore } from '#shared/browser/stores';

/** Things that a tab shows once. */
type Sight = 'comparison';

const keyOf = (sight: Sight) => `seen:${sight}`;

/** Returns false when storage is refused, so that it is shown again. */
export function isShownInTab(sight: Sight): boolean {
  try {
    return sessionStore.getItem(keyOf(sight)) !== null;
  } catch {
    return false;
  }
}

export function noteShownInTab(sight: Sight): void {
  try {
    sessionStore.setItem(keyOf(sight), '1');
  } catch {
    // Not kept then.
  }
}
