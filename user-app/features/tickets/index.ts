export { TicketDesk } from './ticket-desk';
