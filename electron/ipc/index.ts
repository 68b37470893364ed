/** The main process's end of the contract: who may call, what they may say, and how errors are told. */
export { CallError, type Handlers, registerCalls } from './register.ts'
export { APP_ORIGIN, isOwnUrl, refuseSender } from './sender.ts'
