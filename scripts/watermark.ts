import { fileURLToPath } from 'node:url';
import sharp from 'sharp';
import { watermark } from '#shared/domain/watermark';

/**
 * Draws the brand watermark of downloads into `mock-server/modules/studio/image/watermark.png`. Run it on a machine with a
 * Chinese font (Noto Sans CJK); the picture is kept in the repository because a server may have none.
 */
const { text, fontSize, opacity } = watermark;
const target = fileURLToPath(new URL('../mock-server/modules/studio/image/watermark.png', import.meta.url));
const drawing = `<svg xmlns="http://www.w3.org/2000/svg" width="400" height="80">
  <text x="4" y="${fontSize + 4}" font-family="Noto Sans CJK SC" font-weight="500" font-size="${fontSize}"
    fill="#fff" fill-opacity="${opacity}" stroke="#000" stroke-opacity="0.35" stroke-width="1.5" paint-order="stroke">${text}</text>
</svg>`;

const { width, height } = await sharp(Buffer.from(drawing))
  .trim({ background: '#00000000', threshold: 0 })
  .png()
  .toFile(target);
console.log(`${target}: ${width}×${height}`);
