// Exports for other features. No components: importing one loads its code and styles.
export { lostShareWords } from './lost-shares';
export { openShare } from './share-store';
