import type { Field } from '#shared/tools/field';

/** Properties that a field on the picture gets from the form around it. */
export interface StageFieldProps {
  tool: { id: string; isFullScreen?: boolean };
  /** Name of the field in the form. */
  name: string;
  field: Field;
  value: unknown;
  values: Readonly<Record<string, unknown>>;
  isDisabled: boolean;
  /** Id of the element that names the field. */
  labelId: string;
  onChange: (value: unknown) => void;
  /** The element whose place the editor takes while it is open. */
  stage: HTMLElement | null;
  /** Says how to finish work that is not in the value yet, or that there is none. */
  onPending: (finish: (() => Promise<unknown>) | undefined) => void;
  /** Says why the value cannot be used although it is well-formed. */
  onProblem: (message: string | undefined) => void;
}

/** Id of the form's element in the page of a tool; it stands in the section that can be put beside an editor. */
export const formId = 'tool-form';

/** A mask of any size to start from, one byte a pixel; more than 127 is changed. */
export interface InitialMask {
  /** Label of the button, e.g. 从天空开始. */
  label: string;
  load: () => Promise<{ width: number; height: number; data: Uint8Array<ArrayBuffer> }>;
}

/** Above this share of the picture a local change is no local one any more. */
export const largestCoverage = 0.7;
export const tooLargeText = '选区过大，建议使用整图渲染';
export const emptyMaskText = '请先涂抹要修改的区域';

/** Id of the picture the field lies on; undefined while there is none. */
export function pictureOf({ field, values }: Pick<StageFieldProps, 'field' | 'values'>): string | undefined {
  const id = values[field.maskOf ?? 'upload_img'];
  return typeof id === 'string' && id !== '' ? id : undefined;
}
