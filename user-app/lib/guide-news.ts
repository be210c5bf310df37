import { openDialog } from './product-state';
import { accountOnDevice, readStrings, readText, storageKeys, writeJson } from './storage';

const visitor = 'visitor';
/** Accounts of this browser whose having seen the tour is remembered. */
const mostAccounts = 20;

/** Notes that whoever is here has met the tour in this browser. */
export function rememberGuide(): void {
  const person = accountOnDevice() ?? visitor;
  const others = readStrings(storageKeys.guideSeen).filter((known) => known !== person);
  writeJson(storageKeys.guideSeen, [person, ...others].slice(0, mostAccounts));
}

/**
 * Returns true when the tour is news for whoever is here: a visitor who has used nothing yet, or an account that is
 * new.
 */
function isGuideNews(): boolean {
  const seen = readStrings(storageKeys.guideSeen);
  const account = accountOnDevice();
  if (seen.includes(visitor) || (account && seen.includes(account))) return false;
  if (account) return readText(storageKeys.isNew) === 'true';
  return readStrings(storageKeys.recentTools).length === 0 && readText(storageKeys.phoneNo) === undefined;
}

/** Starts the tour on the home page for whom it is news, unless something has been begun there. */
export function offerGuide(): void {
  const isHome = ['/', '/home'].includes(window.location.pathname);
  const { activeElement } = document;
  const isElsewhere = activeElement !== document.body && activeElement?.id !== 'main';
  const hasBegun = window.scrollY > 0 || isElsewhere;
  if (isHome && !hasBegun && !document.querySelector('dialog[open]') && isGuideNews()) openDialog('guide');
}
