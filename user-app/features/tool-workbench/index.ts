export { standardEditors } from './fields/standard-editors';
export type { Downloads } from './result-actions';
export { ToolWorkbench } from './tool-workbench';
