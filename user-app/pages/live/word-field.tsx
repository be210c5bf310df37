import { ailive } from '#shared/tools/outdoor';
import type { WordFieldProps } from '@/features/live-canvas';
import { wordEditors } from '@/features/tool-workbench';

/** The words hold no pictures, so nothing is taken in. */
const noIntake = {
  uploads: [],
  facts: {},
  documents: [],
  surplus: undefined,
  samplePending: undefined,
  addFiles: () => undefined,
  addSample: () => undefined,
  takeStored: () => undefined,
  retry: () => undefined,
  cancel: () => undefined,
  restore: () => undefined,
};
const nothing = () => undefined;

/** A field of the tool's form, with the control every tool has for it. */
export function WordField({ name, values, labelId, onChange }: WordFieldProps) {
  const field = ailive.fields[name];
  const Editor = wordEditors[field.editor];
  return (
    <Editor
      tool={ailive}
      name={name}
      field={field}
      value={values[name]}
      values={{ ...values }}
      isDisabled={false}
      labelId={labelId}
      onChange={onChange}
      intake={noIntake}
      isLoggedIn={false}
      engines={[]}
      closedEngines={[]}
      editors={wordEditors}
      stage={null}
      onPending={nothing}
      onProblem={nothing}
    />
  );
}
