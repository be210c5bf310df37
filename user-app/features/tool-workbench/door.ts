// Exports for other features. No components: importing one loads its code and styles.
export { bringPicture, handOver, useBroughtPicture } from './picture-handoff';
