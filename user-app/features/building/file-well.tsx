import { useId } from 'react';
import { classNames } from '../../lib/class-names';
import drawingPaper from '../../ui/drawing-paper.css';
import { useDropTarget } from '../../ui/use-drop-target';
import styles from './building.css';

/** Takes a model file: dropped, or chosen by a press. */
export function FileWell({
  words = '拖入模型文件，或点这里选择',
  onFile,
}: {
  words?: string;
  onFile: (file: File) => void;
}) {
  const take = ([file]: readonly File[]) => file && onFile(file);
  const { isOver, handlers } = useDropTarget(take);
  const textId = useId();
  return (
    <label
      className={classNames(drawingPaper.paper, 'grid justify-items-center gap-4 p-16 text-center', styles.well)}
      data-over={isOver || undefined}
      {...handlers}
    >
      <input
        type="file"
        className="visually-hidden"
        aria-describedby={textId}
        onChange={(event) => {
          take([...(event.target.files ?? [])]);
          event.target.value = '';
        }}
      />
      <span className="p-0-8 bg-surface font-semibold">{words}</span>
      <span id={textId} className="p-0-8 bg-surface text-second text-13">
        IFC、GLB、OBJ，或装着 glTF、OBJ 及其材质和贴图的 ZIP；只有自己能看到
      </span>
    </label>
  );
}
