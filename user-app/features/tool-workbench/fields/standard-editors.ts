import { ChipsEditor, EngineEditor, MultiChipsEditor, SegmentedEditor } from './choice-editors';
import type { FieldEditors, StageEditor } from './field-editor';
import { ImageEditor } from './image-editor';
import { ImagesEditor } from './images-editor';
import { NumberEditor, SeedEditor, SliderEditor, StepperEditor, SwitchEditor } from './number-editors';

import { PresetEditor } from './preset-editor';
import { PromptEditor } from './prompt-editor';
import { RowsEditor } from './rows-editor';
import { ColorEditor, TextEditor } from './text-editors';

/** One control for every kind of field but those that work on the stage, which the page adds. */
export const standardEditors: Omit<FieldEditors, StageEditor> = {
  image: ImageEditor,
  images: ImagesEditor,
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
