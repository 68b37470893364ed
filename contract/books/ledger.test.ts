import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Position } from '../account.ts'
import { type Size, size } from '../decimal.ts'
import { runs } from '../testing/property-runs.ts'
import { millis } from '../time.ts'
import { DAY_MS, dayOf } from './day-result.ts'
import type { BookEntry } from './entry.ts'
import {
  adjustPosition,
  atRest,
  bookEntries,
  closedBefore,
  daySums,
  dayUnknownReason,
  expectedIn,
  expireAdjustments,
  type Ledger,
  openLedger,
  SETTLE_MONEY_AFTER,
  settledIn,
  takeClosed,
} from './ledger.ts'
import { reconcileMoney } from './ledger-money.ts'

const NOON = dayOf(Date.UTC(2026, 2, 4)) + DAY_MS / 2
const A = 'NYCTMP1'

let last = 0
const fill = (time: number, side: 'buy' | 'sell', size: string, price: string, more: object = {}): BookEntry =>
  ({
    ...{ kind: 'fill', family: 'scalar', asset: A, side, size, price, time: millis(NOON + time) },
    ...{ tid: String(++last), oid: '7', cause: null, fee: '0.5', realizedPnl: null, ...more },
  }) as BookEntry
const settlement = (time: number, price: string | null): BookEntry =>
  ({ kind: 'settlement', id: `s${++last}`, family: 'scalar', asset: A, price, time: millis(NOON + time) }) as BookEntry
const position = (size: string, entryPx: string): Position =>
  ({ family: 'scalar', asset: A, size, entryPx, markPx: entryPx }) as Position

/** An empty wallet's ledger from noon on; its money is booked from the first read on. */
function begun(): Ledger {
  const empty = openLedger([], { origin: 'o', since: millis(NOON), settling: [], outcomes: 'USDH' })
  return reconcileMoney(empty, read('1000'), true, millis(NOON)).ledger
}
const read = (equity: string, positions: readonly Position[] = []) =>
  ({ positions, money: { equity, available: equity, usdc: equity, usdh: null, usdhOutcome: null } }) as never
const at = (time: number) => millis(NOON + time)

describe('the ledger of a wallet', () => {
  it('books fills in order of time, regardless of listing order', () => {
    const ledger = bookEntries(begun(), [fill(2, 'sell', '1', '572'), fill(1, 'buy', '3', '571')])
    expect(expectedIn(ledger, A)).toBe('2')
    expect(ledger.money?.realised.USDC).toBe('1')
    expect(ledger.heldSince[A]).toBe(NOON + 1)
  })

  it('holds no position after its settlement', () => {
    const ledger = bookEntries(begun(), [fill(1, 'buy', '3', '571'), settlement(5, '572')])
    expect(ledger.books).toEqual([])
    expect(ledger.heldSince).toEqual({})
    expect(daySums(ledger, NOON).realised.USDC).toBe('3')
  })
})

