/**
 * Loaded before main or the venue (`--import`): gives the process and its workers a clock that the test controls by messages.
 * `ISOTHERM_TEST_CLOCK_AHEAD` is its initial offset, ms, like a badly set clock.
 */
import { BroadcastChannel, isMainThread } from 'node:worker_threads'
import { installMovableClock } from './movable-clock.ts'

/** From the test: advance by ms, stop, or continue; and the answer. */
export type ClockOrder = number | 'stand' | 'go on'
export interface ClockCommand {
  readonly clockAsked: number
  readonly order: ClockOrder
}
export interface ClockDone {
  readonly clockDone: number
  /** False while a request was pending: the clock was not advanced. */
  readonly isDone: boolean
}

const clock = installMovableClock(globalThis, Number(process.env.ISOTHERM_TEST_CLOCK_AHEAD ?? 0))
const workers = new BroadcastChannel('isotherm-test-clock')

function apply(order: ClockOrder): boolean {
  if (typeof order === 'number') return clock.move(order)
  clock.stand(order === 'stand')
  return true
}

if (isMainThread) {
  process.on('message', ({ clockAsked, order }: ClockCommand) => {
    if (clockAsked === undefined) return
    const isDone = apply(order)
    if (isDone) workers.postMessage(order)
    process.send?.({ clockDone: clockAsked, isDone } satisfies ClockDone)
  })
  // Listening must not keep the process alive.
  process.channel?.unref()
} else workers.onmessage = ({ data }) => void apply(data as ClockOrder)
workers.unref()
