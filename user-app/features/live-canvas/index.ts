export { LiveStudio } from './live-studio';
export type { WorksPickerProps } from './tool-strip';
export type { WordFieldProps } from './words-bar';
