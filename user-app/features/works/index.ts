export { WorksDesk } from './works-desk';
