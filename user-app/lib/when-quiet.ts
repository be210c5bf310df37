/** A page that has loaded may still be fetching what its first screen shows. */
const restMs = 1_500;

/**
 * Runs something that is only nice to see, when the page has loaded, some time has passed and nothing else is to be done.
 * @returns calls it off
 */
export function whenQuiet(act: () => void): () => void {
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
