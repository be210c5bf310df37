// Runs before the first paint: a chosen theme does not flash, and the main page's large picture is asked for at once.
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

  const { heroSrcset, heroSizes } = document.currentScript.dataset;
  if (!heroSrcset || !['/', '/home'].includes(location.pathname)) return;
  const preload = document.createElement('link');
  preload.rel = 'preload';
  preload.as = 'image';
  preload.fetchPriority = 'high';
  preload.imageSrcset = heroSrcset;
  preload.imageSizes = heroSizes;
  document.head.append(preload);
})();
