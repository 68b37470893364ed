/** Main's side of the contract: who may call, with which data, how often, with which user input, and how errors are returned. */
export { CALL_RULES } from './call-rates.ts'
export { type Handlers, registerCalls } from './register.ts'
export { isOwnUrl, originOf } from './sender.ts'
export { createUserInput, type Question, type UserInput } from './user-input.ts'
