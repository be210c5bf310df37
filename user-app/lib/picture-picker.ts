import { type ComponentType, createContext, useContext } from 'react';

export interface PicturePickerProps {
  /** Pictures that may be picked at once; with one, a press on it is enough. */
  most: number;
  onPick: (imageIds: readonly string[]) => void;
  onClose: () => void;
}

const Picker = createContext<ComponentType<PicturePickerProps> | undefined>(undefined);

/** Gives the fields of a page a dialog in which pictures of the gallery are picked. */
export const PicturePickerProvider = Picker.Provider;

export function usePicturePicker(): ComponentType<PicturePickerProps> | undefined {
  return useContext(Picker);
}
