export { standardEditors } from './fields/standard-editors';
export type { Downloads } from './result-actions';
export { KeptWorkbench } from './session/kept-workbench';
