/**
 * Runs something that must not be part of loading: when the page has loaded, some time has passed and nothing else is
 * to be done. A page that has loaded may still be fetching what its first screen shows.
 * @param restMs the time that passes after the page has loaded
 * @returns calls it off
 */
export function whenQuiet(act: () => void, restMs: number): () => void {
  let isOff = false;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const wait = () => {
    timer = setTimeout(() => {
      const actUnlessOff = () => !isOff && act();
      if ('requestIdleCallback' in window) requestIdleCallback(actUnlessOff);
      else actUnlessOff();
    }, restMs);
  };
  if (document.readyState === 'complete') wait();
  else window.addEventListener('load', wait, { once: true });
  return () => {
    isOff = true;
    clearTimeout(timer);
    window.removeEventListener('load', wait);
  };
}
