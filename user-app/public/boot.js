// Runs before the first paint: a chosen theme does not flash, and the large picture that a page opens with is asked for at
// once. It starts the app.
(() => {
  /** Longest delay of the app's code in favour of the page's first pictures, ms. */
  const longestWait = 1500;

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

  const [, world] = /(?:^|; )mock_space=([^;]*)/.exec(document.cookie) ?? [];
  /** As in shared/browser/stores.ts. */
  const ownName = (name) => (world ? `${world}~${name}` : name);

  const { firstPictures, app } = document.currentScript.dataset;
  const picture = JSON.parse(firstPictures)[location.pathname];
  startApp(JSON.parse(app), picture?.wall ? openWall(picture.wall) : openStage(picture));

  /** Runs the app's scripts, which are on their way, when the page and its styles are there and `pictures` are shown. */
  function startApp(sources, pictures) {
    document.addEventListener('DOMContentLoaded', async () => {
      const styles = [...document.querySelectorAll('link[rel=stylesheet]')].filter(({ sheet }) => !sheet);
      await Promise.all(styles.map((link) => new Promise((resolve) => (link.onload = link.onerror = resolve))));
      const painted = Promise.resolve(pictures)
        .catch(() => undefined)
        .then(() => new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve))));
      await Promise.race([painted, new Promise((resolve) => setTimeout(resolve, longestWait))]);
      for (const source of sources) {
        const script = document.createElement('script');
        script.async = false;
        script.src = source;
        document.body.append(script);
      }
    });
  }

  /** Asks for the large picture of a page, and shows it where the stage of a tool will be; comes true when it is there. */
  function openStage(picture) {
    // A page that is given a picture of one's own opens with that.
    if (!picture || new URLSearchParams(location.search).has('base')) return undefined;
    const { stage, hero, ...source } = picture;
    const preload = document.createElement('link');
    preload.rel = 'preload';
    preload.as = 'image';
    preload.fetchPriority = 'high';
    Object.assign(preload, source);
    document.head.append(preload);

    if (hero) return isHeroKnown(hero) ? showHero(hero, source) : undefined;
    if (!stage || isBegun(stage.tool)) return undefined;
    beginStage(stage.kind, { ...stage.look, picture: `url(${source.href})` });
    return Object.assign(new Image(), { src: source.href }).decode();
  }

  /** @param look values of the variables `--splash-…` of splash.ts */
  function beginStage(kind, look) {
    const { dataset, style } = document.documentElement;
    dataset.splashPicture = kind;
    for (const [name, value] of Object.entries(look)) style.setProperty(`--splash-${name}`, value);
  }

  /**
   * Returns true when the home page will have its picture where splash.ts has it: nothing stands above for visitors.
   */
  function isHeroKnown({ narrowest, widest }) {
    if (innerWidth < narrowest || innerWidth > widest || hasOwnCookie('has_session') || hasOwnCookie('is_viewing')) return false;
    try {
      return isNewVisit() && localStorage.getItem(ownName('notice')) === null;
    } catch {
      return false;
    }
  }

  function hasOwnCookie(name) {
    return document.cookie.split('; ').some((part) => part.startsWith(`${ownName(name)}=`));
  }

  /** Shows the picture of the home page in the size that the browser chooses; comes true when it is there. */
  async function showHero({ look }, { imageSrcset: srcset, imageSizes: sizes }) {
    beginStage('hero', look);
    await new Promise((resolve) => document.addEventListener('DOMContentLoaded', resolve));
    return Object.assign(document.querySelector('#splash-picture img'), { sizes, srcset }).decode();
  }

  /** Returns true when the page is neither come back to nor loaded again: then it would open where it was left. */
  function isNewVisit() {
    return performance.getEntriesByType('navigation')[0]?.type === 'navigate' && !location.hash;
  }

  /**
   * Asks for the first pictures of a wall: lib/boot-response.ts has the answer for the app, splash.ts the style. Comes
   * true when they are there.
   */
  function openWall(wall) {
    if (!isNewVisit() || location.search) return undefined;
    const init = { credentials: 'include', redirect: 'manual', headers: { accept: 'application/json' } };
    const response = fetch(wall.address, init);
    const isKnownPlace = innerWidth <= wall.phoneWidth || innerWidth >= wall.wideWidth;
    globalThis.firstAnswer = { address: wall.address, response };
    return response
      .then((answer) => isKnownPlace && answer.clone().json())
      .then((body) => body && showWall(wall, body.data.list));
  }

  /** Shows the pictures that the window has room for where the app will have them: features/gallery-wall/masonry.ts. */
  async function showWall({ gap, columnSteps, leastHeight, widths, firstPictures }, list) {
    const stage = document.getElementById('splash-picture');
    if (!stage || !document.getElementById('splash')) return;
    document.documentElement.dataset.splashPicture = 'wall';
    const space = Math.floor(stage.clientWidth);
    const columns = 2 + columnSteps.filter((step) => space >= step).length;
    const columnWidth = (space - gap * (columns - 1)) / columns;
    const pixels = columnWidth * Math.min(devicePixelRatio, 2);
    const asked = widths.find((one) => one >= pixels) ?? widths.at(-1);
    const ends = Array(columns).fill(0);
    const pictures = list.flatMap(({ imageId, width, height, mainColor }, at) => {
      const top = Math.min(...ends);
      const lane = ends.indexOf(top);
      const tall = Math.max(leastHeight, Math.round((columnWidth * height) / width));
      ends[lane] += tall + gap;
      if (top > innerHeight) return [];
      const picture = new Image();
      picture.fetchPriority = at < firstPictures ? 'high' : 'low';
      picture.src = `/api/images/${encodeURIComponent(imageId)}?w=${asked}&format=webp&quality=100`;
      const box = { left: lane * (columnWidth + gap), top, width: columnWidth, height: tall };
      for (const [name, length] of Object.entries(box)) picture.style[name] = `${length}px`;
      picture.style.backgroundColor = mainColor;
      return picture;
    });
    stage.replaceChildren(...pictures);
    await Promise.all(pictures.slice(0, firstPictures).map((picture) => picture.decode()));
    await new Promise(requestAnimationFrame);
  }

  /** Returns true when this browser may have something of one's own for the stage; lib/kept-tools.ts. */
  function isBegun(tool) {
    try {
      const tools = localStorage.getItem(ownName('keptTools')) ?? '';
      return tools.includes(`"${tool}"`) || sessionStorage.getItem(ownName('interruption')) !== null || history.state?.usr?.draft;
    } catch {
      return false;
    }
  }
})();
