import { TransportError } from '#shared/client/transport';
import type { BuildingModel } from '#shared/contract/building-model';
import { buildingFormatsText, recogniseBuilding, recognisedBuildingBytes } from '#shared/domain/building-formats';
import { newClientKey } from '#shared/domain/client-key';
import { failureWords } from '#shared/domain/failure-words';
import type { ExportProgram } from '#shared/domain/foreign-buildings';
import { readBuildingModel, uploadBuildingModel } from '../../data/building-models';
import { openLogin } from '../../lib/app-store';
import { connection, whenReachable } from '../../lib/connection';
import { createStore, useStore } from '../../lib/create-store';
import { isLoginRequired } from '../../lib/with-login';
import { buildingStore, showBuilding } from './building-store';
import { programOf } from './model-files';
import { forgetWaitingFile, keepWaitingFile } from './waiting-file';

/** A model file on its way to the server, or its model while it is being read. */
export interface BuildingUpload {
  id: number;
  file: File;
  /** The same for all retries; with it a retry after a lost response makes no second model. */
  clientKey: string;
  /** Fraction of the bytes sent, 0–1. */
  fraction: number;
  /** Why it stopped, as a sentence; absent while it is on its way. */
  problem?: string;
  /** It cannot be sent at all, or not as it is. */
  isRefused?: boolean;
  /** The program whose export helps a refused file. */
  program?: ExportProgram;
  /** Stopped only because nobody is logged in; goes on by itself afterwards. */
  isWaitingForLogin?: boolean;
  /** The model, once the file has arrived. */
  model?: BuildingModel;
}

const store = createStore<{ uploads: readonly BuildingUpload[] }>({ uploads: [] });
const aborters = new Map<number, AbortController>();
let lastId = 0;

const waitingForLogin = '登录后继续上传';
/** Between two questions whether a model has been read, milliseconds. */
const readingEvery = 1500;

export const useUploads = (): readonly BuildingUpload[] => useStore(store, ({ uploads }) => uploads);

/** Keeps the list, and says whether there is anything to be told of after the dialog was closed. */
function keep(uploads: readonly BuildingUpload[]): void {
  store.set({ uploads });
  buildingStore.set({ hasWork: uploads.length > 0 });
}

function patch(id: number, change: (upload: BuildingUpload) => BuildingUpload): void {
  keep(store.get().uploads.map((upload) => (upload.id === id ? change(upload) : upload)));
}

const isThere = (id: number) => store.get().uploads.some((upload) => upload.id === id);

/** Takes an upload off the list; one on its way is broken off, its model, if there is one, stays. */
export function dropUpload(id: number): void {
  aborters.get(id)?.abort();
  aborters.delete(id);
  const upload = store.get().uploads.find((item) => item.id === id);
  if (upload) void forgetWaitingFile(upload.clientKey);
  keep(store.get().uploads.filter((upload) => upload.id !== id));
}

/** Sends a file and shows how that goes. @param clientKey of the upload that the page was left in */
export function beginUpload(file: File, isLoggedIn: boolean, clientKey = newClientKey()): void {
  lastId += 1;
  const upload: BuildingUpload = { id: lastId, file, clientKey, fraction: 0 };
  // Of one that was refused nothing is left to be told.
  keep([...store.get().uploads.filter(({ isRefused }) => !isRefused), upload]);
  showBuilding({ kind: 'upload', id: upload.id });
  void inspect(upload, isLoggedIn);
}

/** Sends a file that looks like a model, by its first bytes and its name; of any other it says why not. */
async function inspect({ id, file, clientKey }: BuildingUpload, isLoggedIn: boolean): Promise<void> {
  const problem = await refusalOf(file);
  if (!isThere(id)) return;
  if (problem !== undefined) {
    const program = programOf(file);
    patch(id, (known) => ({ ...known, problem, isRefused: true, ...(program && { program }) }));
    return;
  }
  void keepWaitingFile({ file, clientKey });
  if (isLoggedIn) void send(id);
  else waitForLogin(id);
}

