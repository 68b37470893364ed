/** The main process's end of the contract: who may call, what they may say, and how errors are told. */
export { type Handlers, registerCalls } from './register.ts'
export { isOwnUrl } from './sender.ts'
