import { create } from 'qrcode';
import styles from './qr-code.css';

/** Modules around the code that readers ask for (ISO/IEC 18004). */
const quietZone = 4;

interface QrCodeProps {
  content: string;
  /** Purpose of the code, for screen readers. */
  label: string;
  /** Side in px, with the quiet zone. */
  size?: number;
}

/**
 * A QR code as one path, sharp at any pixel ratio. Dark on white in both themes, because cameras want it so. Content is
 * at most about 2 kB.
 */
export function QrCode({ content, label, size = 192 }: QrCodeProps) {
  const { modules } = create(content, { errorCorrectionLevel: 'M' });
  const rows = Array.from({ length: modules.size }, (_, row) => row);
  const path = rows.flatMap((row) =>
    rows.flatMap((column) => (modules.get(row, column) ? [`M${column} ${row}h1v1h-1z`] : [])),
  );
  const side = modules.size + 2 * quietZone;
  return (
    <svg
      role="img"
      aria-label={label}
      data-theme="light"
      className={`rounded-card ${styles.code}`}
      viewBox={`${-quietZone} ${-quietZone} ${side} ${side}`}
      width={size}
      height={size}
      shapeRendering="crispEdges"
    >
      <path d={path.join('')} />
    </svg>
  );
}
