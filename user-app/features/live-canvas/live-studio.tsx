import {
  type ComponentType,
  type CSSProperties,
  lazy,
  type RefObject,
  Suspense,
  useCallback,
  useEffect,
  useRef,
  useState,
} from 'react';
import { useTickets } from '@/data/ticket';
import { openOffer } from '@/lib/shop-store';
import { useSnapshot } from '@/ui/use-snapshot';
import { BareButton, Button } from '../../ui/button';
import { ShareBanner, StartHint } from './board-notices';
import { BoardPane } from './board-pane';
import { starters } from './engine/starters';
import { PauseIcon, PlayIcon, SaveIcon, WordsIcon } from './icons';
import { LiveStatus } from './live-status';
import { Palette } from './palette';
import { PicturePane } from './picture-pane';
import { SplitHandle } from './split-handle';
import styles from './studio.css';
import { ToolStrip, type WorksPickerProps } from './tool-strip';
import { useBoardKeys } from './use-board-keys';
import { type DrawingTable, useDrawingTable } from './use-drawing-table';
import { useLive, useRested } from './use-live';
import { usePictureIntake } from './use-picture-intake';
import { useSave } from './use-save';
import { useScreenShare } from './use-screen-share';
import { useStacked } from './use-stacked';
import { randomSeed, useWords } from './use-words';
import { type WordFieldProps, WordsBar } from './words-bar';

const ShortcutSheet = lazy(() => import('./shortcut-sheet').then(({ ShortcutSheet: Sheet }) => ({ default: Sheet })));

export interface LiveStudioProps {
  /** Account whose words are kept. */
  account: string;
  isLoggedIn: boolean;
  /** Engine that makes the pictures, e.g. `内置引擎 · 本地示意图`. */
  engineLabel: string;
  Field: ComponentType<WordFieldProps>;
  WorksPicker: ComponentType<WorksPickerProps>;
}

/** Pause of typing after which the words count, ms. */
const restMs = 350;

/** Drawing on one side, the picture of it on the other. */
export function LiveStudio({ account, isLoggedIn, engineLabel, Field, WorksPicker }: LiveStudioProps) {
  const { words, read, change } = useWords(account);
  const changedRef = useRef<() => void>(() => undefined);
  const { table, isRestored, forgetNotice } = useDrawingTable(useCallback(() => changedRef.current(), []));
  const loop = useLive(
    useCallback(() => table, [table]),
    read,
  );
  changedRef.current = () => loop.changed();
  const live = useSnapshot(loop);
  const { isBlank, aspect } = useSnapshot(table.board);
  const tickets = useTickets(isLoggedIn);
  const saving = useSave(table, loop, read);
  const viewport = useRef<HTMLDivElement>(null);
  const around = useRef<HTMLDivElement>(null);
  const intake = usePictureIntake(table, viewport);
  const share = useScreenShare(table);
  const isStacked = useStacked();
  const [part, setPart] = useState(50);
  const [isSheetOpen, setIsSheetOpen] = useState(false);
  const [areWordsOpen, setAreWordsOpen] = useState(false);

  const { phase, seed, ticketsLeft } = live;
  useWordChanges(loop, { words, read, change }, seed);
  useTicketNews(ticketsLeft, tickets.refresh);

  const { start, resume, renderOnce, togglePause } = runControls(loop, phase, () => {
    if (!read().isSeedLocked) change({ seed: randomSeed() });
  });
  const putStarter = (id: string) => {
    const starter = starters.find((entry) => entry.id === id);
    if (!starter) return;
    table.board.load(starter.aspect, starter.drawing, { isUndoable: true, said: `已放上示例：${starter.title}` });
    forgetNotice();
    if (read().promptTxt === '') change({ promptTxt: starter.words });
  };
  useBoardKeys(table, {
    openSheet: () => setIsSheetOpen(true),
    togglePause,
    renderOnce,
    save: () => void saving.save(),
  });

  const left = phase === 'off' ? tickets.data?.live : (ticketsLeft ?? tickets.data?.live);
  return (
    <div ref={around} className={`grid bg-page text-ink ${styles.studio}`} style={{ '--part': part } as CSSProperties}>
      <section className={`grid min-w-0 min-h-0 ${styles.result}`} aria-label="实时画面">
        <ResultBar
          live={live}
          ticketsLeft={left}
          isSaving={saving.isSaving}
          isBlank={isBlank}
          areWordsOpen={areWordsOpen}
          onPause={togglePause}
          onSave={() => void saving.save()}
          onWords={() => setAreWordsOpen(!areWordsOpen)}
        />
        <PicturePane
          live={live}
          paper={table.board.paper}
          key={aspect}
          engineLabel={engineLabel}
          ticketsLeft={tickets.data?.live}
          isLoggedIn={isLoggedIn}
          isBlank={isBlank}
          isKeyMode={words.refresh === 'key'}
          savedTask={saving.savedTask}
          onStart={start}
          onResume={resume}
          onTickets={() => offerTickets(loop, phase)}
          onRender={renderOnce}
          onForgetSaved={saving.forgetSaved}
        />
        <WordsBar
          words={words}
          change={change}
          Field={Field}
          seed={seed}
          isOpen={areWordsOpen}
          onClose={() => setAreWordsOpen(false)}
        />
      </section>
      <SplitHandle around={around} share={part} isStacked={isStacked} onShare={setPart} />
      <DrawingSide
        {...{ table, viewport, intake, share, isLoggedIn, WorksPicker, isBlank, isRestored }}
        onStarter={putStarter}
        onForgetNotice={forgetNotice}
        onSheet={() => setIsSheetOpen(true)}
      />
      {isSheetOpen && (
        <Suspense fallback={null}>
          <ShortcutSheet onClose={() => setIsSheetOpen(false)} />
        </Suspense>
      )}
    </div>
  );
}

