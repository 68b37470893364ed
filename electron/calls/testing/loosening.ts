/** Main's own decision on what loosens a limit, for properties that check windows against it. */
export { looseningCalls } from '../loosening-calls.ts'
