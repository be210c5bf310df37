import type { BuildingFacts, BuildingModel } from '#shared/contract/building-model';
import type { BuildingPlacement, BuildingView } from '#shared/domain/building-view';
import { ProductError } from '#shared/errors';
import { type Answers, answerWith } from './component-answers.ts';
import { startOfTests } from './component-studio.ts';

const placement: BuildingPlacement = { metresPerUnit: 0.001, up: 'z', north: 0 };

/** A house of 12 × 6 × 9 m whose file tells its unit and its axis. */
const houseFacts: BuildingFacts = {
  ...{ triangles: 48_210, partsFound: 312, partsDrawn: 309, size: [12, 6.2, 9], placement },
  leftOut: [{ kind: 'IfcFurnishingElement', count: 3, reason: '只有边界框，没有形体' }],
  isKnown: { metresPerUnit: true, up: true, north: false },
  storeys: [
    { name: '一层', elevation: 0 },
    { name: '二层', elevation: 3.1 },
  ],
  rooms: [{ name: '客厅', storey: 0, area: 32, box: [-5, 0, -4, 1, 3, 4] }],
  materials: [{ name: '清水混凝土', colour: [0.5, 0.5, 0.5], opacity: 1, area: 240 }],
  notes: [],
};

const cameraAt = (x: number, z: number, yaw: number, y = 1.65) => ({ x, y, z, yaw, pitch: 0, lens: 28, shift: 0.1 });

const houseViews: NonNullable<BuildingModel['views']> = [
  { title: '人视 · 东南', camera: cameraAt(14, 16, -41) },
  { title: '人视 · 西南', camera: cameraAt(-14, 16, 41) },
  { title: '鸟瞰', camera: { ...cameraAt(20, 24, -40, 22), pitch: 32, shift: 0 } },
  { title: '南立面', camera: cameraAt(0, 24, 0) },
  { title: '东立面', camera: cameraAt(24, 0, -90) },
  { title: '室内 · 客厅', camera: cameraAt(2, 1, -30) },
];

/** A model that was read and confirmed; `unconfirmed` and others by its part. */
export function buildingOf(modelId: string, part: Partial<BuildingModel> = {}): BuildingModel {
  return {
    ...{ modelId, name: '溪边住宅.ifc', format: 'ifc', bytes: 18_400_000, state: 'ready', createdAt: startOfTests },
    ...{ facts: houseFacts, placement, views: houseViews },
    ...part,
  };
}

/** The model before it was read. */
export function readingOf(modelId: string, name = '溪边住宅.ifc'): BuildingModel {
  return { modelId, name, format: 'ifc', bytes: 18_400_000, state: 'reading', createdAt: startOfTests };
}

/** A sketch in grey whose shade is the hour of its sun. */
async function sketchOf({ camera, sun, look }: BuildingView): Promise<Response> {
  const canvas = new OffscreenCanvas(320, 200);
  const context = canvas.getContext('2d')!;
  const light = 40 + Math.round((50 * sun.minutes) / 1440);
  context.fillStyle = look === 'clay' ? `hsl(40 4% ${light + 20}%)` : `hsl(205 45% ${light + 10}%)`;
  context.fillRect(0, 0, 320, 200);
  context.fillStyle = look === 'clay' ? '#ece9e2' : '#d8c7ae';
  const wide = Math.min(300, (2200 * camera.lens) / 28 / Math.max(4, Math.hypot(camera.x, camera.z)));
  context.fillRect(160 - wide / 2, 170 - wide * 0.55, wide, wide * 0.5);
  context.fillStyle = '#8d8a84';
  context.fillRect(0, 166, 320, 34);
  const bytes = await canvas.convertToBlob({ type: 'image/jpeg' });
  return new Response(bytes, { headers: { 'content-type': 'image/jpeg' } });
}

interface Buildings {
  /** Every model by id, newest first; what is set here is read by the page. */
  models: Map<string, BuildingModel>;
  /** Views that sketches were asked of, oldest first. */
  sketched: BuildingView[];
  /** Placements that were confirmed. */
  confirmed: BuildingPlacement[];
  /** Refuses all sketches with a sentence while it is set. */
  areSketchesRefused: boolean;
  /** File that viewers are given; refused while there is none, so that sketches are shown. */
  viewerFile: Uint8Array<ArrayBuffer> | undefined;
}

/** Answers all calls of building models; an upload becomes the model `new`, which is being read. */
export function openBuildings(given: readonly BuildingModel[] = []): Buildings {
  const state: Buildings = {
    models: new Map(given.map((model) => [model.modelId, model])),
    sketched: [],
    confirmed: [],
    areSketchesRefused: false,
    viewerFile: undefined,
  };
  const find = (modelId: unknown): BuildingModel => {
    const model = state.models.get(String(modelId));
    if (!model) throw new ProductError('building.not_found');
    return model;
  };
  const put = (model: BuildingModel) => {
    state.models.set(model.modelId, model);
    return model;
  };
  const answers: Answers = {
    uploadBuildingModel: ({ file }) => put(readingOf('new', (file as File).name)),
    buildingModels: () => ({
      list: [...state.models.values()],
      nextCursor: null,
      room: { models: state.models.size, mostModels: 10, bytes: 18_400_000 * state.models.size, mostBytes: 1024 ** 3 },
    }),
    buildingModel: ({ modelId }) => find(modelId),
    confirmBuildingModel({ modelId, placement: wanted }) {
      state.confirmed.push(wanted as BuildingPlacement);
      return put({ ...find(modelId), state: 'ready', placement: wanted as BuildingPlacement });
    },
    renameBuildingModel: ({ modelId, name }) => put({ ...find(modelId), name: String(name) }),
    removeBuildingModel({ modelId }) {
      state.models.delete(find(modelId).modelId);
      return null;
    },
    takeBuildingView({ modelId, view }) {
      const imageId = `house-1600x900-${state.sketched.length}`;
      return {
        ...{ imageId, url: `/api/images/${imageId}`, width: 1600, height: 900, bytes: 320_000 },
        ...{ sha256: '0'.repeat(64), format: 'jpg', modelId: String(modelId), view: view as BuildingView },
      };
    },
  };
  answerWith({
    ...answers,
    buildingViewerFile() {
      if (!state.viewerFile) throw new ProductError('building.unreadable');
      return new Response(state.viewerFile, { headers: { 'content-type': 'model/gltf-binary' } }) as never;
    },
    async buildingSketch({ view }: Record<string, unknown>) {
      state.sketched.push(view as BuildingView);
      if (state.areSketchesRefused) throw new ProductError('building.not_drawn');
      return (await sketchOf(view as BuildingView)) as never;
    },
  });
  return state;
}
