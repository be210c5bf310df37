import { buildingFormatsText } from '#shared/domain/building-formats';
import { FileWell } from '../../ui/file-well';

interface ModelWellProps {
  words?: string;
  onFile: (file: File) => void;
}

/** Takes a model file: dropped, or chosen by a press. */
export function ModelWell({ words = '拖入模型文件，或点这里选择', onFile }: ModelWellProps) {
  return (
    <FileWell
      words={words}
      hint={`${buildingFormatsText}；只有自己能看到`}
      onFiles={([file]) => file && onFile(file)}
    />
  );
}
