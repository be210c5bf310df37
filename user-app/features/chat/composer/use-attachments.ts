import { type Dispatch, type SetStateAction, useCallback, useEffect, useRef, useState } from 'react';
import { TransportError } from '#shared/client/transport';
import { attachmentLimit } from '#shared/domain/chat';
import { newClientKey } from '#shared/domain/client-key';
import { failureWords } from '#shared/domain/failure-words';
import { inspectFile, uploadImage } from '../../../data/image';
import { shrinkPicture } from '../../../data/shrink-picture';
import { toast } from '../../../lib/toast';
import type { DraftPicture, MessageDraft } from './drafts';

/** A picture that is not with the server yet. */
export interface Waiting {
  id: number;
  /** Draft it belongs to. */
  of: string;
  file: File;
  /** Idempotency key of the upload, the same for all retries. */
  clientKey: string;
  preview: string;
  /** Sent part, 0–1; undefined while nothing is sent. */
  fraction?: number | undefined;
  /** Why it was not taken, as a sentence. */
  problem?: string | undefined;
}

let lastId = 0;

interface AttachmentsInput {
  /** Name of the draft that is shown. */
  name: string;
  draft: MessageDraft;
  isLoggedIn: boolean;
  change: (change: (draft: MessageDraft) => MessageDraft, of?: string) => void;
}

/** Sends waiting pictures; one that has arrived moves from the waiting ones into its draft. */
function useUploads(setWaiting: Dispatch<SetStateAction<readonly Waiting[]>>, change: AttachmentsInput['change']) {
  const running = useRef(new Map<number, { done: Promise<DraftPicture | undefined>; abort: () => void }>());

  const patch = useCallback(
    (id: number, part: Partial<Waiting>) => {
      setWaiting((all) => all.map((picture) => (picture.id === id ? { ...picture, ...part } : picture)));
    },
    [setWaiting],
  );
  const drop = useCallback(
    (id: number) => {
      running.current.get(id)?.abort();
      running.current.delete(id);
      setWaiting((all) => {
        const gone = all.find((picture) => picture.id === id);
        if (gone) URL.revokeObjectURL(gone.preview);
        return all.filter((picture) => picture.id !== id);
      });
    },
    [setWaiting],
  );

  const upload = useCallback(
    (picture: Waiting) => {
      const { id, of, file, preview, clientKey } = picture;
      const begun = running.current.get(id);
      if (begun) return begun.done;
      const aborter = new AbortController();
      const send = async (): Promise<DraftPicture | undefined> => {
        try {
          patch(id, { fraction: 0, problem: undefined });
          const shrunk = await shrinkPicture(file, preview, () => undefined);
          const onProgress = (fraction: number) => patch(id, { fraction });
          const { imageId, width, height } = await uploadImage(shrunk.file, {
            clientKey,
            onProgress,
            signal: aborter.signal,
          });
          const sent = { imageId, width, height, title: file.name };
          change((draft) => ({ ...draft, pictures: [...draft.pictures, sent] }), of);
          drop(id);
          return sent;
        } catch (error) {
          running.current.delete(id);
          if (error instanceof TransportError && error.kind === 'aborted') return undefined;
          patch(id, { fraction: undefined, problem: failureWords(error, '上传失败，请重试') });
          return undefined;
        }
      };
      const done = send();
      running.current.set(id, { done, abort: () => aborter.abort() });
      return done;
    },
    [change, drop, patch],
  );

  useEffect(() => {
    const open = running.current;
    return () => {
      for (const { abort } of open.values()) abort();
    };
  }, []);

  return { upload, drop };
}

/** Pictures beside a question: taken in from files, sent at once or, for visitors, after the login. */
export function useAttachments({ name, draft, isLoggedIn, change }: AttachmentsInput) {
  const [waiting, setWaiting] = useState<readonly Waiting[]>([]);
  const latest = useRef({ waiting, draft });
  latest.current = { waiting, draft };

  const { upload, drop } = useUploads(setWaiting, change);

  const roomLeft = useCallback(
    () =>
      attachmentLimit -
      latest.current.draft.pictures.length -
      latest.current.waiting.filter(({ of, problem }) => of === name && !problem).length,
    [name],
  );

  const addFiles = useCallback(
    async (files: readonly File[]) => {
      const room = Math.max(0, roomLeft());
      if (files.length > room) toast.info(`一次最多附 ${attachmentLimit} 张图`);
      for (const file of files.slice(0, room)) {
        const { refusal, isDrawable } = await inspectFile(file);
        if (refusal || !isDrawable) {
          toast.error(refusal ?? '请附 JPG、PNG 或 WebP 图片');
          continue;
        }
        lastId += 1;
        const added = { id: lastId, of: name, file, clientKey: newClientKey(), preview: URL.createObjectURL(file) };
        setWaiting((all) => [...all, added]);
        if (isLoggedIn) void upload(added);
      }
    },
    [name, isLoggedIn, upload, roomLeft],
  );

  const addOwn = useCallback(
    (pictures: readonly DraftPicture[]) =>
      change((draft) => {
        const attached = new Set(draft.pictures.map(({ imageId }) => imageId));
        const fresh = pictures.filter(({ imageId }) => !attached.has(imageId));
        return { ...draft, pictures: [...draft.pictures, ...fresh].slice(0, attachmentLimit) };
      }),
    [change],
  );

  // Pictures that a visitor brought go with the words to the account.
  useEffect(() => {
    if (isLoggedIn)
      setWaiting((all) => all.map((item) => (item.of === name ? item : { ...item, of: moved(item.of, name) })));
  }, [isLoggedIn, name]);

  return {
    waiting: waiting.filter(({ of }) => of === name),
    addFiles,
    addOwn,
    retry: upload,
    cancel: drop,
    /** All pictures of the shown draft once they are with the server; undefined where one was not taken. */
    async ready(): Promise<readonly DraftPicture[] | undefined> {
      const mine = latest.current.waiting.filter(({ of }) => of === name || of.startsWith('visitor:'));
      const sent = await Promise.all(mine.map(upload));
      if (sent.some((picture) => picture === undefined)) return undefined;
      const attached = latest.current.draft.pictures;
      const fresh = sent.filter((picture) => picture !== undefined);
      return [...attached.filter(({ imageId }) => fresh.every((added) => added.imageId !== imageId)), ...fresh];
    },
  };
}

/** The same conversation's draft, of the account that is logged in now. */
const moved = (of: string, name: string) =>
  of.startsWith('visitor:') ? `${name.slice(0, name.indexOf(':'))}:${of.slice('visitor:'.length)}` : of;
