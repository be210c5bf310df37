// What other features may use: functions and stores, without components, so that nobody loads more than they need.
export { daysToRaise, quotaOf, termAfter } from './plan-term';