describe('a closed position', () => {
  const shown = (size: string, since: number, end: number | null = null): Ledger['terms'] => ({
    [A]: {
      ...{ end: end === null ? null : at(end), liquidationPx: null, isReached: false },
      shown: { family: 'scalar', size: size as Size, entryPx: '571.00' as never, since: at(since) },
    },
  })
  const held = (terms: Ledger['terms']): Ledger => ({ ...bookEntries(begun(), [fill(1, 'buy', '3', '571')]), terms })

  it('is the one that reads showed, at the time of the last entry', () => {
    const closed = bookEntries(held(shown('3', 2)), [fill(8, 'sell', '1', '572'), fill(9, 'sell', '2', '572')]).closing
    expect(closed).toMatchObject([{ id: `${A}/${NOON + 1}`, size: '3', entryPx: '571.00', at: NOON + 9 }])
    expect(closed).toMatchObject([{ cause: 'entries', wasShown: true, since: NOON + 2 }])
  })

  it('is what the entries add up to when no read showed it, on each side of a flip', () => {
    const entries = [fill(1, 'buy', '3', '571'), fill(2, 'sell', '5', '572'), fill(3, 'buy', '2', '570')]
    expect(bookEntries(begun(), entries).closing).toMatchObject([
      { size: '3', entryPx: '571', openedAt: NOON + 1, at: NOON + 2, wasShown: false },
      { size: '-2', entryPx: '572', openedAt: NOON + 2, at: NOON + 3, wasShown: false },
    ])
  })

  it('is not reported for a settlement that the terminal already reported', () => {
    expect(bookEntries(held(shown('3', 2)), [settlement(5, '572')]).closing).toEqual([])
  })

  it('has the class of the difference, and the time of the first read without it', () => {
    const { closing } = adjustPosition(held(shown('3', 2)), A, null, 'liquidation', at(60), at(50))
    expect(closing).toMatchObject([{ cause: 'liquidation', size: '3', at: NOON + 50, isReached: true }])
  })

  it('ends with its market, even when another is held in the next bucket', () => {
    const ledger = bookEntries(held(shown('3', 2, 40)), [fill(50, 'buy', '2', '580')])
    const adjusted = adjustPosition(ledger, A, position('2', '580'), 'settlement', at(60), at(55))
    expect(adjusted.closing).toMatchObject([{ cause: 'settlement', size: '3', entryPx: '571.00', end: NOON + 40 }])
    expect(adjusted.heldSince[A]).toBe(NOON + 60)
  })

  it('ends with its market when entries of the next bucket appear to close it', () => {
    const ledger = bookEntries(held(shown('3', 2, 40)), [fill(50, 'sell', '3', '580')])
    const { closing } = adjustPosition(ledger, A, position('-3', '580'), 'settlement', at(60), at(55))
    expect(closing).toMatchObject([{ cause: 'settlement', size: '3', openedAt: NOON + 1 }])
  })

  it('is not reported when the opening read included the fills that appear to close it', () => {
    const ledger = bookEntries(held(shown('3', 2)), [fill(3, 'sell', '3', '572')])
    expect(adjustPosition(ledger, A, position('3', '571'), 'settling', at(60)).closing).toEqual([])
    const empty = bookEntries(begun(), [fill(3, 'sell', '3', '572')])
    expect(adjustPosition(empty, A, null, 'settling', at(60)).closing).toEqual([])
  })

  it('is reported when reads that were not at rest lost it', () => {
    const adjusted = adjustPosition(held(shown('3', 2)), A, null, 'settling', at(60))
    expect(adjusted.closing).toMatchObject([{ cause: 'unknown', size: '3' }])
    expect(takeClosed(adjusted, A)).toMatchObject({ closed: [{ size: '3' }], ledger: { closing: [] } })
  })
})

describe('a position adopted from reads', () => {
  const held = () => bookEntries(begun(), [fill(1, 'buy', '3', '571')])

  it('gets its P&L and fees from late fills, booked on the position before', () => {
    const adjusted = adjustPosition(held(), A, null, 'unknown', at(60))
    expect(adjusted.books).toEqual([])
    const booked = bookEntries(adjusted, [fill(50, 'sell', '3', '573')])
    expect([booked.books, booked.adjustments]).toEqual([[], {}])
    expect(booked.money).toMatchObject({ realised: { USDC: '6' }, fees: { USDC: '1' } })
  })

  it('is closed by a late settlement, which leaves the position of the next bucket alone', () => {
    const adjusted = adjustPosition(held(), A, position('-2', '580'), 'settlement', at(60))
    const settled = bookEntries(adjusted, [settlement(40, '570')])
    expect(expectedIn(settled, A)).toBe('-2')
    expect(settled.money?.realised.USDC).toBe('-3')
    const next = bookEntries(settled, [fill(55, 'sell', '2', '580')])
    expect([next.adjustments, expectedIn(next, A)]).toEqual([{}, '-2'])
  })

  it('counts as traded by others until fills explain it', () => {
    const adjusted = adjustPosition(held(), A, position('8', '572'), 'external', at(60))
    expect(adjusted.external).toEqual({ [A]: '5' })
    const some = bookEntries(adjusted, [fill(30, 'buy', '2', '573')])
    expect(some.external).toEqual({ [A]: '3' })
    const all = bookEntries(some, [fill(31, 'buy', '3', '573')])
    expect([all.external, all.adjustments]).toEqual([{}, {}])
    expect(all.books[0]?.cost).toBe('4578')
  })

  it('changes with later fills', () => {
    const adjusted = adjustPosition(held(), A, position('8', '572'), 'external', at(60))
    expect(expectedIn(bookEntries(adjusted, [fill(61, 'sell', '1', '572')]), A)).toBe('7')
  })

  it('waits a day for its entries', () => {
    const adjusted = adjustPosition(held(), A, null, 'unknown', at(60))
    expect(Object.keys(expireAdjustments(adjusted, at(DAY_MS)).adjustments)).toEqual([A])
    expect(expireAdjustments(adjusted, at(60 + DAY_MS)).adjustments).toEqual({})
  })

  it('is not attributed to others while its reads are not at rest', () => {
    const settling = openLedger([position('3', '571')], {
      origin: 'o',
      since: millis(NOON),
      settling: [],
      outcomes: 'USDH',
    })
    const adjusted = adjustPosition(settling, A, position('5', '571'), 'settling', at(9))
    expect([adjusted.adjustments, adjusted.external]).toEqual([{}, {}])
    expect(atRest(adjusted, A).settling).toEqual([])
  })

  it('ends with the same books, P&L and fees whether fills arrive late or in time', () => {
    const trade = fc.record({
      side: fc.constantFrom('buy', 'sell'),
      size: fc.constantFrom('1', '2', '0.7'),
      price: fc.constantFrom('570', '571.25', '573.1'),
    })
    fc.assert(
      fc.property(fc.array(trade, { minLength: 1, maxLength: 12 }), fc.nat(12), fc.nat(12), (trades, from, many) => {
        const entries = trades.map(({ side, size, price }, i) => fill(10 * (i + 1), side as 'buy', size, price))
        const first = Math.min(from, entries.length)
        const end = Math.min(first + many, entries.length)
        const inTime = bookEntries(begun(), entries)
        let late = bookEntries(begun(), entries.slice(0, first))
        const then = bookEntries(begun(), entries.slice(0, end)).books[0]
        const shown = then === undefined ? null : position(then.size, '571')
        if (end > first) late = adjustPosition(late, A, shown, 'external', at(10 * end))
        late = bookEntries(late, entries.slice(first, end))
        late = bookEntries(late, entries.slice(end))
        expect([late.books, late.external, late.adjustments]).toEqual([inTime.books, {}, {}])
        expect(late.money?.realised).toEqual(inTime.money?.realised)
        expect(late.money?.fees).toEqual(inTime.money?.fees)
        expect(late.day).toEqual(inTime.day)
      }),
      { numRuns: runs(200, 10_000) },
    )
  })
})

