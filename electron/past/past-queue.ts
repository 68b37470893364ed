/** The questions to the reading thread in their order: one is asked at a time, pages before sums, of each asker only the newest. */
import { type Asking, createAsking, type PlainRequest } from './asking.ts'
import type { StartThread } from './past-reader.ts'
import type { PastAnswer } from './thread-messages.ts'

/** What a question fails by whose asker has asked another one. */
export class Outdated extends Error {
  constructor() {
    super('A newer question took its place.')
    this.name = 'Outdated'
  }
}

export interface PastQueue {
  /** @throws Outdated; Error in words. */
  ask(request: PlainRequest, turn: string): Promise<PastAnswer>
  /** What is asked fails from now on. */
  end(why: string): void
}

interface Wanted {
  readonly turn: string
  readonly request: PlainRequest
  readonly text: string
  readonly take: (answer: PastAnswer) => void
  readonly fail: (error: Error) => void
}

/** @param closed what questions fail by after the end. */
export function createPastQueue(start: StartThread, closed: string): PastQueue {
  const stopped = new Int32Array(new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT))
  let waiting: Wanted[] = []
  let asking: Asking | null = null
  let running: Wanted | null = null
  let isOver = false

  function next(): void {
    if (running !== null || isOver) return
    const one = waiting.find(({ request }) => request.kind === 'page') ?? waiting[0]
    if (one === undefined) return
    waiting = waiting.filter((other) => other !== one)
    running = one
    asking ??= createAsking(start(stopped), () => {
      asking = null
    })
    asking
      .ask(one.request)
      .then(one.take, one.fail)
      .finally(() => {
        running = null
        next()
      })
      .catch(() => undefined)
  }

  return {
    ask: (request, turn) =>
      new Promise((take, fail) => {
        if (isOver) {
          fail(new Error(closed))
          return
        }
        const text = JSON.stringify(request)
        for (const one of waiting.filter((other) => other.turn === turn)) one.fail(new Outdated())
        waiting = [...waiting.filter((other) => other.turn !== turn), { turn, request, text, take, fail }]
        // The same again, because there is more of it, waits: else nothing would ever be answered while rows stream in.
        if (running !== null && running.turn === turn && running.text !== text) {
          running.fail(new Outdated())
          Atomics.store(stopped, 0, asking?.last() ?? 0)
        }
        next()
      }),
    end(why) {
      isOver = true
      for (const one of waiting.splice(0)) one.fail(new Error(why))
      asking?.end(why)
    },
  }
}
