/** The wallet's books: daily results, computed from stored data of the service. */
export { type BookRecorder, createBookRecorder } from './book-recorder.ts'
export { createEquityRecorder, type EquityRecorder } from './equity-recorder.ts'
