const key = 'zhuhui.reloadedAt';
/** A gate that redirects what the page sends by itself would make it load again and again. Milliseconds. */
const pauseMs = 30_000;

/** Loads the page again, but not twice within half a minute. */
export function reloadOnce(storage: Pick<Storage, 'getItem' | 'setItem'>, now: number, reload: () => void): void {
  const since = now - Number(storage.getItem(key) ?? Number.NEGATIVE_INFINITY);
  if (since >= 0 && since < pauseMs) return;
  storage.setItem(key, String(now));
  reload();
}
