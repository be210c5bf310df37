import type { ComponentType } from 'react';
import type { ToolAnswer } from '#shared/contract/task';
import type { DefinedTool } from '#shared/tools/define-tool';
import type { Field, FieldEditor } from '#shared/tools/field';
import type { Values } from '../field-rules';
import type { Intake } from '../use-intake';

/** What every field control gets; it shows `value` and reports changes, and keeps nothing of its own. */
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
  editors: FieldEditors;
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
