export { ChatScreen } from './chat-screen';
