import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { parseDecimal, placesOf } from '../../../contract/decimal.ts'
import { runs } from '../../../contract/testing/property-runs.ts'
import { type BookFault, type CompactBook, clearBook, emptyBook, faultOf, readBook } from './compact-book.ts'
import { BookDecoder } from './decode-book.ts'
import { decimalOf, isDictionary, timeOf, unitsText } from './wire.ts'

/** A second definition of a book: as a schema, with plain text and big integers. */
const decimalText = z.union([z.string(), z.number()]).transform((value, context) => {
  const text = decimalOf(value)
  if (text === null) context.addIssue({ code: 'custom', message: 'no decimal' })
  return text ?? parseDecimal('0') ?? z.NEVER
})
const level = z.union([
  z.tuple([decimalText, decimalText], z.unknown()).transform(([px, sz]) => ({ px, sz })),
  z.object({ px: decimalText, sz: decimalText }),
])
const schema = z.object({
  time: z.union([z.string(), z.number()]).transform((value, context) => {
    const time = timeOf(value)
    if (time === null) context.addIssue({ code: 'custom', message: 'no time' })
    return time ?? 0
  }),
  levels: z.tuple([z.array(level), z.array(level)]),
})

interface PlainBook {
  readonly time: number
  readonly bids: readonly string[]
  readonly asks: readonly string[]
}

/** `0012.50` and `12.5` are the same number. */
const canonical = (text: string): string => {
  const [whole = '', fraction = ''] = text.split('.')
  return `${BigInt(whole)}.${fraction.replace(/0+$/, '')}`
}
const scaled = (text: string): bigint => BigInt(text.replace('.', '')) * 10n ** BigInt(30 - placesOf(text as never))

/** The same rules over the schema; null when the book must be rejected. */
function bySchema(data: unknown): PlainBook | null {
  const parsed = schema.safeParse(data)
  if (!parsed.success) return null
  const [bids, asks] = parsed.data.levels.map((side) => side.filter(({ sz }) => scaled(sz) !== 0n))
  if (bids === undefined || asks === undefined) return null
  const ordered = (side: typeof bids, falling: boolean) =>
    side.every(({ px }, i) => {
      const before = side[i - 1]
      if (before === undefined) return true
      return falling ? scaled(px) < scaled(before.px) : scaled(px) > scaled(before.px)
    })
  const positive = [...bids, ...asks].every(({ px, sz }) => scaled(px) > 0n && scaled(sz) > 0n)
  const crossed = bids[0] !== undefined && asks[0] !== undefined && scaled(bids[0].px) >= scaled(asks[0].px)
  if (!positive || crossed || !ordered(bids, true) || !ordered(asks, false)) return null
  const text = (side: typeof bids) => side.map(({ px, sz }) => `${canonical(px)}×${canonical(sz)}`)
  return { time: parsed.data.time, bids: text(bids), asks: text(asks) }
}

const plain = (book: CompactBook): PlainBook => {
  const side = ({ px, sz, count }: CompactBook['bids']) =>
    Array.from(
      { length: count },
      (_, i) =>
        `${canonical(unitsText(px[i] as number, book.pxPlaces))}×${canonical(unitsText(sz[i] as number, book.szPlaces))}`,
    )
  return { time: book.time, bids: side(book.bids), asks: side(book.asks) }
}

function byGuards(data: unknown, places = 0): PlainBook | BookFault {
  const book = emptyBook()
  clearBook(book, places, places)
  if (!isDictionary(data)) return 'unreadable'
  const fault = readBook(data, book) ?? faultOf(book)
  return fault ?? plain(book)
}

/** Undefined when the message does not have the usual shape. */
function byBytes(text: string, places = 0): PlainBook | BookFault | undefined {
  const decoder = new BookDecoder()
  const bytes = Buffer.from(text)
  const book = emptyBook()
  clearBook(book, places, places)
  if (!decoder.find(bytes) || !decoder.read(bytes, book)) return undefined
  return faultOf(book) ?? plain(book)
}

type BookChannel = 'book' | 'outcomeBook'
const message = (data: unknown, channel: BookChannel = 'book') => JSON.stringify({ channel, data })
const channels = fc.constantFrom<BookChannel>('book', 'outcomeBook')

// Few digits and decimals, so that equal and neighboring prices occur often.
const decimalArbitrary = (most: number) =>
  fc
    .tuple(fc.integer({ min: 0, max: most }), fc.integer({ min: 0, max: 4 }))
    .map(([units, places]) => unitsText(units, places))
