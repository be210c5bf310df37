// Exports for other features. No components: importing one loads its code and styles.
export { clockText, orderWords } from './order-words';
export { refundReason } from './refund-reason';