type Loop = ReturnType<typeof useLive>;
type LivePhase = ReturnType<Loop['getSnapshot']>['phase'];

const isRunningIn = (phase: LivePhase) => phase === 'live' || phase === 'idle' || phase === 'reconnecting';

/** Has the loop follow the words: they count like a stroke, once nobody has typed for a while. */
function useWordChanges(
  loop: Loop,
  { words, read, change }: ReturnType<typeof useWords>,
  seed: number | undefined,
): void {
  const wordsRested = useRested(() => loop.changed(), restMs);
  const { promptTxt, classifyId2, classifyId3, similarity, seed: ownSeed, refresh } = words;
  // biome-ignore lint/correctness/useExhaustiveDependencies: each of these is a change of the words
  useEffect(() => wordsRested(), [promptTxt, classifyId2, classifyId3, similarity, ownSeed, wordsRested]);
  useEffect(() => loop.setAutomatic(refresh === 'auto'), [loop, refresh]);
  useEffect(() => {
    if (seed !== undefined && read().isSeedLocked && read().seed === undefined) change({ seed });
  }, [seed, read, change]);
}

/** Reads the tickets again whenever the loop tells another number. */
function useTicketNews(ticketsLeft: number | undefined, refresh: () => void): void {
  useEffect(() => {
    if (ticketsLeft !== undefined) refresh();
  }, [ticketsLeft, refresh]);
}

/** Offers tickets; a drawing that stopped for want of them goes on afterwards. */
function offerTickets(loop: Loop, phase: LivePhase): void {
  openOffer({ want: { tickets: 'live' }, ...(phase === 'short' ? { after: () => loop.resume() } : {}) });
}

/** Start, pause and single pictures; each new run draws a new seed where that is not locked. */
function runControls(loop: Loop, phase: LivePhase, renewSeed: () => void) {
  const start = () => {
    renewSeed();
    void loop.start();
  };
  const resume = () => {
    renewSeed();
    loop.resume();
  };
  const renderOnce = () => {
    if (phase === 'off') return;
    renewSeed();
    loop.renderOnce();
  };
  const togglePause = () => {
    if (isRunningIn(phase)) loop.pause();
    else if (phase !== 'off' && phase !== 'opening') resume();
  };
  return { start, resume, renderOnce, togglePause };
}

