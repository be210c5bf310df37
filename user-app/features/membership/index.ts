export { MembershipScreen } from './membership-screen';
