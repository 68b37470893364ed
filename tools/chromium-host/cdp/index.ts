/** The DevTools protocol, as far as the host speaks it. */
export { Connection, type Payload, Session } from './connection.ts'
export { frame, MessageSplitter } from './framing.ts'
