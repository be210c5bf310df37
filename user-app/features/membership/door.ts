// Exports for other features. No components: importing one loads its code and styles.
export { daysToRaise, quotaOf, termAfter } from './plan-term';
