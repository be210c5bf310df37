import sharp from 'sharp';
import type { Size } from '../base/blur.ts';
import type { TitleCard } from '../kernels/video/title-card.ts';

const family =
  "'Noto Sans CJK SC','Source Han Sans SC','PingFang SC','Microsoft YaHei','WenQuanYi Micro Hei',sans-serif";
const escaped: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };
const isNarrow = /[\x20-\x7e]/;

/** Letters are this high at most, share of the frame's height; a line is this long at most, share of its width. */
const letterHeight = 0.085;
const lineWidth = 0.84;
/** Space between letters, share of their height. */
const spacing = 0.14;
/** Top of the scrim and middle of the line of letters, shares of the height. */
const scrimTop = 0.56;
const lineMiddle = 0.82;

/** Draws a title for films of a size. The letters are the server's own; whether it has them is the caller's question. */
export async function makeTitle(text: string, { width, height }: Size): Promise<TitleCard> {
  const units = [...text].reduce((sum, letter) => sum + (isNarrow.test(letter) ? 0.6 : 1) + spacing, 0);
  const letter = Math.min(height * letterHeight, (width * lineWidth) / units);
  const top = Math.round((height * scrimTop) / 2) * 2;
  const middle = Math.round(height * lineMiddle);
  const words = text.replace(/[&<>"]/g, (one) => escaped[one]!);
  const rows = height - top;
  // The space after the last letter counts too, so the line is moved by half of it.
  const at = `x="${(width / 2 + (letter * spacing) / 2).toFixed(1)}" y="${(middle - top + letter * 0.36).toFixed(1)}"`;
  const type = `font-size="${letter.toFixed(1)}" letter-spacing="${(letter * spacing).toFixed(1)}" text-anchor="middle"`;
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${rows}"><rect width="100%" height="100%"/><text ${at} ${type} font-family="${family}" font-weight="500" fill="#fff">${words}</text></svg>`;
  const letters = await sharp(Buffer.from(svg)).removeAlpha().extractChannel(0).raw().toBuffer();
  return { top, letters, middle };
}
