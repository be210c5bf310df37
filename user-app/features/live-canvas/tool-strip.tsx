import { type ComponentType, lazy, Suspense, useRef, useState } from 'react';
import { useSnapshot } from '@/ui/use-snapshot';
import { BareButton } from '../../ui/button';
import { Popover } from '../../ui/popover';
import { ToolButton, ToolButtons, toolClass } from '../../ui/tool-strip';
import { type Aspect, aspectNames } from './engine/papers';
import { acceptedPictures } from './engine/picture-shelf';
import { AspectIcon, ClearIcon, KeyboardIcon, PictureIcon, RedoIcon, ScreenIcon, StarterIcon, UndoIcon } from './icons';
import { toolEntries } from './tool-list';
import styles from './tool-strip.css';
import type { DrawingTable } from './use-drawing-table';

const StarterGrid = lazy(() => import('./starter-grid'));

export interface WorksPickerProps {
  onPick: (imageIds: readonly string[]) => void;
  onClose: () => void;
}

interface ToolStripProps {
  table: DrawingTable;
  isLoggedIn: boolean;
  isSharing: boolean;
  WorksPicker: ComponentType<WorksPickerProps>;
  onPlace: (file: Blob) => void;
  onPlaceStored: (imageId: string) => void;
  onShare: () => void;
  onStopSharing: () => void;
  onStarter: (id: string) => void;
  onSheet: () => void;
}

/** The tools and what can be put on the paper. */
export function ToolStrip(props: ToolStripProps) {
  const { table, isLoggedIn, isSharing, WorksPicker, onPlace, onPlaceStored } = props;
  const { board } = table;
  const { tool, canUndo, canRedo, isBlank, aspect, corners } = useSnapshot(board);
  const input = useRef<HTMLInputElement>(null);
  const [isPicking, setIsPicking] = useState(false);

  return (
    <div className={`row gap-4 min-w-0 p-0-8 border-b bg-surface ${styles.strip}`} role="toolbar" aria-label="绘图工具">
      <div className={styles.group}>
        <ToolButtons groups={[toolEntries]} tool={tool} onTool={(chosen) => board.setTool(chosen)} />
      </div>
      <div className={`${styles.group} ${styles.steps}`}>
        <ToolButton label="撤销" keys="Ctrl Z" disabled={!canUndo && corners.length === 0} onClick={() => board.undo()}>
          <UndoIcon />
        </ToolButton>
        <ToolButton label="重做" keys="Ctrl Shift Z" disabled={!canRedo} onClick={() => board.redo()}>
          <RedoIcon />
        </ToolButton>
        <ToolButton label="清空" title="清空，可撤销" disabled={isBlank} onClick={() => board.clear()}>
          <ClearIcon />
        </ToolButton>
      </div>
      <div className={styles.group}>
        <Popover label="放入图片" triggerClassName={toolClass} panelClassName={styles.menu} trigger={<PictureIcon />}>
          {(close) => (
            <>
              <BareButton
                onClick={() => {
                  input.current?.click();
                  close();
                }}
              >
                上传图片
              </BareButton>
              {isLoggedIn && (
                <BareButton
                  onClick={() => {
                    setIsPicking(true);
                    close();
                  }}
                >
                  从我的作品选
                </BareButton>
              )}
              <p>也可以直接粘贴，或把图片拖到画布上。</p>
            </>
          )}
        </Popover>
        <ToolButton
          label={isSharing ? '停止截取屏幕' : '屏幕截取'}
          aria-pressed={isSharing}
          onClick={isSharing ? props.onStopSharing : props.onShare}
        >
          <ScreenIcon />
        </ToolButton>
        <Popover
          label="示例草图"
          triggerClassName={toolClass}
          panelClassName={`p-12 ${styles.starters}`}
          trigger={<StarterIcon />}
        >
          {(close) => (
            <Suspense fallback={null}>
              <StarterGrid
                onPick={(id) => {
                  props.onStarter(id);
                  close();
                }}
              />
            </Suspense>
          )}
        </Popover>
        <Popover
          align="end"
          label={`画布比例 ${aspect}`}
          triggerClassName={toolClass}
          panelClassName={styles.menu}
          trigger={<AspectIcon />}
        >
          {(close) => (
            <>
              {aspectNames.map((name: Aspect) => (
                <BareButton
                  key={name}
                  aria-pressed={name === aspect}
                  onClick={() => {
                    if (name !== aspect) board.load(name, board.drawing, { said: `画布 ${name}` });
                    close();
                  }}
                >
                  {name}
                </BareButton>
              ))}
              <p>换比例后画面保留，撤销记录重新开始。</p>
            </>
          )}
        </Popover>
      </div>
      <ToolButton className={styles.sheet} label="快捷键" keys="?" onClick={props.onSheet}>
        <KeyboardIcon />
      </ToolButton>
      <input
        ref={input}
        type="file"
        hidden
        accept={acceptedPictures}
        aria-label="上传放到画布上的图片"
        onChange={(event) => {
          const [file] = event.target.files ?? [];
          if (file) onPlace(file);
          event.target.value = '';
        }}
      />
      {isPicking && (
        <Suspense fallback={null}>
          <WorksPicker
            onPick={([imageId]) => {
              setIsPicking(false);
              if (imageId) onPlaceStored(imageId);
            }}
            onClose={() => setIsPicking(false)}
          />
        </Suspense>
      )}
    </div>
  );
}
