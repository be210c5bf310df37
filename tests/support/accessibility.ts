import { expect, type Page } from '@playwright/test';
import axe, { type RunOptions } from 'axe-core';
import { atRest } from './at-rest.ts';

declare global {
  interface Window {
    axe: typeof axe;
  }
}

interface Wanted {
  /** Selector of the part to look at; the whole page when left out. */
  within?: string;
  /** Only the rules with one of these tags, such as `wcag2aa`; all when left out. */
  tags?: readonly string[];
}

/** The rules of axe that look at colours. */
const colourRules = ['color-contrast', 'link-in-text-block'];

/** Faults of a page at rest in words, empty where there are none. */
export function accessibilityFaults(page: Page, { within, tags }: Wanted = {}): Promise<string[]> {
  return faultsOf(page, within, tags ? { runOnly: [...tags] } : {});
}

async function faultsOf(page: Page, within: string | undefined, rules: RunOptions): Promise<string[]> {
  // A message of the console that begins to fade while axe looks has too little contrast for a moment.
  await expect(page.locator('.ant-message-notice')).toHaveCount(0);
  await page.evaluate(atRest);
  // An outline stands for what has not come; it is shown once the code of its page is there.
  await expect(page.locator('.ant-skeleton')).toHaveCount(0);
  await page.evaluate(atRest);
  // What looks is a megabyte of script, read once for each page and not for each look.
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(axe.source);
  const options: RunOptions = { resultTypes: ['violations'], ...rules };
  const { violations } = await page.evaluate(([part, wanted]) => window.axe.run(part ?? document, wanted), [
    within,
    options,
  ] as const);
  return violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' ')}`);
}

/**
 * Faults of the page as it stands, in its light and in its dark colours; it ends up dark. The parts of a page and their
 * names are the same in both, so in the dark only what looks at colours is asked again.
 */
export async function faultsInLightAndDark(page: Page, wanted: Wanted = {}): Promise<string[]> {
  await wear(page, 'light');
  const light = await accessibilityFaults(page, wanted);
  await wear(page, 'dark');
  const dark = await faultsOf(page, wanted.within, { runOnly: { type: 'rule', values: colourRules } });
  return [...light.map((fault) => `light: ${fault}`), ...dark.map((fault) => `dark: ${fault}`)];
}

async function wear(page: Page, colorScheme: 'light' | 'dark'): Promise<void> {
  await page.emulateMedia({ colorScheme });
  await expect(page.locator('html')).toHaveCSS('color-scheme', colorScheme);
}
