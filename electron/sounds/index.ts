/** What is told by ear: which event sounds, which of several at once, and which one window plays it. */
export { createSounds, type Sounds } from './sounds.ts'
