/** Several actions that are one thing to the trader: a record on disk before each effect, its actions by ids made from it, taken up after a restart, told as a topic. */
export { createSequences, type SequencesOptions, wordsOf } from './sequences.ts'
