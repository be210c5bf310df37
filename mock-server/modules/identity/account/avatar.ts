/** Bytes of an avatar's file. */
const mostBytes = 32 * 1024;
/** Pixels of its side. */
const mostSide = 512;

/** Returns true when a text is the data URL of a small square JPG, as far as its head and its end say. */
export function isAvatar(text: string): boolean {
  const [, base64] = /^data:image\/jpeg;base64,([A-Za-z0-9+/]+=*)$/.exec(text) ?? [];
  if (!base64) return false;
  const bytes = Buffer.from(base64, 'base64');
  if (bytes.length > mostBytes) return false;
  const { width, height } = sizeOfJpeg(bytes) ?? {};
  return width !== undefined && width > 0 && width === height && width <= mostSide;
}

/** Walks the segments to the frame header (ITU T.81, B.2.2). Undefined for what is no JPG. */
function sizeOfJpeg(bytes: Buffer): { width: number; height: number } | undefined {
  if (bytes.length < 4 || bytes.readUInt16BE(0) !== 0xff_d8) return undefined;
  // Without its end it was cut off.
  if (bytes.readUInt16BE(bytes.length - 2) !== 0xff_d9) return undefined;
  for (let at = 2; at + 9 <= bytes.length && bytes[at] === 0xff; at += 2 + bytes.readUInt16BE(at + 2)) {
    const marker = bytes[at + 1]!;
    // SOF0–SOF15 without the tables that stand among their numbers.
    if (marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker))
      return { height: bytes.readUInt16BE(at + 5), width: bytes.readUInt16BE(at + 7) };
  }
  return undefined;
}
