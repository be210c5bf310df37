/**
 * Normalization of typed and pasted numbers, codes and search texts: full-width characters from input methods, and
 * separators and invisible characters from contact apps and web pages. Used by the browser apps and the server.
 */

/** Invisible characters: joiners, bidirectional marks, the byte order mark, soft hyphens. */
const unseen = /[\u00ad\u061c\u180e\u200b-\u200f\u202a-\u202e\u2060-\u2069\ufeff]/g;
const fullWidth = /[\uff01-\uff5e]/g;
/** Runs of Unicode blanks other than line breaks; a code must not span two lines. */
const blanks = /[^\S\n\v\f\r\u2028\u2029]+/g;
const dashes = /[\u2010-\u2015\u2212\ufe58\ufe63]/g;
const dots = /[\u00b7\u2022\u2027\u2219\u22c5\u30fb\u3002\uff61\uff65]/g;

/**
 * Maps full-width characters to ASCII, runs of blanks to one space, dashes to a hyphen, and middle dots and `。` to a
 * full stop; removes invisible characters and surrounding whitespace. All other characters stay.
 */
export function foldTyped(text: string): string {
  return text
    .replace(unseen, '')
    .replace(fullWidth, (sign) => String.fromCharCode(sign.charCodeAt(0) - 0xfee0))
    .replace(dashes, '-')
    .replace(dots, '.')
    .replace(blanks, ' ')
    .trim();
}

/** Normalizes a code or an identifying number: {@link foldTyped}, without spaces, hyphens, dots and parentheses. */
export function foldCode(text: string): string {
  return foldTyped(text).replace(/[ \-.()]/g, '');
}

/** Returns only the digits of a text, e.g. for a six-digit code. */
export function foldDigits(text: string): string {
  return foldTyped(text).replace(/\D/g, '');
}

/**
 * Normalizes a quantity or an amount: `１，２３４．５` becomes `1234.5`, `￥12` becomes `12`. Does not validate: any other
 * text is returned in its folded form.
 */
export function foldNumber(text: string): string {
  const plain = foldTyped(text)
    .replace(/^[¥￥\uffe5]/, '')
    .replaceAll(' ', '');
  return /^[+-]?\d{1,3}(,\d{3})+(\.\d*)?$/.test(plain) ? plain.replaceAll(',', '') : plain;
}

/**
 * Returns the forms of a search text to look for: the text with single spaces and without invisible characters, and, if
 * different, the result of {@link foldTyped}.
 */
export function searchForms(typed: string): [string, ...string[]] {
  const plain = typed.replace(unseen, '').replace(blanks, ' ').trim();
  const folded = foldTyped(typed);
  return folded === plain ? [plain] : [plain, folded];
}
