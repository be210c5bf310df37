import type { ChatCard, ChatSource } from '#shared/contract/chat';
import type { ChatPart } from '../../adapters/chat/port.ts';
import { WordRefused } from './answer-ending.ts';
import type { MessageRow } from './message.repository.ts';
import { cardsIn, idsIn, sourcesIn } from './message-view.ts';
import type { RefusedWords } from './refused-words.ts';

/** Largest numbers of parts of one answer beside its text. */
const most = { sources: 30, cards: 8, pictures: 12 } as const;

export interface PartDeps {
  words: Pick<RefusedWords, 'findAfter'>;
  /** Those of some pictures that are the asker's own. */
  own: (imageIds: readonly string[]) => Promise<string[]>;
}

/** Adds a part to an answer. Throws {@link WordRefused} after cutting the text before a word that is not allowed. */
export async function takePart(row: MessageRow, part: ChatPart, { words, own }: PartDeps): Promise<void> {
  switch (part.type) {
    case 'text': {
      const from = row.text.length;
      row.text += part.text;
      const word = words.findAfter(row.text, from);
      if (!word) return;
      row.text = row.text.slice(0, word.start).trimEnd();
      throw new WordRefused();
    }
    case 'reasoning': {
      const from = row.reasoning.length;
      row.reasoning += part.text;
      const word = words.findAfter(row.reasoning, from);
      if (!word) return;
      row.reasoning = row.reasoning.slice(0, word.start).trimEnd();
      throw new WordRefused();
    }
    case 'sources': {
      row.sources = JSON.stringify([...sourcesIn(row), ...part.sources.map(safe)].slice(0, most.sources));
      return;
    }
    case 'card': {
      const cards = cardsIn(row);
      if (cards.length >= most.cards) return;
      const card: ChatCard = { ...part.card, id: `card_${cards.length + 1}`, taskIds: [] };
      row.cards = JSON.stringify([...cards, card]);
      return;
    }
    case 'pictures': {
      const shown = idsIn(row.pictures);
      const added = await own(part.imageIds);
      row.pictures = JSON.stringify([...new Set([...shown, ...added])].slice(0, most.pictures));
      return;
    }
    case 'usage':
      row.usage = JSON.stringify(part.usage);
      return;
    case 'end':
      return;
  }
}

/** Leads to pages of the product and of the web only. */
function safe({ title, entryId, to, url }: ChatSource): ChatSource {
  return {
    title,
    entryId,
    to: to !== null && /^\/(?![/\\])/.test(to) ? to : null,
    url: url !== null && /^https?:\/\//i.test(url) ? url : null,
  };
}
