import { useEffect } from 'react';
import { sessionStore } from '#shared/browser/stores';
import { safeTarget } from './safe-target';
import { screenTitle } from './tab-title';

/** Values for a page's form, by field. */
export type InterruptedDraft = Readonly<Record<string, unknown>>;

/** The page whose action waits for a purchase. It survives a reload of its window; the action itself does not. */
export interface Interruption {
  /** Product whose payment the action waits for. */
  productId: string;
  path: string;
  /** Chinese name of the page. */
  label: string;
  /** Values of the page's form. */
  draft?: InterruptedDraft;
}

/** Of session storage. */
const sessionKey = 'interruption';

let shownDraft: InterruptedDraft | undefined;

/** Says what the page that is shown is to be filled with again, should a purchase interrupt it. */
export function useShownDraft(draft: InterruptedDraft): void {
  useEffect(() => {
    shownDraft = draft;
    return () => {
      shownDraft = undefined;
    };
  }, [draft]);
}

/** Notes the page that is shown, with what its form holds. */
export function keepInterruption(productId: string): void {
  const { pathname, search } = window.location;
  // The site's name stands behind the page's.
  const label = screenTitle().replace(/ · [^·]*$/, '');
  try {
    sessionStore.setItem(
      sessionKey,
      JSON.stringify({
        productId,
        path: pathname + search,
        label,
        ...(shownDraft && { draft: shownDraft }),
      } satisfies Interruption),
    );
  } catch {
    // Then nothing leads back after a reload.
  }
}

export function readInterruption(): Interruption | undefined {
  try {
    const kept: Partial<Record<keyof Interruption, unknown>> | null = JSON.parse(
      sessionStore.getItem(sessionKey) ?? 'null',
    );
    const { productId, path, label, draft } = kept ?? {};
    if (typeof productId !== 'string' || typeof path !== 'string' || typeof label !== 'string') return undefined;
    return { productId, path: safeTarget(path), label, ...(isDraft(draft) && { draft }) };
  } catch {
    return undefined;
  }
}

/** Values of the interrupted page's form, on that page. */
export function draftOfPage(pathname: string): InterruptedDraft | undefined {
  const interruption = readInterruption();
  return interruption?.path.split('?')[0] === pathname ? interruption.draft : undefined;
}

function isDraft(value: unknown): value is InterruptedDraft {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

export function forgetInterruption(): void {
  try {
    sessionStore.removeItem(sessionKey);
  } catch {
    // Nothing was kept.
  }
}
