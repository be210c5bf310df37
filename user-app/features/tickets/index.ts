export { TicketScreen } from './ticket-screen';
