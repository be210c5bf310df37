import { useMount } from 'ahooks';
import { type ComponentType, lazy, Suspense, useMemo, useState } from 'react';
import type { BuildingFacts, BuildingModel } from '#shared/contract/building-model';
import type { BuildingCamera } from '#shared/domain/building-view';
import { failureWords } from '#shared/domain/failure-words';
import { takeBuildingView } from '../../data/building-models';
import { noteTakenView } from '../../data/building-views';
import { toast } from '../../lib/toast';
import { Button } from '../../ui/button';
import { Segments } from '../../ui/segments';
import { Waiting } from '../../ui/waiting';
import styles from './building.css';
import { closeBuilding, useBuilding } from './building-store';
import { CameraControls } from './camera-controls';
import { ratios } from './camera-moves';
import { MainSketch } from './main-sketch';
import { PlanMap } from './plan-map';
import { ProposalStrip } from './proposal-strip';
import { SunControls } from './sun-controls';
import { ToolChoice } from './tool-choice';
import { firstSun, type Proposals, useViewDraft } from './use-view-draft';
import { noProposal } from './view-drafts';
import type { ViewerProps } from './viewer/viewer';
import { webglBy } from './webgl-by';

const looks = [
  ['material', '材质'],
  ['clay', '白模'],
] as const;
/** The model in the browser, or a sketch of it by the server with the light that pictures have. */
const sights = [
  ['live', '三维'],
  ['sketch', '光线草图'],
] as const;
type Sight = (typeof sights)[number][0];
const shapes = ratios.map((ratio) => [ratio, ratio] as const);

const Viewer = lazy<ComponentType<ViewerProps>>(() =>
  import(/* webpackChunkName: "viewer" */ './viewer/viewer').then(
    (code) => ({ default: code.Viewer }),
    () => ({ default: ViewerMissing }),
  ),
);

/** Stands in for the viewer where its code did not come. */
function ViewerMissing({ onFailed }: Pick<ViewerProps, 'onFailed'>) {
  useMount(onFailed);
  return null;
}

/** Pixels of a picture's longer side. */
const takenSide = 1600;

interface ViewRoomProps {
  model: BuildingModel;
  facts: BuildingFacts;
  views: Proposals;
}

/** Proposed views as sketches, one of them large with its camera, sun and look, and the way to a picture of it. */
export function ViewRoom({ model, facts, views }: ViewRoomProps) {
  const { modelId } = model;
  const draft = useViewDraft(model, facts, views);
  const { view, ratio, chosen, change, changeView } = draft;
  const taker = useBuilding((state) => state.taker);
  const [taken, setTaken] = useState<string>();
  const [problem, setProblem] = useState('');
  const [isBusy, setBusy] = useState(false);
  const [canTurn, setCanTurn] = useState(() => webglBy() !== 'none');
  const [sight, setSight] = useState<Sight>(canTurn ? 'live' : 'sketch');
  // The strip keeps its light while the hour is chosen: its sketches stay.
  const stripSun = useMemo(() => firstSun(facts, new Date().getFullYear()), [facts]);
  const title = views[chosen]?.title ?? '自选视角';
  const north = model.placement?.north ?? 0;
  const setCamera = (camera: BuildingCamera) => changeView({ camera });
  const leaveProposal = (camera: BuildingCamera) => {
    setCamera(camera);
    change({ chosen: noProposal });
  };
  const showSketches = () => {
    setCanTurn(false);
    setSight('sketch');
  };

  const take = async () => {
    setBusy(true);
    setProblem('');
    try {
      const image = await takeBuildingView(modelId, view, { side: takenSide, ratio });
      noteTakenView(image.imageId, { modelId, view: image.view, ratio });
      if (taker) {
        taker.take(image);
        closeBuilding();
        toast.success(`已用作${taker.title}的底图`);
      } else setTaken(image.imageId);
    } catch (error) {
      setProblem(failureWords(error, '底图没有画成，请稍后重试'));
    } finally {
      setBusy(false);
    }
  };

  if (taken !== undefined) return <ToolChoice imageId={taken} onBack={() => setTaken(undefined)} />;
  return (
    <div className={styles.views}>
      <div className={styles.sight}>
        {sight === 'live' ? (
          <Suspense fallback={<Waiting label="正在打开三维模型" rows={1} height={360} />}>
            <Viewer
              {...{ modelId, facts, view, ratio, title }}
              north={north}
              onCamera={setCamera}
              onView={leaveProposal}
              onFailed={showSketches}
            />
          </Suspense>
        ) : (
          <MainSketch {...{ modelId, view, ratio, title }} size={facts.size} onCamera={setCamera} />
        )}
        <ProposalStrip
          modelId={modelId}
          views={views}
          sun={stripSun}
          chosen={chosen}
          onChoose={(place, camera) => {
            changeView({ camera });
            change({ chosen: place });
          }}
        />
      </div>
      <div className={styles.controls}>
        <Group title="相机">
          <CameraControls camera={view.camera} ratio={ratio} size={facts.size} onChange={setCamera} />
          <PlanMap camera={view.camera} size={facts.size} north={north} onChange={leaveProposal} />
        </Group>
        <Group title="太阳">
          <SunControls sun={view.sun} position={facts.position} onChange={(sun) => changeView({ sun })} />
        </Group>
        <Group title="画面">
          {canTurn && <Segments label="怎样看模型" isWide options={sights} value={sight} onChange={setSight} />}
          <Segments
            label="模型的样子"
            isWide
            options={looks}
            value={view.look}
            onChange={(look) => changeView({ look })}
          />
          <div className={styles.shapes}>
            <Segments label="画幅" isWide options={shapes} value={ratio} onChange={(next) => change({ ratio: next })} />
          </div>
        </Group>
      </div>
      <div className={styles.takeBar}>
        {problem ? (
          <p role="alert" className="text-danger flex-1">
            {problem}
          </p>
        ) : (
          <p className={styles.takeWords}>底图按这个视角画好，生成时由模型直接渲染，边线不走样。</p>
        )}
        <Button look="primary" size="large" disabled={isBusy} onClick={() => void take()}>
          {isBusy ? '正在画底图' : '用作底图'}
        </Button>
      </div>
    </div>
  );
}

function Group({ title, children }: { title: string; children: React.ReactNode }) {
  return (
    <section aria-label={title} className="grid gap-12">
      <h4 className="text-13 font-medium">{title}</h4>
      {children}
    </section>
  );
}
