// What other features may use: functions and stores, without components, so that nobody loads more than they need.
export { lostShareWords } from './lost-shares';
export { openShare } from './share-store';
