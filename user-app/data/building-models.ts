import { useState } from 'react';
import type { BuildingModel, BuildingRatio } from '#shared/contract/building-model';
import type { BuildingPlacement, BuildingView } from '#shared/domain/building-view';
import { api } from '../lib/api';
import { calls } from '../lib/calls';
import { useServerList } from '../lib/server-list';
import { useServerState } from '../lib/server-state';
import { noteUploaded } from './image';
import { type SendOptions, sendForm } from './send-form';

/** Between two questions whether a model has been read, milliseconds. */
const readingEvery = 1000;

interface ModelUpload extends SendOptions {
  /** Idempotency key: a retry with the same key returns the same model. */
  clientKey: string;
}

/** Sends a model file; its reading begins then. Throws `ApiError` (refused) or `TransportError` (no answer, aborted). */
export function uploadBuildingModel(file: File, { clientKey, ...sending }: ModelUpload): Promise<BuildingModel> {
  const form = new FormData();
  form.set('clientKey', clientKey);
  form.set('file', file, file.name);
  return sendForm<BuildingModel>(calls.uploadBuildingModel, form, sending);
}

/** A model, asked for again as long as it is being read. */
export function useBuildingModel(modelId: string) {
  const [isReading, setReading] = useState(true);
  const read = async () => {
    const model = await api.buildingModel({ modelId });
    setReading(model.state === 'reading');
    return model;
  };
  const { data, error, refresh, mutate } = useServerState(read, {
    key: `building-model-${modelId}`,
    ...(isReading && { pollEvery: readingEvery }),
  });
  return {
    model: data,
    error,
    refresh,
    /** Takes over a newer state, as an answer of the server gave it. */
    take: (model: BuildingModel) => {
      mutate(model);
      if (model.state !== 'reading') return;
      setReading(true);
      refresh();
    },
  };
}

/** A model as it stands now. */
export const readBuildingModel = (modelId: string): Promise<BuildingModel> => api.buildingModel({ modelId });

type Page = Awaited<ReturnType<typeof api.buildingModels>>;

const pageSize = 20;

/** My models, newest first, and the room that they take of the plan's. */
export function useBuildingModels() {
  const [room, setRoom] = useState<Page['room']>();
  const list = useServerList<BuildingModel>(
    async (cursor) => {
      const page = await api.buildingModels({ size: pageSize, ...(cursor !== undefined && { cursor }) });
      setRoom(page.room);
      return page;
    },
    { idOf: ({ modelId }) => modelId, dependsOn: [] },
  );
  return { list, room };
}

/** Confirms size and direction; where they differ from what was read, the model is read again. */
export const confirmBuildingModel = (modelId: string, placement: BuildingPlacement): Promise<BuildingModel> =>
  api.confirmBuildingModel({ modelId, placement });

export const renameBuildingModel = (modelId: string, name: string): Promise<BuildingModel> =>
  api.renameBuildingModel({ modelId, name });

export const removeBuildingModel = (modelId: string): Promise<null> => api.removeBuildingModel({ modelId });

/** The file that viewers draw a model from, a GLB. */
export async function readViewerFile(modelId: string, signal: AbortSignal): Promise<ArrayBuffer> {
  // The contract names no output for bytes; the transport gives models as blobs.
  const answer: unknown = await api.buildingViewerFile({ modelId }, { signal });
  if (!(answer instanceof Blob)) throw new Error('没有收到三维模型，请重试');
  return answer.arrayBuffer();
}

interface Drawing {
  /** Pixels of the longer side. */
  side: number;
  ratio: BuildingRatio;
}

/** Makes a picture of a view and stores it as the account's own. */
export async function takeBuildingView(modelId: string, view: BuildingView, drawing: Drawing) {
  const image = await api.takeBuildingView({ modelId, view, ...drawing });
  noteUploaded(image);
  return image;
}

/** Sketch of a view as JPEG. The server draws one at a time for an account. */
export async function drawBuildingSketch(
  modelId: string,
  view: BuildingView,
  { signal, ...drawing }: Drawing & { signal: AbortSignal },
): Promise<Blob> {
  // The contract names no output for bytes; the transport gives pictures as blobs.
  const answer: unknown = await api.buildingSketch({ modelId, view, ...drawing }, { signal });
  if (!(answer instanceof Blob)) throw new Error('没有收到草图，请重试');
  return answer;
}
