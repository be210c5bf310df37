import { lightPalette } from '#shared/design/tokens';

interface Badge {
  /** 0–1 of a ring. */
  fraction: number;
  /** `#rrggbb`. */
  colour: string;
}

const around = 2 * Math.PI * 5;
let plain: Promise<string> | undefined;
let shown = '';

/** Draws a small ring over the site's own icon in the tab; without a badge the icon is as it was. */
export async function badgeIcon(badge: Badge | undefined | '') {
  const link = document.querySelector<HTMLLinkElement>('link[rel~="icon"]');
  if (!link) return;
  // Steps of a twentieth: every change of the icon is drawn anew by the browser.
  const arc = badge ? Math.round(badge.fraction * 20) / 20 : 0;
  const key = badge ? `${badge.colour}${arc}` : '';
  if (key === shown) return;
  shown = key;
  if (!badge) {
    link.href = '/favicon.svg';
    return;
  }
  plain ??= fetch('/favicon.svg').then((answer) => answer.text());
  const icon = await plain.catch(() => '');
  if (shown !== key || !icon.includes('</svg>')) return;
  const ring = `<circle cx="24" cy="24" r="8" fill="${lightPalette.surface}"/><circle cx="24" cy="24" r="5" fill="none" stroke="${badge.colour}" stroke-width="4" stroke-dasharray="${arc * around} ${around}" transform="rotate(-90 24 24)"/></svg>`;
  link.href = `data:image/svg+xml,${encodeURIComponent(icon.replace('</svg>', ring))}`;
}
