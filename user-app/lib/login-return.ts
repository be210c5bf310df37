import { sessionStore } from '#shared/browser/stores';

const key = 'loginReturn';

/** Description of a control by which it is found again after a reload. */
interface Place {
  tag: string;
  name: string;
}

const nameOf = (element: Element) => element.getAttribute('aria-label') ?? element.textContent?.trim() ?? '';

/** The control that asked for the login, kept over the reload that follows one (docs/RULES.md R33). */
export function keepPlace(element: Element | null): void {
  try {
    if (element) sessionStore.setItem(key, JSON.stringify({ tag: element.tagName, name: nameOf(element) }));
  } catch {
    // Then the focus goes to the page's main part.
  }
}

/**
 * Puts the focus back where it was when the login was asked for; where that is gone, such as the login button, on the
 * page's main part. Does nothing when no login was, or when the focus is somewhere already.
 */
export function returnToPlace(): void {
  let place: Place | undefined;
  try {
    const kept = sessionStore.getItem(key);
    if (kept === null) return;
    sessionStore.removeItem(key);
    place = JSON.parse(kept) as Place;
  } catch {
    return;
  }
  if (document.activeElement !== document.body) return;
  const { tag, name } = place;
  const same = [...document.querySelectorAll<HTMLElement>(tag)].find((element) => nameOf(element) === name);
  (same ?? document.getElementById('main'))?.focus({ preventScroll: true });
}