const goodSide = (falling: boolean, from: number) =>
  fc
    .uniqueArray(fc.integer({ min: from, max: from + 500 }), { maxLength: 25 })
    .chain((prices) =>
      fc.tuple(
        ...prices
          .sort((a, b) => (falling ? b - a : a - b))
          .map((px) =>
            fc
              .tuple(decimalArbitrary(99_999), fc.boolean(), fc.integer({ min: 1, max: 9 }))
              .map(([sz, trimmed, n]) => ({ px: trimmed ? String(px / 100) : unitsText(px, 2), sz, n })),
          ),
      ),
    )
const goodBook = fc.record({
  coin: fc.constantFrom('NYCTMP1', 'NYCTMP2', 'GBETA', '#36010', '#36011'),
  time: fc.integer({ min: 0, max: 2 ** 48 }),
  levels: fc.tuple(goodSide(true, 50_000), goodSide(false, 50_600)),
})

/** Replaces, removes or adds one thing somewhere. */
const odd = fc.oneof(
  fc.constantFrom<unknown>('', '-1', '0', '0.0', '1e3', '01', '.5', '5.', ' 1', 'NaN', null, true, {}, [], -3, 0, 1.5),
  fc.constantFrom<unknown>(
    1e-7,
    571.84,
    '99999999999999999',
    '0.1234567890123456',
    '12345678.12345678',
    'ü',
    '"',
    1e21,
  ),
  fc.constantFrom<unknown>(['570.01', '3'], ['570.01', 3, 7], ['570.01'], '2026-11-21T03:00:00Z', 2 ** 60),
  decimalArbitrary(99_999),
)
type Json = Record<string, unknown> | unknown[]
const mutated = fc
  .tuple(goodBook, fc.array(fc.tuple(fc.nat(), fc.nat(), odd), { minLength: 1, maxLength: 3 }))
  .map(([book, changes]) => {
    const data = structuredClone(book) as unknown as Json
    for (const [where, how, value] of changes) {
      const places: [Json, string][] = []
      const walk = (node: Json): void => {
        for (const key of Object.keys(node)) {
          places.push([node, key])
          const child = (node as Record<string, unknown>)[key]
          if (typeof child === 'object' && child !== null) walk(child as Json)
        }
      }
      walk(data)
      const spot = places[where % Math.max(1, places.length)]
      if (spot === undefined) continue
      const [node, key] = spot as [Record<string, unknown>, string]
      if (how % 4 === 0) delete node[key]
      else if (how % 4 === 1) node[`extra${how % 7}`] = structuredClone(value)
      else node[key] = structuredClone(value)
    }
    return data
  })

