export { isDrawnOn, standardEditors, wordEditors } from './fields/standard-editors';
export type { Downloads } from './result-actions';
export { KeptWorkbench, type KeptWorkbenchProps } from './session/kept-workbench';
