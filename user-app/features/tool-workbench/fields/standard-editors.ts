import type { DefinedTool } from '#shared/tools/define-tool';
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

const nothingShown = () => null;

/** The controls of forms without anything that is drawn. */
export const wordEditors: FieldEditors = { ...standardEditors, mask: nothingShown, points: nothingShown };

/** Returns true when something is drawn on the pictures of a tool. */
export function isDrawnOn({ fields }: DefinedTool): boolean {
  return Object.values(fields).some(({ editor }) => editor === 'mask' || editor === 'points');
}
