export { WorksScreen } from './works-screen';