interface ResultBarProps {
  live: ReturnType<Loop['getSnapshot']>;
  ticketsLeft: number | undefined;
  isSaving: boolean;
  isBlank: boolean;
  areWordsOpen: boolean;
  onPause: () => void;
  onSave: () => void;
  onWords: () => void;
}

function ResultBar(props: ResultBarProps) {
  const { live, ticketsLeft, isSaving, isBlank, areWordsOpen, onPause, onSave, onWords } = props;
  const { phase } = live;
  const isRunning = isRunningIn(phase);
  return (
    <header className={`row justify-between gap-12 min-w-0 border-b bg-surface ${styles.bar}`}>
      <LiveStatus live={live} ticketsLeft={ticketsLeft} />
      <div className="row flex-none gap-8">
        {(isRunning || phase === 'paused') && (
          <Button
            size="small"
            aria-label={isRunning ? '暂停' : '继续'}
            aria-keyshortcuts="K"
            title={isRunning ? '暂停（K）' : '继续（K）'}
            onClick={onPause}
          >
            {isRunning ? <PauseIcon size={16} /> : <PlayIcon size={16} />}
            <span className={styles.wide}>{isRunning ? '暂停' : '继续'}</span>
          </Button>
        )}
        <Button
          size="small"
          look={live.picture && phase !== 'off' ? 'primary' : 'plain'}
          aria-label={isSaving ? '正在保存' : '保存这一张'}
          aria-keyshortcuts="Control+S"
          disabled={isSaving || isBlank}
          title="按画布原尺寸保存到作品，不扣券（Ctrl S）"
          onClick={onSave}
        >
          <SaveIcon size={16} />
          {isSaving ? (
            '正在保存'
          ) : (
            <span>
              保存<span className={styles.long}>这一张</span>
            </span>
          )}
        </Button>
        <BareButton
          className={`hidden ${styles.wordsButton}`}
          aria-expanded={areWordsOpen}
          aria-label="描述与风格"
          onClick={onWords}
        >
          <WordsIcon />
        </BareButton>
      </div>
    </header>
  );
}

interface DrawingSideProps extends Pick<LiveStudioProps, 'isLoggedIn' | 'WorksPicker'> {
  table: DrawingTable;
  viewport: RefObject<HTMLDivElement>;
  intake: ReturnType<typeof usePictureIntake>;
  share: ReturnType<typeof useScreenShare>;
  isBlank: boolean;
  isRestored: boolean;
  onStarter: (id: string) => void;
  onForgetNotice: () => void;
  onSheet: () => void;
}

function DrawingSide(props: DrawingSideProps) {
  const { table, viewport, intake, share, isLoggedIn, WorksPicker, isBlank, isRestored } = props;
  const { onStarter, onForgetNotice, onSheet } = props;
  return (
    <section className={`grid min-w-0 min-h-0 ${styles.drawing}`} aria-label="画布">
      <ToolStrip
        table={table}
        isLoggedIn={isLoggedIn}
        isSharing={share.isSharing}
        WorksPicker={WorksPicker}
        onPlace={intake.place}
        onPlaceStored={intake.placeStored}
        onShare={() => void share.start()}
        onStopSharing={share.stop}
        onStarter={onStarter}
        onSheet={onSheet}
      />
      <BoardPane
        table={table}
        viewport={viewport}
        video={share.video}
        isSharing={share.isSharing}
        start={isBlank && !share.isSharing && <StartHint onStarter={onStarter} />}
      >
        <ShareBanner
          isSharing={share.isSharing}
          isRestored={isRestored && !isBlank}
          onStop={share.stop}
          onKeep={() => void share.keep()}
          onForget={onForgetNotice}
          onNew={() => {
            onForgetNotice();
            table.board.clear();
          }}
        />
      </BoardPane>
      <Palette table={table} />
    </section>
  );
}
