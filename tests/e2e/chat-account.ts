import path from 'node:path';
import { expect, type Page } from '@playwright/test';
import { createOfflineAssistant } from '../../mock-server/adapters/chat/offline/offline-assistant.ts';
import { startOfStory, startTestServer } from '../support/server.ts';
import { createTestModels, type Dictation } from '../support/server-chat.ts';
import { test as base } from '../support/story.ts';
import { newPhone } from '../support/user.ts';

export { expect };

interface Models {
  origin: string;
  /** Leaves an account without tickets for conversations. */
  takeTickets: (accountId: string) => Promise<void>;
  /** The answer that the model is asked for next: the story says what comes when. */
  nextAnswer: () => Promise<Dictation>;
}

/** Stories with a server of their own whose models say what the story tells them. */
export const test = base.extend<{ models: Models; asker: Page }, { server: Models }>({
  server: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names of what a fixture needs
    async ({}, use) => {
      const models = createTestModels();
      const config = { distDir: path.resolve('dist') };
      const offline = createOfflineAssistant({ clock: { now: () => startOfStory } });
      const server = await startTestServer({ config, chatAdapters: [models, offline] });
      let taken = 0;
      await use({
        origin: server.origin,
        nextAnswer: () => models.nth(taken++),
        async takeTickets(accountId) {
          const { store, tickets } = server.deps;
          const taking = { amount: 1_000, reason: '演练', key: `take:${accountId}`, operator: accountId };
          await store.transact((tx) => tickets.revoke(tx, accountId, { ...taking, kind: 'gpt' }));
        },
      });
      await server.close();
    },
    { scope: 'worker' },
  ],
  models: async ({ server }, use) => use(server),
  baseURL: async ({ server }, use) => use(server.origin),
  /** Somebody new with three tickets for conversations. */
  asker: async ({ page }, use) => {
    await enter(page, { gpt: 3 });
    await use(page);
  },
});

/** Makes an account and enters with it. @returns its id */
export async function enter(page: Page, tickets: Record<string, number> = {}): Promise<string> {
  const phoneNo = newPhone();
  const made = await page.request.post('/__mock/accounts', { data: { phoneNo, tickets } });
  expect(made.ok(), await made.text()).toBe(true);
  // What a day brings is there once it has been looked for.
  await page.request.get('/api/ai/totalTicket?type=3');
  return (await made.json()).accountId;
}

export const room = '/deepseek';
export const composer = (page: Page) => page.getByRole('textbox', { name: '问题', exact: true });
export const answers = (page: Page) => page.getByRole('region', { name: '对话' }).getByRole('article');
export const conversations = (page: Page) => page.getByRole('navigation', { name: '会话' });

export async function ask(page: Page, words: string): Promise<void> {
  await composer(page).fill(words);
  await composer(page).press('Enter');
}

/** Counts the sends of a page. */
export function countSends(page: Page): () => number {
  let sends = 0;
  page.on('request', (request) => {
    if (request.url().includes('/api/ai/gptTalkStream')) sends += 1;
  });
  return () => sends;
}
