import { type MutableRefObject, useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { TransportError } from '#shared/client/transport';
import type { UploadedImage } from '#shared/contract/image';
import { newClientKey } from '#shared/domain/client-key';
import { failureWords } from '#shared/domain/failure-words';
import type { DefinedTool } from '#shared/tools/define-tool';
import type { Field } from '#shared/tools/field';
import { inspectFile, readSampleFile, uploadImage } from '@/data/image';
import { shrinkPicture } from '@/data/shrink-picture';
import { bringBuilding, isBuildingFile } from '@/features/building/door';
import { openLogin } from '@/lib/app-store';
import { connection, whenReachable } from '@/lib/connection';
import { toast } from '@/lib/toast';
import type { PdfDocument, PictureFacts, ToolSession } from '@/lib/tool-sessions';
import { isLoginRequired } from '@/lib/with-login';
import { buildingRefusal, takesBuilding } from './building-base';
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
  /** Change made to the picture before it is sent, as a sentence. */
  note?: string;
  /** Fraction of the bytes sent, 0–1. */
  fraction: number;
  /** Why it stopped, as a sentence; absent while it is on its way. */
  problem?: string;
  /** It cannot be sent at all; its problem stands until the next choice. */
  isRefused?: boolean;
  /** A building model, which other tools take. */
  isBuilding?: boolean;
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
  /** Names, sizes and notes of the pictures that came in here, by image id. */
  facts: Readonly<Record<string, PictureFacts>>;
  /** The PDFs that came in here. */
  documents: readonly PdfDocument[];
  /** Files of the last choice that were over the limit. */
  surplus: Surplus | undefined;
  /** Name of the field a sample is being fetched for. */
  samplePending: string | undefined;
  addFiles: (name: string, field: Field, files: readonly File[], how?: Taking) => void;
  /** `isQuiet`: does not ask for a login by itself. */
  addSample: (name: string, field: Field, sample: string, isQuiet?: boolean) => void;
  /** Puts a picture into a field that the server has made, e.g. of a building model. */
  takeStored: (name: string, image: UploadedImage) => void;
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
  const list = useUploadList();
  const { uploads, cancel } = list;
  const [facts, setFacts] = useState<Readonly<Record<string, PictureFacts>>>({});
  const [documents, setDocuments] = useState<readonly PdfDocument[]>([]);
  const [surplus, setSurplus] = useState<Surplus>();
  const latest = useRef<Latest>({ form, uploads, limit });
  latest.current = { form, uploads, limit };
  const { set, append, add } = form;

  const takeIn = useCallback(
    ({ field: name, file, isAdded }: Upload, { image, note }: SentPicture, field: Field | undefined) => {
      const { imageId, width, height, bytes } = image;
      const size = { width, height, bytes };
      setFacts((all) => ({ ...all, [imageId]: { name: file.name, size, ...(note && { note }) } }));
      setDocuments((all) => withPage(all, file, image));
      if (field?.editor === 'images') append(name, imageId);
      else if (isAdded) add([imageId]);
      else set(name, imageId);
    },
    [append, set, add],
  );
  const takeStored = useCallback(
    (name: string, { imageId, width, height, bytes }: UploadedImage) => {
      setFacts((all) => ({ ...all, [imageId]: { size: { width, height, bytes } } }));
      // An upload to this field that is still running would replace the picture when it ends.
      list.clear(name);
      set(name, imageId);
    },
    [list.clear, set],
  );
  const send = useSend(list, takeIn);
  const addFiles = useAddFiles({ tool, list, latest, isLoggedIn, send, setSurplus });
  const { samplePending, addSample } = useSamples(addFiles);
  const restoreUploads = useRestoredUploads({ tool, list, isLoggedIn, send });

  const restore = useCallback(
    ({ uploads, facts = {}, documents = [] }: Parameters<Intake['restore']>[0]) => {
      setFacts((all) => ({ ...all, ...facts }));
      setDocuments(documents);
      setSurplus(undefined);
      restoreUploads(uploads);
    },
    [restoreUploads],
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

  // biome-ignore lint/correctness/useExhaustiveDependencies: another limit answers what was said of too many
  useEffect(() => setSurplus(undefined), [limit]);

  return useMemo(
    () => ({
      uploads,
      facts,
      documents,
      surplus,
      samplePending,
      addFiles,
      addSample,
      takeStored,
      retry,
      cancel,
      restore,
    }),
    [uploads, facts, documents, surplus, samplePending, addFiles, addSample, takeStored, retry, cancel, restore],
  );
}

interface Latest extends Pick<IntakeInput, 'form' | 'limit'> {
  uploads: readonly Upload[];
}

type UploadList = ReturnType<typeof useUploadList>;
type Send = (upload: Upload) => void;

/** The uploads, with the field that each is for and what stops it. */
function useUploadList() {
  const [uploads, setUploads] = useState<readonly Upload[]>([]);
  const aborters = useRef(new Map<number, AbortController>());
  const fields = useRef(new Map<number, Field>());

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

  const cancel = useCallback(
    (id: number) => {
      aborters.current.get(id)?.abort();
      drop(id);
    },
    [drop],
  );

  const abortAll = useCallback((field: Field) => {
    for (const [id, aborter] of aborters.current) if (fields.current.get(id) === field) aborter.abort();
  }, []);

  const clear = useCallback((name: string) => {
    setUploads((all) => {
      for (const { id, field } of all) if (field === name) aborters.current.get(id)?.abort();
      return all.filter((upload) => upload.field !== name);
    });
  }, []);

  useEffect(() => {
    const open = aborters.current;
    return () => {
      for (const aborter of open.values()) aborter.abort();
    };
  }, []);

  return { uploads, setUploads, aborters, fields, patch, drop, cancel, abortAll, clear };
}

interface SentPicture {
  image: Awaited<ReturnType<typeof uploadImage>>;
  /** Change made to the picture before it was sent, as a sentence. */
  note: string | undefined;
}

async function sendPicture(
  { file, preview, clientKey, page }: Upload,
  signal: AbortSignal,
  patch: (change: Partial<Upload>) => void,
): Promise<SentPicture> {
  const onProgress = (fraction: number) => patch({ fraction });
  const shrunk = preview ? await shrinkPicture(file, preview, (note) => patch({ note })) : { file };
  const { note } = shrunk;
  if (note) patch({ note });
  const image = await uploadImage(shrunk.file, { clientKey, page, onProgress, signal });
  return { image, note };
}

/** Sends an upload; one that stops for want of a login or of the network goes on by itself. */
function useSend(
  { setUploads, aborters, fields, patch, drop }: UploadList,
  takeIn: (upload: Upload, sent: SentPicture, field: Field | undefined) => void,
): Send {
  /** The pictures of a field are sent one after the other, so that a list keeps the order it was chosen in. */
  const queues = useRef(new Map<string, Promise<void>>());

  const stop = useCallback(
    (upload: Upload, aborter: AbortController, error: unknown, again: () => void) => {
      const { id } = upload;
      if (error instanceof TransportError && error.kind === 'aborted') return drop(id);
      if (isLoginRequired(error)) {
        patch(id, { problem: waitingForLogin, isWaitingForLogin: true, fraction: 0 });
        openLogin({ reason: waitingForLogin, after: again });
      } else patch(id, { problem: failureWords(error, '上传失败，请重试'), fraction: 0 });
      // The write guard has probed the server before it throws, so `isOffline` is up to date here.
      if (!(error instanceof TransportError) || !connection.isOffline()) return;
      patch(id, { problem: '网络断开了，恢复后自动上传', isWaitingForLine: true });
      void whenReachable().then(() => {
        const isStillWanted = !aborter.signal.aborted && aborters.current.get(id) === aborter;
        if (isStillWanted) again();
      });
    },
    [aborters, patch, drop],
  );

  const send = useCallback(
    (upload: Upload) => {
      const { id, field: name } = upload;
      const aborter = new AbortController();
      aborters.current.set(id, aborter);
      setUploads((all) => all.map((item) => (item.id === id ? withoutProblem(item) : item)));
      const run = async () => {
        if (aborter.signal.aborted) return;
        try {
          const sent = await sendPicture(upload, aborter.signal, (change) => patch(id, change));
          takeIn(upload, sent, fields.current.get(id));
          drop(id);
        } catch (error) {
          stop(upload, aborter, error, () => send(upload));
        }
      };
      const before = queues.current.get(name) ?? Promise.resolve();
      queues.current.set(name, before.then(run));
    },
    [aborters, fields, setUploads, takeIn, stop, patch, drop],
  );
  return send;
}

/** Checks a file, and makes an upload of it that has not begun. */
async function checkedUpload(
  file: File,
  field: string,
  { page, isAdded, building }: Taking & { building: string | undefined },
): Promise<Upload> {
  const { refusal, isDrawable } = building ? { refusal: building, isDrawable: false } : await inspectFile(file);
  lastId += 1;
  return {
    ...{ id: lastId, field, file, clientKey: newClientKey(), page, fraction: 0 },
    ...(isDrawable && !refusal && { preview: URL.createObjectURL(file) }),
    ...(refusal && { problem: refusal, isRefused: true }),
    ...(building && { isBuilding: true }),
    ...(isAdded && { isAdded }),
  };
}

/** Files join the base pictures where several come at once, or where there are several already. */
function isJoining(tool: DefinedTool, { form, uploads }: Latest, name: string, taking: Taking & { count: number }) {
  if (name !== severalName(tool)) return false;
  const { page, isAdded, count } = taking;
  const isSeveral = form.pictures.length > 1 || uploads.some((item) => item.field === name && item.isAdded);
  return isAdded || count > 1 || (isSeveral && page === undefined);
}

/** Number of base pictures that may still come. */
function roomFor(tool: DefinedTool, { form, uploads, limit }: Latest, name: string): number {
  const coming = uploads.filter((item) => item.field === name && !item.isRefused).length;
  return Math.max(0, limit - picturesOf(tool, form).length - coming);
}

interface AddingInput {
  tool: DefinedTool;
  list: UploadList;
  latest: MutableRefObject<Latest>;
  isLoggedIn: boolean;
  send: Send;
  setSurplus: (surplus: Surplus | undefined) => void;
}

function useAddFiles({ tool, list, latest, isLoggedIn, send, setSurplus }: AddingInput) {
  const { setUploads, fields, patch, abortAll } = list;

  const noteSurplus = useCallback(
    (name: string, left: number) => {
      if (name === severalName(tool)) setSurplus(left > 0 ? { wanted: latest.current.limit + left, left } : undefined);
    },
    [tool, latest, setSurplus],
  );
  const sendOrWait = useCallback(
    (uploads: readonly Upload[], isQuiet: boolean) => {
      if (isLoggedIn) for (const upload of uploads) send(upload);
      else if (uploads.length > 0) {
        for (const { id } of uploads) patch(id, { problem: waitingForLogin, isWaitingForLogin: true });
        // Waiting uploads are sent by the effect below after the login.
        if (!isQuiet) openLogin({ reason: waitingForLogin, after: () => {} });
      }
    },
    [isLoggedIn, send, patch],
  );
  useEffect(() => {
    if (isLoggedIn) for (const upload of latest.current.uploads) if (upload.isWaitingForLogin) send(upload);
  }, [isLoggedIn, latest, send]);

  return useCallback(
    async (name: string, field: Field, given: readonly File[], how: Taking = {}) => {
      const building = takesBuilding(tool, name) ? given.find(isBuildingFile) : undefined;
      if (building) bringBuilding(building);
      const files = building ? given.filter((file) => !isBuildingFile(file)) : given;
      const isAdded = isJoining(tool, latest.current, name, { ...how, count: files.length });
      const isList = field.editor === 'images' || isAdded;
      const room = isAdded ? roomFor(tool, latest.current, name) : files.length;
      const chosen = files.slice(0, isList ? room : 1);
      noteSurplus(name, isAdded ? files.length - chosen.length : 0);
      if (chosen.length === 0) return;
      const made = await Promise.all(
        chosen.map((file) =>
          checkedUpload(file, name, { ...how, isAdded, building: buildingRefusal(tool, name, file) }),
        ),
      );
      for (const { id } of made) fields.current.set(id, field);
      if (!isList) abortAll(field);
      // The refusals of a field stand until the next choice.
      setUploads((all) => [...all.filter((item) => item.field !== name || (isList && !item.isRefused)), ...made]);
      sendOrWait(
        made.filter((upload) => !upload.isRefused),
        how.isQuiet ?? false,
      );
    },
    [tool, latest, fields, abortAll, setUploads, sendOrWait, noteSurplus],
  );
}

function useSamples(addFiles: ReturnType<typeof useAddFiles>) {
  const [samplePending, setSamplePending] = useState<string>();
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
  return { samplePending, addSample };
}

type RestoringInput = Pick<AddingInput, 'tool' | 'list' | 'isLoggedIn' | 'send'>;

/** Puts kept uploads in the place of those that are there; the ones without a problem go on. */
function useRestoredUploads({ tool, list, isLoggedIn, send }: RestoringInput) {
  const { setUploads, aborters, fields } = list;
  return useCallback(
    (kept: ToolSession['uploads']) => {
      for (const aborter of aborters.current.values()) aborter.abort();
      const made = kept.flatMap((upload) => {
        const field = tool.fields[upload.field];
        if (!field) return [];
        const restored = restoredUpload(upload, isLoggedIn);
        fields.current.set(restored.id, field);
        return [restored];
      });
      setUploads((all) => {
        for (const { preview } of all) if (preview) URL.revokeObjectURL(preview);
        return made;
      });
      for (const upload of made) if (upload.problem === undefined) send(upload);
    },
    [tool, isLoggedIn, aborters, fields, setUploads, send],
  );
}

function restoredUpload(kept: ToolSession['uploads'][number], isLoggedIn: boolean): Upload {
  const { field, file, page, clientKey = newClientKey(), problem, isDrawable, isRefused, isAdded } = kept;
  const waiting = isLoggedIn ? {} : { problem: waitingForLogin, isWaitingForLogin: true };
  const stopped = problem === undefined ? waiting : { problem };
  lastId += 1;
  return {
    ...{ id: lastId, field, file, clientKey, page, fraction: 0, ...stopped },
    ...(isDrawable && { preview: URL.createObjectURL(file) }),
    ...(isRefused && { isRefused }),
    ...(isAdded && { isAdded }),
  };
}

function withoutProblem({ problem: _ended, isWaitingForLogin: _login, isWaitingForLine: _line, ...upload }: Upload) {
  return upload;
}
