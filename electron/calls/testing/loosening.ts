/** Main's own word on what loosens a limit, for properties that hold windows to it. */
export { looseningCalls } from '../loosening-calls.ts'
