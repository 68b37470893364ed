/** The part of the DevTools protocol that the host uses. */
export { Connection, type Payload, Session } from './connection.ts'
export { frame, MessageSplitter } from './framing.ts'
