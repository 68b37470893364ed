/** The main process's end of the contract: who may call, what they may say, how often, with what proof of a hand, and how errors are told. */
export { CALL_RULES } from './call-rates.ts'
export { createHands, type Hands, type Question } from './hands.ts'
export { type Handlers, registerCalls } from './register.ts'
export { isOwnUrl, originOf } from './sender.ts'
