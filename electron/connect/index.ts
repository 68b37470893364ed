/** Inspects a service by its address before it is added: what it is, what it offers, what is unusual about it. */
export { type Connections, createConnections } from './connections.ts'
