import { type ReactNode, useRef, useState } from 'react';
import type { Task } from '#shared/contract/task';
import { formatDateTime } from '#shared/domain/format';
import { isFinal } from '#shared/domain/task-status';
import type { DefinedTool } from '#shared/tools/define-tool';
import { imageUrl } from '@/data/image';
import { percentOf, useMaskCoverage } from '@/data/image-mask';
import { useShortcuts } from '@/lib/shortcuts';
import { MaskFilm } from '@/ui/mask-film';
import { ComparedWith } from '@/ui/picture-view/compared-with';
import { PictureViewport } from '@/ui/picture-view/picture-viewport';
import type { NamedPicture } from '@/ui/picture-view/shown-picture';
import { useZoom } from '@/ui/picture-view/use-zoom';
import { ThumbButton } from '@/ui/thumb';
import type { Corrections } from '../corrections/use-corrections';
import { basePicturesOf, chosenMasksOf, pictureFieldOf, type Values } from '../field-rules';
import { UploadPreview, UploadProgress } from '../fields/picture-editors';
import { stageShortcuts } from '../shortcuts';
import type { Intake } from '../use-intake';
import { EmptyStage } from './empty-stage';
import { baseOf, ResultView, type ViewMode } from './result-view';
import { RunEnded, RunProgress } from './run-progress';
import styles from './stage.css';
import { StageToolbar } from './stage-toolbar';
import { useFocusOnResult } from './use-focus-on-result';
import { useFullScreen } from './use-full-screen';

/** Pictures offered for a comparison. */
const mostCounterparts = 12;

interface StageProps {
  tool: DefinedTool;
  values: Values;
  intake: Intake;
  /** The run that is shown. */
  task: Task | undefined;
  /** The runs of this tool, newest first: any result of theirs can be compared with. */
  tasks: readonly Task[];
  index: number;
  isCanceling: boolean;
  canRetry: boolean;
  areDetailsOpen: boolean;
  /** Shown above everything, e.g. that no engine can run the tool. */
  notice: ReactNode;
  actions: ReactNode;
  /** Corrections of the result; undefined where it takes none. */
  corrections: Corrections | undefined;
  /** Shown under the result while it is corrected. */
  correctionBar: ReactNode;
  /** Fields that are set on the picture rather than in the form. */
  stageFields: ReactNode;
  onIndex: (index: number) => void;
  onCancel: (task: Task) => void;
  onRetry: (task: Task) => void;
  onUseParams: (task: Task) => void;
  onDetails: () => void;
}

/** The middle of the workbench: the form's pictures, a run under way, or its result. */
export function Stage(props: StageProps) {
  const { tool, task, index, values } = props;
  const viewport = useRef<HTMLDivElement>(null);
  const fullScreen = useFullScreen();
  const [isHoldingBase, setIsHoldingBase] = useState(false);
  const hasBase = basePicturesOf(tool, values).length > 0;
  const isResult = task?.status === 'succeeded';
  const view = useStageView(props);
  const { mode, counterpart, image, images } = view;
  const canZoom = image !== undefined && isSingleView(mode) && !task?.video;
  const zoomed = useZoom(viewport, `${task?.taskId ?? ''}-${index}`, canZoom ? image : undefined);
  useFocusOnResult(viewport, task);
  const step = (by: 1 | -1) => {
    const next = index + by;
    if (next < 0 || next >= images.length) return;
    view.open();
    props.onIndex(next);
  };
  const isStepFree = isResult && !zoomed.isZoomed && images.length > 1;
  useShortcuts(stageShortcuts, {
    compare: isResult ? () => view.choose(mode === 'compare' ? 'single' : 'compare') : undefined,
    previous: isStepFree ? () => step(-1) : undefined,
    next: isStepFree ? () => step(1) : undefined,
  });

  return (
    <section
      className={`stack relative flex-1 min-w-0 min-h-0 bg-sunken ${styles.stage}`}
      data-full={fullScreen.isFull || undefined}
      aria-label="画面"
    >
      {props.notice}
      <div
        className={`stack relative flex-1 min-h-0 ${styles.picture}`}
        data-docked={mode === 'correct' || task?.video !== undefined || undefined}
        data-result={isResult || undefined}
      >
        {(task || hasBase) && (
          <Toolbar {...props} view={view} zoomed={zoomed} fullScreen={fullScreen} onHold={setIsHoldingBase} />
        )}
        <PictureViewport viewport={viewport} zoom={zoomed}>
          {isResult ? (
            <ResultView
              task={task}
              counterpart={counterpart}
              index={index}
              mode={mode}
              isHoldingBase={isHoldingBase}
              view={zoomed.view}
              corrections={props.corrections}
              onChoose={(index) => {
                props.onIndex(index);
                view.leaveGrid();
              }}
            />
          ) : (
            <WithoutResult {...props} base={baseOf(view.bases, 0)} />
          )}
        </PictureViewport>
        {isResult && (
          <div className={`flex flex-wrap absolute z-page gap-8 ${styles.acts}`}>
            {images.length > 1 && mode !== 'side' && <Outputs task={task} index={index} onIndex={props.onIndex} />}
            <div className={`min-w-0 ${styles.bar}`}>{props.actions}</div>
          </div>
        )}
      </div>
      {isResult && mode === 'correct' && props.correctionBar}
      {hasBase && (!task || isFinal(task.status)) && props.stageFields}
    </section>
  );
}

