import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { TransportError } from '#shared/client/transport';
import { newClientKey } from '#shared/domain/client-key';
import { failureWords } from '#shared/domain/failure-words';
import type { DefinedTool } from '#shared/tools/define-tool';
import type { Field } from '#shared/tools/field';
import { inspectFile, readSampleFile, uploadImage } from '@/data/image';
import { shrinkPicture } from '@/data/shrink-picture';
import { openLogin } from '@/lib/app-store';
import { connection, whenReachable } from '@/lib/connection';
import { toast } from '@/lib/toast';
import type { PdfDocument, PictureFacts, ToolSession } from '@/lib/tool-sessions';
import { isLoginRequired } from '@/lib/with-login';
import { picturesOf, severalName } from './form-pictures';
import { withPage } from './pdf-documents';
import type { ToolForm } from './use-tool-form';

/** A picture on its way to the server. */
export interface Upload {
  id: number;
  field: string;
  file: File;
  /** Idempotency key of the upload, the same for all retries; with it a retry after a lost response makes no copy. */
  clientKey: string;
  /** Object URL of the file; absent when browsers cannot draw it. */
  preview?: string;
  /** Page of a PDF, counted from 1. */
  page?: number | undefined;
  /** What is done to the picture before it is sent, as a sentence. */
  note?: string;
  /** Fraction of the bytes sent, 0–1. */
  fraction: number;
  /** Why it stopped, as a sentence; absent while it is on its way. */
  problem?: string;
  /** It cannot be sent at all; its problem stands until the next choice. */
  isRefused?: boolean;
  /** Stopped only because nobody is logged in; goes on by itself afterwards. */
  isWaitingForLogin?: boolean;
  /** Stopped only because the server is unreachable; continues by itself afterwards. */
  isWaitingForLine?: boolean;
  /** It joins the pictures that are there, rather than taking the place of one. */
  isAdded?: boolean;
}

/** Files that were too many for one go. */
export interface Surplus {
  /** Pictures there would be. */
  wanted: number;
  /** Files that were left out. */
  left: number;
}

interface Taking {
  /** Does not ask for a login by itself. */
  isQuiet?: boolean;
  /** Page of a PDF, counted from 1. */
  page?: number;
  /** Puts it beside the pictures that are there, where there may be several. */
  isAdded?: boolean;
}

export interface Intake {
  uploads: readonly Upload[];
  /** What is known of the pictures that came in here, by image id. */
  facts: Readonly<Record<string, PictureFacts>>;
  /** The PDFs that came in here. */
  documents: readonly PdfDocument[];
  /** What the last choice of several base pictures had too many. */
  surplus: Surplus | undefined;
  /** Name of the field a sample is being fetched for. */
  samplePending: string | undefined;
  addFiles: (name: string, field: Field, files: readonly File[], how?: Taking) => void;
  /** `isQuiet`: does not ask for a login by itself. */
  addSample: (name: string, field: Field, sample: string, isQuiet?: boolean) => void;
  retry: (id: number) => void;
  cancel: (id: number) => void;
  /** Takes in what was left unfinished, in place of what is here: it goes on, or keeps the reason why it does not. */
  restore: (kept: Pick<ToolSession, 'uploads' | 'facts' | 'documents'>) => void;
}

const waitingForLogin = '登录后继续上传';
let lastId = 0;

interface IntakeInput {
  tool: DefinedTool;
  form: ToolForm;
  isLoggedIn: boolean;
  /** Base pictures that may be worked on in one go. */
  limit: number;
}

