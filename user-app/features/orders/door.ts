// What other features may use: functions and stores, without components, so that nobody loads more than they need.
export { clockText, orderWords } from './order-words';
export { refundReason } from './refund-reason';