const isSingleView = (mode: ViewMode) => mode !== 'side' && mode !== 'pair';

interface ToolbarProps extends Pick<StageProps, 'task' | 'areDetailsOpen' | 'onDetails'> {
  view: ReturnType<typeof useStageView>;
  zoomed: ReturnType<typeof useZoom>;
  fullScreen: ReturnType<typeof useFullScreen>;
  onHold: (isHeld: boolean) => void;
}

function Toolbar({ task, areDetailsOpen, onDetails, view, zoomed, fullScreen, onHold }: ToolbarProps) {
  const { mode, counterpart, counterparts } = view;
  return (
    <StageToolbar
      mode={mode}
      modes={task?.status === 'succeeded' ? view.modes : []}
      onMode={view.choose}
      canHold={counterpart !== undefined && isSingleView(mode)}
      onHold={onHold}
      counterpart={
        counterpart &&
        counterparts.length > 1 &&
        mode !== 'side' && <ComparedWith counterparts={counterparts} chosen={counterpart} onChoose={view.compareWith} />
      }
      zoom={zoomed}
      isFullScreen={fullScreen.isFull}
      onFullScreen={fullScreen.toggle}
      areDetailsOpen={areDetailsOpen}
      onDetails={task && onDetails}
    />
  );
}

function BeforeRun({ tool, values, intake }: Pick<StageProps, 'tool' | 'values' | 'intake'>) {
  const [base] = basePicturesOf(tool, values);
  const name = pictureFieldOf(tool)?.[0];
  const upload = intake.uploads.find((item) => item.field === name);
  if (upload && !base) {
    return (
      <div className={styles.base}>
        <UploadPreview upload={upload} alt="正在上传的图片" />
        <div className={styles.baseUpload}>
          <UploadProgress
            upload={upload}
            onCancel={() => intake.cancel(upload.id)}
            onRetry={() => intake.retry(upload.id)}
          />
        </div>
      </div>
    );
  }
  if (!base) return <EmptyStage tool={tool} intake={intake} />;
  const masks = chosenMasksOf(tool, values);
  return (
    <div className={styles.base}>
      <img src={imageUrl(base, 2048)} alt="底图" />
      {masks.map(([field, mask]) => (
        <ChosenFilm key={mask} mask={mask} name={masks.length > 1 ? field.label : '选区'} />
      ))}
    </div>
  );
}

/** The selection on the base picture, as in the editor. */
function ChosenFilm({ mask, name }: { mask: string; name: string }) {
  const coverage = useMaskCoverage(mask);
  const share = coverage === undefined ? '' : ` ${percentOf(coverage)}%`;
  return <MaskFilm src={imageUrl(mask, 1280)} label={`${name}${share}`} />;
}

