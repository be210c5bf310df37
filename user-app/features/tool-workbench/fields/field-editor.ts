import type { ComponentType } from 'react';
import type { ToolAnswer } from '#shared/contract/task';
import type { DefinedTool } from '#shared/tools/define-tool';
import type { Field, FieldEditor } from '#shared/tools/field';
import type { Values } from '../field-rules';
import type { Intake } from '../use-intake';

/** Words over a picture of a list. */
export interface PictureState {
  words: string;
  isProblem: boolean;
}

/** The base pictures of a tool that starts a run of each. */
export interface SeveralPictures {
  /** Name of their field. */
  name: string;
  /** Image ids, in order. */
  pictures: readonly string[];
  /** Pictures that may be started in one go. */
  limit: number;
  /** Note on a start of several, as a sentence. */
  words: string;
  /** Why some were not started, or will not be, as sentences. */
  problems: readonly string[];
  /** Sentence about pictures beyond the limit, and the way to a larger limit if there is one. */
  surplus: { words: string; onWiden: (() => void) | undefined } | undefined;
  stateOf: (imageId: string) => PictureState | undefined;
  onAdd: (imageIds: readonly string[]) => void;
  onLook: (imageId: string) => void;
  onRemove: (imageId: string) => void;
  onMove: (from: number, to: number) => void;
  onClear: () => void;
  /** Takes out those that the tool is not for; absent where there are none. */
  onRemoveUnsuitable: (() => void) | undefined;
  /** Shows what became of the last start; absent where there was none or it is what is shown. */
  onShowResults: (() => void) | undefined;
}

/** Properties of every field control; it shows `value` and reports changes, and has no state of its own. */
export interface FieldEditorProps {
  tool: DefinedTool;
  name: string;
  field: Field;
  value: unknown;
  values: Values;
  isDisabled: boolean;
  /** Id of the element that names the control. */
  labelId: string;
  onChange: (value: unknown) => void;
  intake: Intake;
  isLoggedIn: boolean;
  /** Engines that can run the tool at the moment. */
  engines: ToolAnswer['engines'];
  /** Engines that could run it, with the reason why they cannot now. */
  closedEngines: ToolAnswer['closedEngines'];
  editors: FieldEditors;
  /** The base pictures, where there may be several. */
  several?: SeveralPictures | undefined;
  /** The element whose place an editor may take while something is set on the picture. */
  stage: HTMLElement | null;
  /** Says how to finish work that is not in the value yet (it gives the value), or that there is none. */
  onPending: (finish: (() => Promise<unknown>) | undefined) => void;
  /** Says why the value cannot be used although it is well-formed. */
  onProblem: (message: string | undefined) => void;
}

export type FieldEditors = Record<FieldEditor, ComponentType<FieldEditorProps>>;
/** Editors that work on the stage and come from another feature. */
export type StageEditor = 'mask' | 'points';
