/** The main process's end of the contract: who may call, what they may say, and how errors are told. */
export { CommandError, type Handlers, registerCommands } from './register.ts'
export { APP_ORIGIN, isOwnUrl, refuseSender } from './sender.ts'