describe('the P&L of a day', () => {
  it('includes only the entries of that UTC day', () => {
    const ledger = bookEntries(begun(), [fill(1, 'buy', '3', '571'), fill(DAY_MS, 'sell', '3', '572')])
    expect(daySums(ledger, NOON + DAY_MS)).toMatchObject({ realised: { USDC: '3' }, fees: { USDC: '0.5' } })
    expect(daySums(ledger, NOON + 2 * DAY_MS)).toMatchObject({ realised: { USDC: '0' } })
    const late = bookEntries(ledger, [fill(2, 'sell', '1', '570')])
    expect(daySums(late, NOON + DAY_MS)).toEqual(daySums(ledger, NOON + DAY_MS))
  })

  it('is unknown when the P&L of a close or a fee is unknown', () => {
    expect(dayUnknownReason(bookEntries(begun(), [fill(1, 'buy', '3', '571', { fee: null })]), at(2))).toMatch(/a fee/)
    const settled = bookEntries(begun(), [fill(1, 'buy', '3', '571'), settlement(2, null)])
    expect(dayUnknownReason(settled, at(3))).toMatch(/the P&L of one of today's closes, or a fee, is unknown/)
    expect(dayUnknownReason(settled, at(DAY_MS))).toBeNull()
  })

  it('is known again once a settlement has its price', () => {
    const unknown = settlement(2, null)
    const settled = bookEntries(begun(), [fill(1, 'buy', '3', '571'), unknown])
    const booked = bookEntries(settled, [{ ...unknown, price: '570' } as BookEntry])
    expect(dayUnknownReason(booked, at(3))).toBeNull()
    expect([booked.day.realised.USDC, booked.money?.realised.USDC, booked.books]).toEqual(['-3', '-3', []])
    // Only once.
    expect(bookEntries(booked, [{ ...unknown, price: '570' } as BookEntry])).toEqual(booked)
  })

  it('is unknown while no entry explains a position, and is then derived from the balance', () => {
    let ledger = adjustPosition(bookEntries(begun(), [fill(1, 'buy', '100', '571')]), A, null, 'unknown', at(60))
    const look = (ms: number): void => {
      ledger = reconcileMoney(ledger, read('349.5'), true, at(ms)).ledger
    }
    look(70)
    expect(dayUnknownReason(ledger, at(70))).toContain(A)
    for (const after of [0, 3_000, 6_000]) look(60 + SETTLE_MONEY_AFTER + after)
    expect(dayUnknownReason(ledger, at(70 + SETTLE_MONEY_AFTER))).toBeNull()
    expect(daySums(ledger, NOON)).toMatchObject({ realised: { USDC: '-650' }, fees: { USDC: '0.5' } })
  })

  it('counts a late fill once: the derived amount is reversed', () => {
    let ledger = adjustPosition(bookEntries(begun(), [fill(1, 'buy', '100', '571')]), A, null, 'unknown', at(60))
    const look = (ms: number): void => {
      ledger = reconcileMoney(ledger, read('349'), true, at(ms)).ledger
    }
    for (const after of [0, 3_000, 6_000]) look(60 + SETTLE_MONEY_AFTER + after)
    ledger = bookEntries(ledger, [fill(50, 'sell', '100', '564.51')])
    expect(dayUnknownReason(ledger, at(70 + SETTLE_MONEY_AFTER))).not.toBeNull()
    for (const after of [10_000, 13_000]) look(60 + SETTLE_MONEY_AFTER + after)
    expect(dayUnknownReason(ledger, at(SETTLE_MONEY_AFTER + 20_000))).toBeNull()
    const { realised, fees } = daySums(ledger, NOON)
    expect([realised.USDC, fees.USDC]).toEqual(['-650', '1'])
  })
})

it('expects no position in an asset without entries', () => {
  expect(expectedIn(begun(), A)).toBe('0' as Size)
})

describe('the money of shares settled in USDC', () => {
  const shares = (markPx: string): Position =>
    ({ family: 'outcome', asset: '#10', size: '100', entryPx: '0.6', markPx }) as Position
  const bought = (ledger: Ledger): Ledger =>
    bookEntries(ledger, [fill(1, 'buy', '100', '0.6', { family: 'outcome', asset: '#10', fee: '0' })])
  /** Agreeing reads, far enough apart to confirm a balance change. */
  const afterReads = (ledger: Ledger, equity: string, mark: string): Ledger =>
    [200_000, 210_000, 220_000].reduce(
      (now, ms) => reconcileMoney(now, read(equity, [shares(mark)]), true, at(ms)).ledger,
      ledger,
    )

  it('is explained by their cost, regardless of their mark', () => {
    const ledger = afterReads(bought(settledIn(begun(), 'USDC')), '940', '0.9')
    expect(ledger.money).toMatchObject({ outside: { USDC: '0', USDH: '0' }, differsSince: null })
  })

  it('no balance change is reported when the deployment switches its settlement currency', () => {
    const ledger = afterReads(settledIn(bought(begun()), 'USDC'), '940', '0.6')
    expect(ledger.money).toMatchObject({ outside: { USDC: '0', USDH: '0' }, differsSince: null })
    expect(settledIn(ledger, 'USDC')).toBe(ledger)
  })
})

it('a settlement of shares without a fill is booked with the usual settlement fee', () => {
  const shares = { family: 'outcome', asset: '#10' }
  const end = { ...settlement(5, '1'), ...shares, feeBps: '7' } as BookEntry
  const ledger = bookEntries(begun(), [fill(1, 'buy', '100', '0.6', { ...shares, fee: '0' }), end])
  expect(ledger.books).toEqual([])
  expect(ledger.money).toMatchObject({ realised: { USDH: '40' }, fees: { USDH: '0.07' } })
})

describe('the close before the current position', () => {
  const closeAndOpen = [fill(1, 'buy', '3', '571'), fill(2, 'sell', '3', '572'), fill(5, 'buy', '2', '571')]

  it('is known when fills add up to the position', () => {
    const ledger = bookEntries(begun(), closeAndOpen)
    expect(closedBefore(ledger, A, size('2'))).toBe(NOON + 2)
    expect(closedBefore(ledger, A, size('3'))).toBeUndefined()
    expect(closedBefore(bookEntries(begun(), [fill(1, 'buy', '3', '571')]), A, size('3'))).toBeNull()
  })

  it('is unaffected by a fill from before it that is booked late', () => {
    const [open, close, again] = closeAndOpen as [BookEntry, BookEntry, BookEntry]
    const ledger = bookEntries(bookEntries(begun(), [open, { ...close, time: millis(NOON + 9) }]), [again])
    expect(closedBefore(ledger, A, size('2'))).toBeNull()
  })

  it('is unknown for a position adopted from reads', () => {
    const adopted = adjustPosition(bookEntries(begun(), closeAndOpen), A, position('4', '571'), 'external', at(9))
    expect(closedBefore(adopted, A, size('4'))).toBeUndefined()
  })
})
