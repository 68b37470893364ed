/** How many order-book messages a second one core decodes and applies. Prints nothing. */

import { OrderBook } from '../assets/index.ts'
import { BookDecoder, clearBook, emptyBook, faultOf, readBook } from '../decode/index.ts'

/** Messages a second, each of 20 levels a side and about 1.5 KB. */
export interface DecodeFigures {
  /** Coin found and the raw message kept: the cost of decoding only on demand. */
  readonly envelope: number
  /** Every message decoded completely, checked and applied: the terminal's way. */
  readonly full: number
  /** `JSON.parse` of the same messages, checked by the same rules: the usual way. */
  readonly jsonParse: number
  readonly bytesPerMessage: number
}

const LEVELS = 20
const VARIANTS = 64
const PX_PLACES = 2
const SZ_PLACES = 4

function messages(): Buffer[] {
  return Array.from({ length: VARIANTS }, (_, variant) => {
    const level = (side: number, i: number) => ({
      px: ((57_184 + side * (3 + i * 5)) / 100).toFixed(2),
      sz: `${20 + ((i * 37 + variant * 11) % 180)}.${1000 + ((i * 131 + variant * 977) % 9000)}`,
      n: 1 + ((i + variant) % 5),
    })
    const side = (sign: number) => Array.from({ length: LEVELS }, (_, i) => level(sign, i))
    const data = { coin: 'NYCTMP1', time: 1_700_000_000_000 + variant, levels: [side(-1), side(1)] }
    return Buffer.from(JSON.stringify({ channel: 'book', data }))
  })
}

/** Calls `run` for about `ms` after a warm-up of half that, and counts. */
function rate(ms: number, run: (message: Buffer, index: number) => void, inputs: readonly Buffer[]): number {
  const pass = (until: number): number => {
    let count = 0
    while (performance.now() < until) {
      for (let i = 0; i < inputs.length; i += 1) run(inputs[i] as Buffer, i)
      count += inputs.length
    }
    return count
  }
  pass(performance.now() + ms / 2)
  const from = performance.now()
  const count = pass(from + ms)
  return Math.round((count * 1000) / (performance.now() - from))
}

/** @param ms duration of each measurement. */
export function benchDecode(ms = 500): DecodeFigures {
  const inputs = messages()
  const decoder = new BookDecoder()

  const newest = new Map<string, Buffer>()
  const envelope = rate(ms, (message) => decoder.find(message) && newest.set(decoder.coin, message), inputs)

  const order = new OrderBook()
  order.setPrecision(PX_PLACES, SZ_PLACES)
  let now = 0
  const full = rate(
    ms,
    (message, index) => {
      // Every round over the same messages begins like a reconnect, or all but the first would be old.
      if (index === 0) order.restart()
      now += 1
      if (decoder.find(message)) order.takeMessage(decoder, message, now)
    },
    inputs,
  )

  const scratch = emptyBook()
  const jsonParse = rate(
    ms,
    (message) => {
      const { data } = JSON.parse(message.toString('utf8')) as { data: Record<string, unknown> }
      clearBook(scratch, PX_PLACES, SZ_PLACES)
      if (readBook(data, scratch) === null) faultOf(scratch)
    },
    inputs,
  )
  const bytes = inputs.reduce((sum, { length }) => sum + length, 0)
  return { envelope, full, jsonParse, bytesPerMessage: Math.round(bytes / inputs.length) }
}
