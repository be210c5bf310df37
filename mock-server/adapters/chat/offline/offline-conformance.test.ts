import { afterAll } from 'vitest';
import { describeChatAdapter } from '../conformance.ts';
import { createOfflineAssistant } from './offline-assistant.ts';

// Reading the knowledge base takes half a second; one assistant serves every test, as it serves every account.
const assistant = createOfflineAssistant({ clock: { now: () => 0 } });
afterAll(() => assistant.close());

describeChatAdapter('offline', () => ({
  adapter: { ...assistant, close: async () => undefined },
  question: '水磨石地面怎么描述',
  otherQuestion: '清水混凝土怎么描述',
}));
