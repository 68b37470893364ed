/** Looks at a service by its address before it is added: what it is, what it offers, what is odd about it. */
export { type Connections, createConnections } from './connections.ts'
