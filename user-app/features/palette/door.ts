// Exports for other features. No components: importing one loads its code and styles.
export { openPalette } from './palette-store';