/** Takes pictures in from files, paste, drop and samples: checks them, sends them with progress, fills the form. */
export function useIntake({ tool, form, isLoggedIn, limit }: IntakeInput): Intake {
  const [uploads, setUploads] = useState<readonly Upload[]>([]);
  const [facts, setFacts] = useState<Readonly<Record<string, PictureFacts>>>({});
  const [documents, setDocuments] = useState<readonly PdfDocument[]>([]);
  const [surplus, setSurplus] = useState<Surplus>();
  const [samplePending, setSamplePending] = useState<string>();
  const aborters = useRef(new Map<number, AbortController>());
  const fields = useRef(new Map<number, Field>());
  /** One picture of a field is sent after the other, so that a list keeps the order it was chosen in. */
  const queues = useRef(new Map<string, Promise<void>>());
  const { set, append, add } = form;
  const latest = useRef({ form, uploads, limit });
  latest.current = { form, uploads, limit };

  const patch = useCallback((id: number, change: Partial<Upload>) => {
    setUploads((all) => all.map((upload) => (upload.id === id ? { ...upload, ...change } : upload)));
  }, []);

  const drop = useCallback((id: number) => {
    aborters.current.delete(id);
    fields.current.delete(id);
    setUploads((all) => {
      const gone = all.find((upload) => upload.id === id);
      if (gone?.preview) URL.revokeObjectURL(gone.preview);
      return all.filter((upload) => upload.id !== id);
    });
  }, []);

  const send = useCallback(
    (upload: Upload) => {
      const { id, field: name, file, clientKey, preview, page, isAdded } = upload;
      const aborter = new AbortController();
      aborters.current.set(id, aborter);
      setUploads((all) => all.map((item) => (item.id === id ? withoutProblem(item) : item)));
      const run = async () => {
        if (aborter.signal.aborted) return;
        try {
          const onProgress = (fraction: number) => patch(id, { fraction });
          const shrunk = preview ? await shrinkPicture(file, preview, (note) => patch(id, { note })) : { file };
          const { note } = shrunk;
          if (note) patch(id, { note });
          const image = await uploadImage(shrunk.file, { clientKey, page, onProgress, signal: aborter.signal });
          const { imageId, width, height, bytes } = image;
          const size = { width, height, bytes };
          setFacts((all) => ({ ...all, [imageId]: { name: file.name, size, ...(note && { note }) } }));
          setDocuments((all) => withPage(all, file, image));
          if (fields.current.get(id)?.editor === 'images') append(name, imageId);
          else if (isAdded) add([imageId]);
          else set(name, imageId);
          drop(id);
        } catch (error) {
          if (error instanceof TransportError && error.kind === 'aborted') drop(id);
          else if (isLoginRequired(error)) {
            patch(id, { problem: waitingForLogin, isWaitingForLogin: true, fraction: 0 });
            openLogin({ reason: waitingForLogin, after: () => send(upload) });
          } else patch(id, { problem: failureWords(error, '上传失败，请重试'), fraction: 0 });
          // The write guard has probed the server before it throws, so `isOffline` is up to date here.
          if (!(error instanceof TransportError) || !connection.isOffline()) return;
          patch(id, { problem: '网络断开了，恢复后自动上传', isWaitingForLine: true });
          void whenReachable().then(() => {
            const isStillWanted = !aborter.signal.aborted && aborters.current.get(id) === aborter;
            if (isStillWanted) send(upload);
          });
        }
      };
      const before = queues.current.get(name) ?? Promise.resolve();
      queues.current.set(name, before.then(run));
    },
    [append, set, add, patch, drop],
  );

  /** Whether files join the base pictures: several at once do, and any that come where there are several already. */
  const isJoining = useCallback(
    (name: string, count: number, { page, isAdded }: Taking) => {
      if (name !== severalName(tool)) return false;
      const { form, uploads } = latest.current;
      const isSeveral = form.pictures.length > 1 || uploads.some((item) => item.field === name && item.isAdded);
      return isAdded || count > 1 || (isSeveral && page === undefined);
    },
    [tool],
  );

  /** Base pictures that may still come. */
  const roomFor = useCallback(
    (name: string) => {
      const { form, uploads, limit } = latest.current;
      const coming = uploads.filter((item) => item.field === name && !item.isRefused).length;
      return Math.max(0, limit - picturesOf(tool, form).length - coming);
    },
    [tool],
  );

  const addFiles = useCallback(
    async (name: string, field: Field, files: readonly File[], how: Taking = {}) => {
      const { isQuiet = false, page } = how;
      const isAdded = isJoining(name, files.length, how);
      const isList = field.editor === 'images' || isAdded;
      const room = isAdded ? roomFor(name) : isList ? files.length : 1;
      const chosen = files.slice(0, room);
      const left = isAdded ? files.length - chosen.length : 0;
      if (name === severalName(tool)) setSurplus(left > 0 ? { wanted: latest.current.limit + left, left } : undefined);
      if (chosen.length === 0) return;
      const made = await Promise.all(
        chosen.map(async (file): Promise<Upload> => {
          const { refusal, isDrawable } = await inspectFile(file);
          lastId += 1;
          fields.current.set(lastId, field);
          return {
            ...{ id: lastId, field: name, file, clientKey: newClientKey(), page, fraction: 0 },
            ...(isDrawable && !refusal && { preview: URL.createObjectURL(file) }),
            ...(refusal && { problem: refusal, isRefused: true }),
            ...(isAdded && { isAdded }),
          };
        }),
      );
      if (!isList) for (const [id, aborter] of aborters.current) if (fields.current.get(id) === field) aborter.abort();
      // What a field refused stands until the next choice.
      setUploads((all) => [...all.filter((item) => item.field !== name || (isList && !item.isRefused)), ...made]);
      const sent = made.filter((upload) => !upload.isRefused);
      if (isLoggedIn) for (const upload of sent) send(upload);
      else if (sent.length > 0) {
        for (const upload of sent) patch(upload.id, { problem: waitingForLogin, isWaitingForLogin: true });
        // What waits is sent by the effect below as soon as the person is in.
        if (!isQuiet) openLogin({ reason: waitingForLogin, after: () => {} });
      }
    },
    [isLoggedIn, patch, send, isJoining, roomFor, tool],
  );

  const addSample = useCallback(
    async (name: string, field: Field, sample: string, isQuiet = false) => {
      setSamplePending(name);
      try {
        await addFiles(name, field, [await readSampleFile(sample)], { isQuiet });
      } catch (error) {
        toast.error(failureWords(error, '示例图读取失败，请重试'));
      } finally {
        setSamplePending(undefined);
      }
    },
    [addFiles],
  );

  const restore = useCallback(
    ({ uploads, facts = {}, documents = [] }: Parameters<Intake['restore']>[0]) => {
      for (const aborter of aborters.current.values()) aborter.abort();
      setFacts((all) => ({ ...all, ...facts }));
      setDocuments(documents);
      setSurplus(undefined);
      const made = uploads.flatMap(({ field: name, problem, isDrawable, isRefused, isAdded, ...kept }): Upload[] => {
        const { file, page, clientKey = newClientKey() } = kept;
        const field = tool.fields[name];
        if (!field) return [];
        lastId += 1;
        fields.current.set(lastId, field);
        const waiting = isLoggedIn ? {} : { problem: waitingForLogin, isWaitingForLogin: true };
        const stopped = problem === undefined ? waiting : { problem };
        return [
          {
            ...{ id: lastId, field: name, file, clientKey, page, fraction: 0, ...stopped },
            ...(isDrawable && { preview: URL.createObjectURL(file) }),
            ...(isRefused && { isRefused }),
            ...(isAdded && { isAdded }),
          },
        ];
      });
      setUploads((all) => {
        for (const { preview } of all) if (preview) URL.revokeObjectURL(preview);
        return made;
      });
      for (const upload of made) if (upload.problem === undefined) send(upload);
    },
    [tool, isLoggedIn, send],
  );

  const retry = useCallback(
    (id: number) => {
      const upload = uploads.find((item) => item.id === id);
      if (!upload || upload.isRefused) return;
      if (isLoggedIn) send(upload);
      else openLogin({ reason: waitingForLogin, after: () => {} });
    },
    [uploads, isLoggedIn, send],
  );

  useEffect(() => {
    if (isLoggedIn) for (const upload of latest.current.uploads) if (upload.isWaitingForLogin) send(upload);
  }, [isLoggedIn, send]);

  const cancel = useCallback(
    (id: number) => {
      aborters.current.get(id)?.abort();
      drop(id);
    },
    [drop],
  );

  // biome-ignore lint/correctness/useExhaustiveDependencies: another limit answers what was said of too many
  useEffect(() => setSurplus(undefined), [limit]);

  useEffect(() => {
    const open = aborters.current;
    return () => {
      for (const aborter of open.values()) aborter.abort();
    };
  }, []);

  return useMemo(
    () => ({ uploads, facts, documents, surplus, samplePending, addFiles, addSample, retry, cancel, restore }),
    [uploads, facts, documents, surplus, samplePending, addFiles, addSample, retry, cancel, restore],
  );
}

function withoutProblem({ problem: _ended, isWaitingForLogin: _login, isWaitingForLine: _line, ...upload }: Upload) {
  return upload;
}
