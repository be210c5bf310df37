import { splashId, splashPictureId } from './lib/splash-ids';

/**
 * Content of the HTML until the app is there: the logo and the outline of a screen, in both themes. On pages of
 * tools, where the boot script knows what the stage will show, that picture in its place: the lengths are those of
 * tool-workbench.css and states.css. It stays over the app until the stage has drawn it. So do the first pictures of the
 * gallery's wall, below what stands above it in the windows that first-pictures.ts names, and the picture of the home page on
 * phones: below the well of picture-start.css, in the sheet of hero-sheet.css.
 */
const style = `
#splash{position:fixed;inset:0;z-index:var(--layer-toast);background:var(--page);color:var(--ink);font:600 var(--text-16)/1 var(--font);pointer-events:none}
#splash p{display:flex;margin:0;align-items:center;gap:8px;overflow:hidden;height:var(--splash-header,var(--header));padding:0 24px;border-bottom:1px solid var(--rule)}
#splash>div{display:grid;gap:24px;max-width:1280px;margin:0 auto;padding:48px 24px}
#splash i{height:120px;border-radius:var(--radius-card);background:color-mix(in srgb,var(--ink) 5%,transparent);animation:splash 1.6s ease-in-out infinite}
#splash i:first-child{height:40vh}
@keyframes splash{50%{opacity:.45}}
[data-splash-picture]{overflow-y:var(--splash-overflow,scroll)}
[data-splash-picture] #splash i{display:none}
#splash-picture{display:none;position:absolute;z-index:var(--layer-page);top:var(--splash-header,var(--header));right:0;left:412px;height:calc(max(480px,100dvh - var(--splash-header,var(--header))) - 212px);container-type:size;place-items:center;background:var(--sunken);pointer-events:none}
#splash+#splash-picture{z-index:var(--layer-toast)}
[data-splash-picture] #splash-picture{display:grid}
#splash-picture img{content:var(--splash-picture);width:100cqw;height:100cqh;object-fit:contain;background:var(--splash-color)}
[data-splash-picture=left] #splash-picture img,[data-splash-picture=right] #splash-picture img{justify-self:start;width:calc(50cqw - 1px)}
[data-splash-picture=right] #splash-picture img{justify-self:end}
[data-splash-picture=over] #splash-picture img{width:min(100cqw,100cqh*var(--splash-ratio));height:auto;aspect-ratio:var(--splash-ratio);object-fit:cover}
[data-splash-picture=wall] #splash-picture{top:226px;right:16px;left:16px;display:block;height:auto;container-type:normal;background:none}
[data-splash-picture=wall] #splash-picture img{position:absolute;border-radius:var(--radius-card);object-fit:cover}
[data-splash-picture=hero] #splash-picture{top:209px;right:var(--splash-margin);left:var(--splash-margin);display:block;height:auto;container-type:normal;background:none}
[data-splash-picture=hero] #splash-picture img{content:normal;width:100%;height:auto;aspect-ratio:var(--splash-ratio);object-fit:cover}
@media (max-width:480px){[data-splash-picture=wall] #splash-picture{top:272px}}
@media (max-width:1023px){#splash-picture{top:calc(var(--splash-header,var(--header)) + 73px);left:0;height:calc(max(480px,100dvh - var(--splash-header,var(--header))) - 245px - var(--splash-begin))}}
@media (prefers-reduced-motion:reduce){#splash i{animation:none}}
@media (max-width:639px){#splash p{padding:0 16px}#splash>div{padding:24px 16px}}
`;

/** The mark of `ui/logo.tsx`. */
const mark = `<svg viewBox="0 0 32 32" width="26" height="26" aria-hidden="true"><rect x="2" y="2" width="28" height="28" rx="6" fill="var(--accent)"/><g fill="none" stroke="var(--paper)" stroke-width="1.6" stroke-linecap="round" stroke-linejoin="round"><path d="M16 8 7.5 14.5M9.5 13.5V24H16M16 8v16"/></g><path fill="var(--paper)" d="M16 7.2 25 14l-1 1.3-1-.7V24.8h-7z"/></svg>`;

/** Less than 5 kB; no script, and nothing is loaded that the boot script does not name. */
export const splashHtml = `<style>${style.replaceAll('\n', '')}</style><div id="${splashId}" role="status" aria-label="正在加载"><p>${mark}<span>筑绘</span></p><div><i></i><i></i></div></div><div id="${splashPictureId}" aria-hidden="true"><img alt=""></div>`;
