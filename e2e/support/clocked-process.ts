/**
 * Loaded before main or the venue (`--import`): gives the process, and each worker of it, a clock that the test moves by a message.
 * `ISOTHERM_TEST_CLOCK_AHEAD` is how far it is ahead from the start, ms, as a badly set one is.
 */
import { BroadcastChannel, isMainThread } from 'node:worker_threads'
import { installMovableClock } from './movable-clock.ts'

/** From the test: move by so many ms; and the answer. */
export interface MoveAsked {
  readonly moveClock: number
  readonly ms: number
}
export interface MoveDone {
  readonly clockMoved: number
  /** False while a request was in flight: nothing was moved. */
  readonly isMoved: boolean
}

const clock = installMovableClock(globalThis, Number(process.env.ISOTHERM_TEST_CLOCK_AHEAD ?? 0))
const workers = new BroadcastChannel('isotherm-test-clock')

if (isMainThread) {
  process.on('message', ({ moveClock, ms }: MoveAsked) => {
    if (moveClock === undefined) return
    const isMoved = clock.move(ms)
    if (isMoved) workers.postMessage(ms)
    process.send?.({ clockMoved: moveClock, isMoved } satisfies MoveDone)
  })
  // Listening keeps no process running.
  process.channel?.unref()
} else workers.onmessage = ({ data }) => void clock.move(data as number)
workers.unref()