describe('the byte decoder', () => {
  it('accepts every book of the usual shape, and agrees with the guards and the schema', () => {
    fc.assert(
      fc.property(goodBook, channels, fc.integer({ min: 0, max: 4 }), (data, channel, places) => {
        const expected = bySchema(data)
        expect(expected).not.toBeNull()
        expect(byBytes(message(data, channel), places)).toEqual(expected)
        expect(byGuards(data, places)).toEqual(expected)
      }),
      { numRuns: 300 },
    )
  })

  it('agrees with the guards on every mutated message that it accepts, and the guards agree with the schema', () => {
    let kept = 0
    fc.assert(
      fc.property(mutated, channels, (data, channel) => {
        const text = message(data, channel)
        const sent = (JSON.parse(text) as { data: unknown }).data
        const guarded = byGuards(sent)
        const expected = bySchema(sent)
        if (guarded !== 'number too long') expect(typeof guarded === 'string' ? null : guarded).toEqual(expected)
        const fast = byBytes(text)
        if (fast !== undefined) expect(fast).toEqual(guarded)
        if (typeof guarded !== 'string') kept += 1
      }),
      { numRuns: runs(500, 20_000) },
    )
    expect(kept).toBeGreaterThan(50)
  })

  it('never throws and never reads beyond the end, for any bytes', () => {
    fc.assert(
      fc.property(goodBook, channels, fc.nat(), fc.uint8Array({ maxLength: 8 }), (data, channel, at, noise) => {
        const bytes = Buffer.from(message(data, channel))
        const cutAt = at % bytes.length
        for (const damaged of [
          bytes.subarray(0, cutAt),
          Buffer.concat([bytes.subarray(0, cutAt), noise, bytes.subarray(cutAt)]),
        ]) {
          const fast = byBytes(damaged.toString('latin1'))
          if (fast === undefined || typeof fast === 'string') continue
          const parsed = JSON.parse(damaged.toString('latin1')) as { data: unknown }
          expect(fast).toEqual(byGuards(parsed.data))
        }
      }),
      { numRuns: 300 },
    )
  })

  it.each([
    ['an escaped coin', '{"channel":"book","data":{"coin":"N\\u0059","time":1,"levels":[[],[]]}}'],
    ['spaces', '{"channel": "book", "data": {"coin": "N", "time": 1, "levels": [[], []]}}'],
    ['another channel', '{"channel":"trades","data":[]}'],
    ['a channel that begins like one', '{"channel":"outcomeBooks","data":{"coin":"#1","time":1,"levels":[[],[]]}}'],
    ['half a prefix', '{"channel":"outcomeBook","data":{"coin":"'],
    ['levels as arrays', '{"channel":"book","data":{"coin":"N","time":1,"levels":[[["1","2"]],[]]}}'],
    ['numbers', '{"channel":"book","data":{"coin":"N","time":1,"levels":[[{"px":1,"sz":2}],[]]}}'],
    ['something after the end', '{"channel":"book","data":{"coin":"N","time":1,"levels":[[],[]]}}{}'],
    ['leading zeros', '{"channel":"book","data":{"coin":"N","time":1,"levels":[[{"px":"01","sz":"2"}],[]]}}'],
    ['nothing', ''],
  ])('leaves %s to JSON', (_, text) => {
    expect(byBytes(text)).toBeUndefined()
  })

  it('follows the coin from message to message', () => {
    const decoder = new BookDecoder()
    const many = Array.from({ length: 100 }, (_, i) => `#${2000 + i}`)
    for (const coin of ['NYCTMP1', 'NYCTMP1', 'NYCTMP2', 'NYCTMP', '#20', '#2', '#200', ...many, ...many, 'NYCTMP1']) {
      const book = emptyBook()
      const bytes = Buffer.from(message({ coin, time: 1, levels: [[], []] }, coin[0] === '#' ? 'outcomeBook' : 'book'))
      expect(decoder.find(bytes)).toBe(true)
      expect(decoder.coin).toBe(coin)
      expect(decoder.read(bytes, book)).toBe(true)
    }
  })
})

describe('tolerance of books', () => {
  const book = (bids: unknown, asks: unknown = [], time: unknown = 5) =>
    byGuards({ coin: 'N', time, levels: [bids, asks] })

  it.each([
    ['unknown keys and a missing n', [{ px: '2.50', sz: '1', extra: {} }], ['2.5×1.']],
    ['numbers by their shortest text', [{ px: 2.5, sz: 1e-7 }], ['2.5×0.0000001']],
    ['levels as [px, sz]', [['2.5', '1', 3]], ['2.5×1.']],
    [
      'sizes of zero, dropped',
      [
        ['2.5', '0.00'],
        ['2.4', '1'],
      ],
      ['2.4×1.'],
    ],
  ])('%s', (_, bids, expected) => {
    expect(book(bids)).toMatchObject({ bids: expected })
  })

  it('a time in ISO 8601', () => {
    expect(book([], [], '2026-11-21T03:00:00.250Z')).toMatchObject({ time: Date.UTC(2026, 10, 21, 3, 0, 0, 250) })
    expect(book([], [], '2026-11-21 03:00:00')).toMatchObject({ time: Date.UTC(2026, 10, 21, 3) })
  })

  it.each<[BookFault, unknown, unknown]>([
    ['best bid not below best ask', [['2', '1']], [['2', '1']]],
    ['best bid not below best ask', [['3', '1']], [['2', '1']]],
    [
      'levels out of order',
      [
        ['2', '1'],
        ['3', '1'],
      ],
      [],
    ],
    [
      'levels out of order',
      [],
      [
        ['3', '1'],
        ['3.0', '1'],
      ],
    ],
    ['price not above zero', [['-1', '1']], []],
    ['price not above zero', [], [['0', '1']]],
    ['negative size', [['1', '-1']], []],
    ['number too long', [['1', '9007199254740993']], []],
    [
      'number too long',
      [
        ['2', '9007199254740991'],
        ['1', '9007199254740991'],
      ],
      [],
    ],
    ['unreadable', [['1', 'x']], []],
    ['unreadable', 'no', []],
  ])('%s is rejected', (fault, bids, asks) => {
    expect(book(bids, asks)).toBe(fault)
  })

  it('too many levels are rejected', () => {
    const many = Array.from({ length: 5000 }, (_, i) => [String(10_000 - i), '1'])
    expect(book(many)).toBe('too many levels')
    expect(byBytes(message({ coin: 'N', time: 1, levels: [many.map(([px, sz]) => ({ px, sz })), []] }))).toBeUndefined()
  })
})
