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
  const { stage, ...source } = picture;
  const preload = document.createElement('link');
  preload.rel = 'preload';
  preload.as = 'image';
  preload.fetchPriority = 'high';
  Object.assign(preload, source);
  document.head.append(preload);

  if (!stage || isBegun(stage.tool)) return;
  const { dataset, style } = document.documentElement;
  dataset.firstStage = stage.kind;
  style.setProperty('--first-picture', `url(${source.href})`);
  for (const [name, value] of Object.entries(stage.look)) style.setProperty(`--first-${name}`, value);

  /** Whether this browser may have something of one's own for the stage; lib/kept-tools.ts. */
  function isBegun(tool) {
    try {
      const tools = localStorage.getItem('keptTools') ?? '';
      return tools.includes(`"${tool}"`) || sessionStorage.getItem('interruption') !== null || history.state?.usr?.draft;
    } catch {
      return false;
    }
  }
})();
