import { ChipsEditor, EngineEditor, MultiChipsEditor, SegmentedEditor } from './choice-editors';
import type { FieldEditors } from './field-editor';
import { ImagesEditor } from './images-editor';
import { MaskNote, PointsNote } from './note-editors';
import { NumberEditor, SeedEditor, SliderEditor, StepperEditor, SwitchEditor } from './number-editors';
import { ImageEditor } from './picture-editors';
import { PresetEditor } from './preset-editor';
import { RowsEditor } from './rows-editor';
import { ColorEditor, PromptEditor, TextEditor } from './text-editors';

/** One control for every kind of field; a page replaces those that another feature draws better. */
export const standardEditors: FieldEditors = {
  image: ImageEditor,
  images: ImagesEditor,
  mask: MaskNote,
  points: PointsNote,
  prompt: PromptEditor,
  text: TextEditor,
  slider: SliderEditor,
  number: NumberEditor,
  stepper: StepperEditor,
  switch: SwitchEditor,
  chips: ChipsEditor,
  segmented: SegmentedEditor,
  multiChips: MultiChipsEditor,
  preset: PresetEditor,
  color: ColorEditor,
  seed: SeedEditor,
  engine: EngineEditor,
  rows: RowsEditor,
};
