/** Simulates a bad connection: duplicates messages, swaps them, and inserts garbage. */

export interface FeedFaults {
  duplicate_feed: boolean
  reorder_feed: boolean
  garbage_feed: boolean
}

export const NO_FAULTS: FeedFaults = { duplicate_feed: false, reorder_feed: false, garbage_feed: false }

/** Not JSON, not a message, and malformed messages on the deployment's channel names, so that a client inspects them. */
const GARBAGE: readonly string[] = [
  '{"channel":"book","data":{"coin":',
  '\u0000\ufffd<html>502 Bad Gateway</html>',
  '',
  'null',
  '[]',
  '42',
  '"book"',
  '{}',
  '{"channel":null}',
  '{"channel":"book"}',
  '{"channel":"book","data":null}',
  '{"channel":"book","data":{"coin":"NYCTMP1","time":"now","levels":[]}}',
  '{"channel":"book","data":{"coin":"NYCTMP1","time":1,"levels":[[{"px":"abc","sz":"-1","n":1e400}],[null]]}}',
  '{"channel":"book","data":{"coin":["NYCTMP1"],"time":1,"levels":{"0":[],"1":[]}}}',
  '{"channel":"trades","data":{"coin":"NYCTMP1"}}',
  '{"channel":"trades","data":[null,7,{"coin":"NYCTMP1","side":"X","px":{},"sz":[],"time":null,"tid":"one"}]}',
  '{"channel":"activeAssetCtx","data":{"coin":"NYCTMP1","ctx":null}}',
  '{"channel":"activeAssetCtx","data":{"coin":"NYCTMP1","ctx":{"markPx":"NaN","oraclePx":true}}}',
  '{"channel":"__proto__","data":{"__proto__":{"polluted":true}}}',
  `${'['.repeat(5000)}${']'.repeat(5000)}`,
]

const HUGE = 5_000_000

/** One message of 5 MB: a book of an unsubscribed coin, with more levels than anyone shows. */
export function hugeMessage(): Buffer {
  const head = '{"channel":"book","data":{"coin":"HUGE","time":0,"levels":[['
  const level = '{"px":"1.00","sz":"1.0000","n":1}'
  const count = Math.ceil((HUGE - head.length) / (level.length + 1))
  return Buffer.from(`${head}${`${level},`.repeat(count)}${level}],[]]}}`)
}

/** The fault state of one connection. */
export class Disturbance {
  readonly #faults: () => FeedFaults
  #held: Buffer | null = null
  #garbage = 0

  constructor(faults: () => FeedFaults) {
    this.#faults = faults
  }

  /** The messages actually sent for `message`. */
  apply(message: Buffer): Buffer[] {
    const { duplicate_feed, reorder_feed, garbage_feed } = this.#faults()
    if (!duplicate_feed && !reorder_feed && !garbage_feed && this.#held === null) return [message]
    const out: Buffer[] = garbage_feed ? [this.#nextGarbage()] : []
    const own = duplicate_feed ? [message, message] : [message]
    if (reorder_feed && this.#held === null) {
      this.#held = message
      return out
    }
    out.push(...own)
    if (this.#held !== null) out.push(...(duplicate_feed ? [this.#held, this.#held] : [this.#held]))
    this.#held = null
    return out
  }

  /** Releases a message held for reordering. */
  release(): Buffer[] {
    const held = this.#held === null ? [] : [this.#held]
    this.#held = null
    return held
  }

  #nextGarbage(): Buffer {
    const text = GARBAGE[this.#garbage % GARBAGE.length] ?? ''
    this.#garbage += 1
    return Buffer.from(text)
  }
}
