/** Where the line of a share's chance ends: at the newest price, and never earlier than what is drawn. Pure. */

export interface LivePoint {
  /** Other points were drawn, with nothing after them. */
  restart(): void
  /**
   * The second at which the newest price is drawn. The library refuses a point before the newest one, and this machine's clock may be
   * set back.
   * @param now the service's time, ms
   * @param last time of the newest point of the history, ms
   */
  at(now: number, last: number): number
}

export function createLivePoint(): LivePoint {
  let drawnTo = 0
  return {
    restart() {
      drawnTo = 0
    },
    at(now, last) {
      drawnTo = Math.max(drawnTo, Math.floor(Math.max(now, last) / 1000))
      return drawnTo
    },
  }
}
