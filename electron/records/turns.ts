/** Runs of one read, one after the other, shared by everybody who asks for them. */

export interface Turns<Value> {
  /** A run that begins after this call: callers during a run share the one that follows it. */
  next(): Promise<Value>
  /** The run that is under way, else a new one. */
  current(): Promise<Value>
  /** Shares what is under way with nobody any more. */
  reset(): void
}

export function createTurns<Value>(run: () => Promise<Value>): Turns<Value> {
  let running: Promise<Value> | null = null
  let following: Promise<Value> | null = null

  function begin(): Promise<Value> {
    const mine = run().finally(() => {
      if (running === mine) running = null
    })
    running = mine
    return mine
  }

  return {
    next() {
      if (running === null) return begin()
      following ??= running
        .catch(() => null)
        .then(() => {
          following = null
          return begin()
        })
      return following
    },
    current: () => running ?? begin(),
    reset() {
      running = null
      following = null
    },
  }
}
