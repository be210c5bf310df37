const gb18030 = new TextDecoder('gb18030');
const utf8 = new TextDecoder('utf-8', { fatal: true });

/** Text in UTF-8, or in the encoding that Chinese Windows programs write where it is none. */
export function textOf(bytes: Uint8Array): string {
  try {
    return utf8.decode(bytes);
  } catch {
    return gb18030.decode(bytes);
  }
}

/** Names in files may be of any length and hold anything. */
export const tidyName = (name: unknown): string =>
  typeof name === 'string' ? name.replace(/\p{C}/gu, '').trim().slice(0, 200) : '';
