export { MaskField } from './mask-field';
export { PointsField } from './points-field';
