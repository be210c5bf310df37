import { readJson, storageKeys, writeJson } from '../../../lib/storage';

/** A picture of the account beside a question. */
export interface DraftPicture {
  imageId: string;
  width: number;
  height: number;
  title: string;
}

export interface MessageDraft {
  text: string;
  pictures: readonly DraftPicture[];
}

export const emptyDraft: MessageDraft = { text: '', pictures: [] };

/** Drafts that are kept; the ones that were written longest ago go first. */
const mostDrafts = 30;

type Kept = Record<string, MessageDraft & { at: number }>;

function read(): Kept {
  const kept = readJson(storageKeys.chatDrafts);
  return typeof kept === 'object' && kept !== null && !Array.isArray(kept) ? (kept as Kept) : {};
}

/** Names the draft of a conversation, or of one that is not begun. */
export const draftName = (account: string, conversationId: string | undefined) =>
  `${account}:${conversationId ?? 'new'}`;

export function readDraft(name: string): MessageDraft {
  const { text, pictures } = read()[name] ?? emptyDraft;
  return {
    text: typeof text === 'string' ? text : '',
    pictures: Array.isArray(pictures) ? pictures.filter((one) => typeof one?.imageId === 'string') : [],
  };
}

export function writeDraft(name: string, draft: MessageDraft, now: number): void {
  const { [name]: _former, ...others } = read();
  const isEmpty = draft.text === '' && draft.pictures.length === 0;
  const all: Kept = isEmpty ? others : { ...others, [name]: { ...draft, at: now } };
  const newest = Object.entries(all)
    .sort(([, one], [, other]) => other.at - one.at)
    .slice(0, mostDrafts);
  writeJson(storageKeys.chatDrafts, Object.fromEntries(newest));
}
