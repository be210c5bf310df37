export { RequestForm } from './request-form';
export { RequestStatus } from './request-status';
