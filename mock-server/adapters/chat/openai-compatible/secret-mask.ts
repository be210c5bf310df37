/** Minimum length of a masked secret in characters: a shorter one may be a common word, such as `ollama`. */
const shortestSecret = 8;
/** Number of consecutive characters of a secret, or of an encoding of it, from which on they are masked. */
const longestShown = 12;
/** Maximum number of characters of a secret that are searched for. */
const longestSecret = 2000;
const shownAs = '***';

export interface SecretMask {
  /** Masks a complete text. */
  whole(text: string): string;
  /**
   * Masks every string in a value parsed from JSON, property names included. Meant for at most 100,000 characters of
   * JSON.
   */
  within(value: unknown): unknown;
  /**
   * Returns a function that masks a text arriving in pieces. It holds back a tail that may be the beginning of the
   * secret until the next piece or `isLast`.
   */
  pieces(): (piece: string, isLast?: boolean) => string;
}

/**
 * Creates a mask that replaces a secret, and any 12 or more consecutive characters of it, with `***`: in plain text,
 * percent-encoded, in hexadecimal, and in base64 and base64url at any byte offset. Takes linear time. Secrets shorter
 * than 8 characters are not masked.
 */
export function createSecretMask(secret: string): SecretMask {
  const { size, stretches, beginnings } = stretchesOf(secret);

  /** Number of characters at the end of the text that may begin a masked stretch. */
  function waiting(text: string): number {
    for (let length = Math.min(size - 1, text.length); length > 0; length--)
      if (beginnings.has(text.slice(-length))) return length;
    return 0;
  }

  function pieces(): (piece: string, isLast?: boolean) => string {
    if (stretches.size === 0) return (piece) => piece;
    let held = '';
    /** End of the masked stretch, as an index into `held`. */
    let secretTo = 0;
    let isHiding = false;
    return (piece, isLast = false) => {
      const text = held + piece;
      const end = text.length - (isLast ? 0 : waiting(text));
      let shown = '';
      for (let at = 0; at < end; at++) {
        if (beginnings.has(text[at]!) && stretches.has(text.slice(at, at + size))) secretTo = at + size;
        if (at >= secretTo) shown += text[at];
        else if (!isHiding) shown += shownAs;
        isHiding = at < secretTo;
      }
      held = text.slice(end);
      secretTo = Math.max(0, secretTo - end);
      return shown;
    };
  }

  const whole = (text: string) => pieces()(text, true);

  function within(value: unknown): unknown {
    if (typeof value === 'string') return whole(value);
    if (Array.isArray(value)) return value.map(within);
    if (typeof value !== 'object' || value === null) return value;
    return Object.fromEntries(Object.entries(value).map(([name, inner]) => [whole(name), within(inner)]));
  }

  return { whole, within: stretches.size === 0 ? (value) => value : within, pieces };
}

/** All substrings of length `size` of a secret's encodings, and all shorter prefixes of them. */
function stretchesOf(secret: string) {
  const size = Math.min(longestShown, secret.length);
  const stretches = new Set<string>();
  const beginnings = new Set<string>();
  for (const form of secret.length < shortestSecret ? [] : formsOf(secret.slice(0, longestSecret)))
    for (let at = 0; at + size <= form.length; at++) {
      const stretch = form.slice(at, at + size);
      stretches.add(stretch);
      for (let length = 1; length < size; length++) beginnings.add(stretch.slice(0, length));
    }
  return { size, stretches, beginnings };
}

function formsOf(secret: string): string[] {
  const bytes = Buffer.from(secret, 'utf8');
  const hex = bytes.toString('hex');
  const forms = [secret, encodeURIComponent(secret), hex, hex.toUpperCase()];
  // Base64 encodes three bytes as four letters, so preceding bytes shift the secret by 0, 1 or 2 bytes.
  for (const shift of [0, 1, 2]) {
    const shifted = Buffer.concat([Buffer.alloc(shift), bytes]);
    // Only the letters whose bits all come from the secret.
    const [from, to] = [Math.ceil((shift * 8) / 6), Math.floor((shifted.length * 8) / 6)];
    for (const alphabet of ['base64', 'base64url'] as const) forms.push(shifted.toString(alphabet).slice(from, to));
  }
  return [...new Set(forms)];
}
