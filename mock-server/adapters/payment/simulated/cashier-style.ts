import { lightPalette } from '#shared/design/tokens';

/** A drawing sheet: hairlines, a hatched strip that says it is practice, a title block at the foot. */
export const cashierCss = `
:root { --code-ground: ${lightPalette.surface}; }
main { max-width: 960px; padding: 24px 24px 64px; }
.top { display: flex; align-items: center; gap: 10px; height: 32px; margin-bottom: 24px; }
.seal { fill: var(--accent); } .rendered { fill: white; }
.drawn { fill: none; stroke: white; stroke-width: 1.6; stroke-linecap: round; stroke-linejoin: round; }
.top b { font-size: 16px; font-weight: 600; }
.top span { color: var(--ink-second); padding-left: 10px; border-left: 1px solid var(--rule); line-height: 16px; }
.sheet { background: var(--surface); border: 1px solid var(--rule); border-radius: 10px; overflow: hidden; }
.practice { margin: 0; color: var(--ink); font-weight: 500; border-bottom: 1px solid var(--rule); display: flex;
  background: repeating-linear-gradient(-45deg, var(--sunken) 0 6px, transparent 6px 12px); }
.practice span { background: var(--surface); padding: 12px 20px 12px 40px; border-right: 1px solid var(--rule); }
.desk { display: grid; grid-template-columns: 1fr 320px; min-height: 392px; }
.matter { padding: 40px; display: flex; flex-direction: column; }
.matter h1 { font-size: 24px; line-height: 32px; font-weight: 600; margin: 0; overflow-wrap: anywhere; }
.sentence { margin: 8px 0 0; max-width: 44ch; }
.sum { margin: 28px 0 0; display: grid; gap: 4px; }
.sum dt { color: var(--ink-second); }
.sum dd { margin: 0; font-size: 56px; line-height: 64px; font-weight: 600; letter-spacing: -0.02em; font-variant-numeric: tabular-nums; }
.sum dd small { font-size: 28px; font-weight: 500; margin-right: 4px; }
.sum dd.small { font-size: 18px; line-height: 24px; letter-spacing: 0; }
.time { margin-top: 20px; }
.time p { margin: 0 0 8px; }
.time time { color: var(--ink); font-size: 18px; font-weight: 600; font-variant-numeric: tabular-nums; margin: 0 8px 0 4px; }
.time small { font-size: 12px; font-variant-numeric: tabular-nums; white-space: nowrap; }
.track { display: block; height: 2px; background: var(--rule); overflow: hidden; }
.track span { display: block; height: 100%; background: var(--ink); transform-origin: left; }
.acts { margin: auto 0 0; padding-top: 32px; display: flex; flex-wrap: wrap; align-items: center; gap: 12px; }
.acts button, .acts .button { min-height: 48px; padding: 0 28px; font-size: 16px; border-radius: 8px; transition: background-color 150ms ease-out, border-color 150ms ease-out; }
.acts button.main { min-width: 200px; font-weight: 600; }
.acts .button { display: inline-flex; align-items: center; border: 1px solid var(--rule); color: var(--ink); text-decoration: none; }
.acts .button.main { background: var(--accent); border-color: var(--accent); color: var(--on-accent); font-weight: 600; }
.acts button:not(.main):hover, .acts .button:not(.main):hover { border-color: var(--ink-second); }
.acts .main:hover { background: color-mix(in srgb, var(--accent) 88%, var(--ink)); }
.wait { color: var(--ink-second); font-variant-numeric: tabular-nums; }
.aside { border-left: 1px solid var(--rule); display: flex; flex-direction: column; align-items: center; justify-content: center; gap: 16px; padding: 32px; }
.aside p { margin: 0; }
.code { padding: 14px; border: 1px solid var(--rule); border-radius: 10px; background: var(--code-ground); line-height: 0; }
.code svg { width: 196px; height: 196px; display: block; }
.stamp { transform: rotate(-8deg); display: grid; justify-items: center; gap: 4px; min-width: 168px; padding: 18px 20px; border: 3px solid currentColor; outline: 1px solid currentColor; outline-offset: 4px; border-radius: 8px; color: var(--ink-second); }
.stamp b { font-size: 36px; line-height: 44px; letter-spacing: 0.12em; margin-right: -0.12em; font-weight: 600; }
.stamp small { font-size: 12px; font-variant-numeric: tabular-nums; }
[data-state="paid"] .stamp { color: var(--success); }
.block { margin: 0; border-top: 1px solid var(--rule); display: grid; grid-template-columns: 1fr 1fr 1.1fr 1.7fr; }
.block div { padding: 12px 16px; border-left: 1px solid var(--rule); min-width: 0; }
.block div:first-child { border-left: 0; padding-left: 40px; }
.block div:nth-child(5) { grid-column: 1 / -1; border-left: 0; border-top: 1px solid var(--rule); padding-left: 40px; }
.block dt { color: var(--ink-second); font-size: 12px; line-height: 20px; }
.block dd { margin: 0; overflow-wrap: anywhere; font-variant-numeric: tabular-nums; }
@media (min-width: 768px) and (min-height: 720px) {
  main { min-height: 100vh; display: flex; flex-direction: column; justify-content: center; padding-bottom: 88px; }
}
@media (max-width: 767px) {
  main { padding: 12px 12px 32px; }
  .top { margin-bottom: 12px; padding: 0 4px; }
  .practice span { padding: 12px 20px; }
  .desk { grid-template-columns: 1fr; min-height: 0; }
  .matter { padding: 24px 20px; }
  .sum { margin-top: 20px; }
  .sum dd { font-size: 48px; line-height: 56px; }
  .scan { display: none; }
  .aside { border-left: 0; padding: 12px 20px 40px; }
  .acts { margin: 0; padding-top: 28px; }
  .acts button, .acts .button { flex: 1 0 100%; justify-content: center; }
  .wait { flex: 1 0 100%; text-align: center; }
  .block { grid-template-columns: 1fr; padding: 8px 0; }
  .block div, .block div:first-child, .block div:nth-child(5) { border: 0; padding: 5px 20px; display: grid; grid-template-columns: 72px 1fr; gap: 12px; }
}
@media (prefers-reduced-motion: reduce) { .acts * { transition: none; } }
`;
