export { OrderList } from './order-list';
export { OrderResult } from './order-result';
