import { foldTyped } from '#shared/domain/typed';

/**
 * People to give to, as pasted or from a file: phone numbers in any spelling, or account ids, apart by lines, commas or
 * cells. Headings are left out; doubles stay, for the trial to name them.
 */
export function readRecipients(text: string): { phones: string[]; ids: string[] } {
  const given = text
    .split(/[\n\r,，;；\t"']+/)
    .map(foldTyped)
    .filter((part) => /[0-9a-z]/i.test(part));
  const isNumber = (part: string) => /^[+(\d][\d ()+.-]*$/.test(part);
  return { phones: given.filter(isNumber), ids: given.filter((part) => !isNumber(part)) };
}
