/**
 * A controllable clock. It replaces `Date`, `performance.now` and the timers of a realm (Node or a page) and runs with the machine's until it is
 * advanced. Self-contained: a page gets it as the text of this function.
 */

export interface MovableClock {
  /**
   * Advances time by `ms` at once and runs the timers that are then due, in order; an interval runs once. Returns false, and does nothing, while a
   * request of this realm is pending: its timeout must not pass before the answer had a chance.
   */
  move(ms: number): boolean
  /** Stops time, including timers, or continues from where it stopped. */
  stand(isStanding: boolean): void
}

/** @param aheadMs initial offset of `Date` from the machine's, ms. */
export function installMovableClock(realm: typeof globalThis, aheadMs: number): MovableClock {
  interface Timer {
    due: number
    readonly delay: number
    readonly isRepeating: boolean
    readonly run: () => void
    native: ReturnType<typeof setTimeout> | undefined
    isHolding: boolean
    readonly handle: object | number
  }
  const RealDate = realm.Date
  const realNow = realm.performance.now.bind(realm.performance)
  const nativeSet = realm.setTimeout.bind(realm)
  const nativeClear = realm.clearTimeout.bind(realm)
  const isPage = 'document' in realm
  const origin = RealDate.now() - realNow() + aheadMs
  const timers = new Map<object | number, Timer>()
  /** Longer delays overflow a native timer, which then fires at once. */
  const LONGEST = 2 ** 31 - 1
  let moved = 0
  let stoodAt: number | null = null
  let requests = 0
  let lastId = 2 ** 30

  const now = (): number => stoodAt ?? realNow() + moved
  const wall = (): number => Math.floor(origin + now())

  function arm(timer: Timer): void {
    nativeClear(timer.native)
    if (stoodAt !== null) return
    timer.native = nativeSet(() => fire(timer), Math.min(LONGEST, Math.max(0, timer.due - now())))
    if (!timer.isHolding) (timer.native as { unref?: () => void }).unref?.()
  }

  function fire(timer: Timer): void {
    if (timers.get(timer.handle) !== timer) return
    if (timer.due > now() + 1) {
      arm(timer)
      return
    }
    nativeClear(timer.native)
    if (timer.isRepeating) {
      timer.due += timer.delay
      if (timer.due <= now()) timer.due = now() + timer.delay
      arm(timer)
    } else timers.delete(timer.handle)
    timer.run()
  }

  function start(run: unknown, ms: unknown, isRepeating: boolean, args: unknown[]): object | number {
    const delay = Math.max(1, Number(ms) || 0)
    lastId += 1
    const handle = isPage ? lastId : handleOf(lastId)
    const timer: Timer = {
      due: now() + delay,
      delay,
      isRepeating,
      run: () => (run as (...args: unknown[]) => void)(...args),
      native: undefined,
      isHolding: true,
      handle,
    }
    timers.set(handle, timer)
    arm(timer)
    return handle
  }

  /** The return value of Node's timers, for unref, refresh and clear. */
  function handleOf(id: number): object {
    const withTimer = (change: (timer: Timer) => void) => {
      const timer = timers.get(handle)
      if (timer !== undefined) change(timer)
      return handle
    }
    const hold = (isHolding: boolean) =>
      withTimer((timer) => {
        timer.isHolding = isHolding
        const native = timer.native as unknown as { ref(): void; unref(): void } | undefined
        if (isHolding) native?.ref()
        else native?.unref()
      })
    const handle = {
      ref: () => hold(true),
      unref: () => hold(false),
      hasRef: () => timers.get(handle)?.isHolding ?? false,
      refresh: () =>
        withTimer((timer) => {
          timer.due = now() + timer.delay
          arm(timer)
        }),
      close: () => stop(handle),
      [Symbol.toPrimitive]: () => id,
    }
    return handle
  }

  function stop(handle: unknown): void {
    const timer = timers.get(handle as object | number)
    if (timer === undefined) nativeClear(handle as never)
    else {
      nativeClear(timer.native)
      timers.delete(timer.handle)
    }
  }

  realm.Date = new Proxy(RealDate, {
    construct: (target, args, made) => Reflect.construct(target, args.length === 0 ? [wall()] : args, made),
    apply: () => new RealDate(wall()).toString(),
    get: (target, key) => (key === 'now' ? wall : Reflect.get(target, key)),
  })
  realm.performance.now = now
  realm.setTimeout = ((run: unknown, ms: unknown, ...args: unknown[]) => start(run, ms, false, args)) as never
  realm.setInterval = ((run: unknown, ms: unknown, ...args: unknown[]) => start(run, ms, true, args)) as never
  realm.clearTimeout = stop as never
  realm.clearInterval = stop as never
  if (isPage) {
    const nativeFrame = realm.requestAnimationFrame.bind(realm)
    // Frame times are on the clock of `performance.now`.
    realm.requestAnimationFrame = (run) => nativeFrame((time) => run(time + moved))
  }
  const { fetch } = realm
  realm.fetch = async (...request) => {
    requests += 1
    try {
      return await fetch(...request)
    } finally {
      requests -= 1
    }
  }

  return {
    move(ms) {
      if (requests > 0) return false
      if (stoodAt === null) moved += ms
      else stoodAt += ms
      const due = [...timers.values()].filter((timer) => timer.due <= now()).sort((a, b) => a.due - b.due)
      for (const timer of due) fire(timer)
      return true
    },
    stand(isStanding) {
      if (isStanding === (stoodAt !== null)) return
      if (stoodAt === null) stoodAt = now()
      else {
        moved = stoodAt - realNow()
        stoodAt = null
      }
      for (const timer of timers.values()) arm(timer)
    },
  }
}
