// Runs before the first paint: a chosen theme does not flash, and the large picture that a page opens with is asked for at once.
(() => {
  // Without this zod tries `new Function`, which the site's content policy forbids and browsers then report.
  globalThis.__zod_globalConfig = { jitless: true };

  let stored = null;
  try {
    stored = localStorage.getItem('theme');
  } catch {
    // Storage may be refused; then the system decides.
  }
  const isDark = stored === 'dark' || (stored !== 'light' && matchMedia('(prefers-color-scheme: dark)').matches);
  document.documentElement.dataset.theme = isDark ? 'dark' : 'light';

  const picture = JSON.parse(document.currentScript.dataset.firstPictures)[location.pathname];
  // A page that is given a picture of one's own opens with that.
  if (!picture || new URLSearchParams(location.search).has('base')) return;
  const preload = document.createElement('link');
  preload.rel = 'preload';
  preload.as = 'image';
  preload.fetchPriority = 'high';
  Object.assign(preload, picture);
  document.head.append(preload);
})();