async function refusalOf(file: File): Promise<string | undefined> {
  if (file.size === 0) return `“${file.name}”是空文件，请重新导出后再上传`;
  const head = new Uint8Array(await file.slice(0, recognisedBuildingBytes).arrayBuffer());
  const known = recogniseBuilding(head, file.name);
  if (!known) return `文件不是 ${buildingFormatsText}`;
  return 'advice' in known ? known.advice : undefined;
}

function waitForLogin(id: number): void {
  patch(id, (upload) => ({ ...upload, problem: waitingForLogin, isWaitingForLogin: true, fraction: 0 }));
  openLogin({ reason: waitingForLogin, after: () => void send(id) });
}

/** Sends it again, or asks for the login that it waits for. */
export function retryUpload(id: number): void {
  const upload = store.get().uploads.find((item) => item.id === id);
  if (!upload || upload.isRefused) return;
  if (upload.isWaitingForLogin) waitForLogin(id);
  else void send(id);
}

async function send(id: number): Promise<void> {
  const upload = store.get().uploads.find((item) => item.id === id);
  if (!upload) return;
  const aborter = new AbortController();
  aborters.set(id, aborter);
  patch(id, ({ problem: _ended, isWaitingForLogin: _login, ...rest }) => ({ ...rest, fraction: 0 }));
  try {
    const model = await uploadBuildingModel(upload.file, {
      clientKey: upload.clientKey,
      signal: aborter.signal,
      onProgress: (fraction) => patch(id, (known) => ({ ...known, fraction })),
    });
    void forgetWaitingFile(upload.clientKey);
    if (!isThere(id)) return;
    patch(id, (known) => ({ ...known, fraction: 1, model }));
    const { shown } = buildingStore.get();
    if (shown?.kind === 'upload' && shown.id === id) lookAt(id, model.modelId);
    else void follow(id, model.modelId);
  } catch (error) {
    stop(id, error, aborter);
  }
}

/** The dialog goes on with the model itself. */
function lookAt(id: number, modelId: string): void {
  showBuilding({ kind: 'model', modelId });
  dropUpload(id);
}

function stop(id: number, error: unknown, aborter: AbortController): void {
  if (aborter.signal.aborted || !isThere(id)) return;
  if (isLoginRequired(error)) {
    waitForLogin(id);
    return;
  }
  const isRefused = !(error instanceof TransportError) && isAboutFile(error);
  const problem = failureWords(error, '上传失败，请重试');
  const upload = store.get().uploads.find((item) => item.id === id);
  if (isRefused && upload) void forgetWaitingFile(upload.clientKey);
  patch(id, (upload) => ({ ...upload, problem, fraction: 0, ...(isRefused && { isRefused }) }));
  if (!(error instanceof TransportError) || !connection.isOffline()) return;
  patch(id, (upload) => ({ ...upload, problem: '网络断开了，恢复后自动继续上传' }));
  void whenReachable(aborter.signal)
    .then(() => (isThere(id) ? send(id) : undefined))
    .catch(() => undefined);
}

/** Refusals of the file itself: another try would end the same. */
function isAboutFile(error: unknown): boolean {
  const reasons = ['building.too_large', 'building.not_a_model', 'building.export_instead'];
  return reasons.includes((error as { reason?: string }).reason ?? '');
}

/** Asks for a model that nobody looks at until it has been read. */
async function follow(id: number, modelId: string): Promise<void> {
  while (isThere(id)) {
    await new Promise((resolve) => setTimeout(resolve, readingEvery));
    try {
      await whenReachable();
      const model = await readBuildingModel(modelId);
      patch(id, (upload) => ({ ...upload, model }));
      if (model.state !== 'reading') return;
    } catch {
      // The list of models tells of it whenever it is opened.
      if (!connection.isOffline()) return;
    }
  }
}
