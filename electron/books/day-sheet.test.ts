import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'
import type { Fill } from '../../contract/account.ts'
import { DAY_MS, dayOf, EMPTY_DAY, fillEntryOf } from '../../contract/books/index.ts'
import { workOut } from '../../contract/books/testing/entries.ts'
import { createFakeClock } from '../../contract/testing/fake-clock.ts'
import { millis } from '../../contract/time.ts'
import { openStorage, type StoredAction } from '../storage/index.ts'
import { daySheetOf } from './day-sheet.ts'

const OF = { profile: 'practice', account: '0x01' }
const DAY = dayOf(Date.UTC(2026, 2, 4))
const OFFSET = 3_600_000

function open() {
  const directory = mkdtempSync(join(tmpdir(), 'isotherm-sheet-'))
  const storage = openStorage({ directory, clock: createFakeClock() })
  onTestFinished(() => {
    storage.close()
    rmSync(directory, { recursive: true, force: true })
  })
  const { books: store, trades: tradeStore, transfers, fills, journal } = storage
  const fill = (tid: string, time: number, side: 'buy' | 'sell'): Fill =>
    ({
      ...{ tid, oid: '1', asset: 'NYCTMP1', side, price: '553.00', size: '2', fee: '0.5', liquidity: 'taker' },
      ...{ realizedPnl: null, time: millis(time) },
    }) as Fill
  const keep = (all: readonly Fill[]): void => {
    fills.add(OF, all)
    let begin = EMPTY_DAY
    for (const day of [DAY - DAY_MS, DAY]) {
      const own = all.filter(({ time }) => dayOf(time) === day).map(fillEntryOf)
      const made = workOut(millis(day), begin, own, (asset) => asset)
      store.keepDay(OF, day, made, day === DAY)
      begin = made.end
    }
  }
  const transfer = (id: string, at: number, account = OF.account): void =>
    journal.write({
      ...{ id, profile: OF.profile, account, state: 'done', steps: [], createdAt: millis(at), prepared: null },
      ...{ intent: { kind: 'transfer', amount: id }, cloid: null, oid: null, message: null },
    } as unknown as StoredAction)
  const sheet = (time: number, of: typeof OF | null = OF, known = 0) =>
    daySheetOf({ store, tradeStore, transfers }, of, time, known, OFFSET)
  return { fill, keep, transfer, sheet }
}

describe('the sheet of a day', () => {
  it('has the results of that day, and of no other', () => {
    const { fill, keep, sheet } = open()
    keep([fill('1', DAY - 1000, 'buy'), fill('2', DAY + 1000, 'sell'), fill('3', DAY + 2000, 'buy')])
    const today = sheet(DAY + DAY_MS - 1)
    expect(today).toMatchObject({ day: DAY, tradeCount: 1, isWhole: true, reachesBack: true })
    // Positions opened in the bucket before stay with that one.
    expect(today.results.map(({ fills, fees }) => [fills, fees])).toEqual([
      [1, '0.5'],
      [1, '0.5'],
    ])
    expect(today.trades.map(({ end, openedAt }) => [end, openedAt])).toEqual([['closed', DAY - 1000]])
    expect(sheet(DAY - 1)).toMatchObject({ tradeCount: 0, results: [{ fills: 1, fees: '0.5' }] })
    expect(sheet(DAY + DAY_MS).results).toEqual([])
  })

  it('has the transfers of the wallet within the day, by the service’s clock', () => {
    const { transfer, sheet } = open()
    transfer('1', DAY - OFFSET - 1)
    transfer('2', DAY - OFFSET)
    transfer('3', DAY + DAY_MS - OFFSET - 1)
    transfer('4', DAY + DAY_MS - OFFSET)
    transfer('5', DAY, '0x02')
    expect(sheet(DAY).transfers).toEqual([
      { id: '2', amount: '2', state: 'done', at: DAY },
      { id: '3', amount: '3', state: 'done', at: DAY + DAY_MS - 1 },
    ])
  })

  it('states how reliable it is, and is empty while signed out', () => {
    const { sheet } = open()
    expect(sheet(DAY, OF, DAY + 1)).toMatchObject({ since: DAY + 1, reachesBack: false })
    expect(sheet(DAY, OF, Number.POSITIVE_INFINITY)).toMatchObject({ since: null, reachesBack: false })
    expect(sheet(DAY, null)).toMatchObject({ results: [], trades: [], transfers: [], isWhole: false })
  })
})
