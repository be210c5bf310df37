// What other features may use: functions and stores, without components, so that nobody loads more than they need.
export { bringPicture, handOver, useBroughtPicture } from './picture-handoff';
