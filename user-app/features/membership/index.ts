export { MembershipDesk } from './membership-desk';