function Outputs({ task, index, onIndex }: { task: Task; index: number; onIndex: (index: number) => void }) {
  return (
    <div
      className={`flex gap-4 overflow-x-auto p-4 border rounded-card bg-surface shadow-float ${styles.outputs}`}
      role="group"
      aria-label="这次的全部结果"
    >
      {task.images.map((image, position) => (
        <ThumbButton
          key={image.imageId}
          className={`flex-none ${styles.output}`}
          label={`第 ${position + 1} 张，共 ${task.images.length} 张`}
          picture={{ src: imageUrl(image.imageId, 160), mainColor: image.mainColor }}
          aria-pressed={position === index}
          onClick={() => onIndex(position)}
        />
      ))}
    </div>
  );
}

/** Pictures that a result can be compared with: its base first, then the results of this tool, newest first. */
function counterpartsOf(imageId: string, base: string | undefined, tasks: readonly Task[]): NamedPicture[] {
  const results = tasks
    .filter(({ status, video }) => status === 'succeeded' && !video)
    .flatMap((task) =>
      task.images.map((image, index) => ({
        imageId: image.imageId,
        label: `${formatDateTime(task.createdAt).slice(5)} 第 ${index + 1} 张`,
      })),
    );
  return [...(base ? [{ imageId: base, label: '原图' }] : []), ...results]
    .filter((picture) => picture.imageId !== imageId)
    .slice(0, mostCounterparts);
}

/** View mode of the results: a single one, compared with its base or with another run, or all in a grid. */
function useStageView({ tool, task, tasks, index, corrections }: StageProps) {
  const [wantedMode, setWantedMode] = useState<ViewMode>();
  /** The run of several outputs that was looked into: before that, all of them are shown. */
  const [openedId, setOpenedId] = useState<string>();
  const [wantedCounterpart, setCounterpart] = useState<NamedPicture>();
  const isResult = task?.status === 'succeeded';
  const bases = task ? basePicturesOf(tool, task.params) : [];
  const images = isResult ? task.images : [];
  const image = images[index] ?? images[0];
  const counterparts = image ? counterpartsOf(image.imageId, baseOf(bases, index), tasks) : [];
  const counterpart = counterparts.find(({ imageId }) => imageId === wantedCounterpart?.imageId) ?? counterparts[0];
  const modes: ViewMode[] = [
    ...(isResult && corrections ? (['correct'] as const) : []),
    ...(counterpart && (bases.length > 0 || wantedCounterpart) ? (['compare'] as const) : []),
    'single',
    ...(counterpart ? (['pair'] as const) : []),
    ...(image?.judgement?.score === undefined ? [] : (['check'] as const)),
    ...(images.length > 1 ? (['side'] as const) : []),
  ];
  const isGridFirst = images.length > 1 && index === 0 && openedId !== task?.taskId && !corrections;
  const mode = isGridFirst ? 'side' : (modes.find((item) => item === wantedMode) ?? modes[0] ?? 'single');
  const open = () => setOpenedId(task?.taskId);
  const choose = (next: ViewMode) => {
    setWantedMode(next);
    open();
  };
  return {
    bases,
    images,
    image,
    counterparts,
    counterpart,
    modes,
    mode,
    open,
    choose,
    compareWith(next: NamedPicture) {
      setCounterpart(next);
      if (mode === 'single' || mode === 'correct' || mode === 'check') choose('compare');
    },
    leaveGrid() {
      open();
      if (mode === 'side') setWantedMode(undefined);
    },
  };
}

/** The run that goes on or ended without a result, or the form's pictures before it. */
function WithoutResult({ base, ...props }: StageProps & { base: Parameters<typeof RunProgress>[0]['base'] }) {
  const { task } = props;
  if (!task) return <BeforeRun tool={props.tool} values={props.values} intake={props.intake} />;
  if (!isFinal(task.status)) {
    return (
      <RunProgress task={task} base={base} isCanceling={props.isCanceling} onCancel={() => props.onCancel(task)} />
    );
  }
  return (
    <RunEnded
      task={task}
      canRetry={props.canRetry}
      onRetry={() => props.onRetry(task)}
      onUseParams={() => props.onUseParams(task)}
    />
  );
}
