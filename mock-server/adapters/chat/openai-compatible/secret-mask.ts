/** Characters that are never secret by themselves: a key shorter than this may be a word, such as `ollama`. */
const shortestSecret = 8;
/** Characters in a row of a secret, or of a form of it, that are not shown. */
const longestShown = 12;
/** Characters of a secret that are looked for. */
const longestSecret = 2000;
const shownAs = '***';

export interface SecretMask {
  /** A text that is whole. */
  whole(text: string): string;
  /** The same for every text in a value read from JSON, names included. At most 100,000 characters of JSON. */
  within(value: unknown): unknown;
  /** For a text that comes in pieces: holds back an end that may be the beginning of the secret. */
  pieces(): (piece: string, isLast?: boolean) => string;
}

/**
 * Puts `***` in place of a secret and of 12 or more of its characters in a row, as it is written, percent-encoded, in
 * hexadecimal and in base64 of either alphabet, wherever in the encoded bytes it stands. Takes time by the length of
 * the text. Secrets of fewer than 8 characters are taken for words.
 */
export function createSecretMask(secret: string): SecretMask {
  const { size, stretches, beginnings } = stretchesOf(secret);

  /** Characters at the end that may turn out to be secret. */
  function waiting(text: string): number {
    for (let length = Math.min(size - 1, text.length); length > 0; length--)
      if (beginnings.has(text.slice(-length))) return length;
    return 0;
  }

  function pieces(): (piece: string, isLast?: boolean) => string {
    if (stretches.size === 0) return (piece) => piece;
    let held = '';
    /** Where in `held` what is secret ends. */
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

/** What is not shown: the stretches of a secret's forms, all of one size, and how they begin. */
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
  // Three bytes are four letters: what stands before it shifts the secret by none, one or two bytes.
  for (const shift of [0, 1, 2]) {
    const shifted = Buffer.concat([Buffer.alloc(shift), bytes]);
    // Letters of which all bits are the secret's.
    const [from, to] = [Math.ceil((shift * 8) / 6), Math.floor((shifted.length * 8) / 6)];
    for (const alphabet of ['base64', 'base64url'] as const) forms.push(shifted.toString(alphabet).slice(from, to));
  }
  return [...new Set(forms)];
}
