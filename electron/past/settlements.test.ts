import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'
import type { Fill } from '../../contract/account.ts'
import { aboutSettlement, noteText } from '../../contract/notes.ts'
import type { SettlementRow } from '../../contract/past.ts'
import type { PositionClose } from '../../contract/position-close.ts'
import { readRecords } from '../../contract/testing/read-csv.ts'
import type { Millis } from '../../contract/time.ts'
import { exportPast } from './export-past.ts'
import { readPage } from './read-past.ts'
import { asking, fillAt, OF, storedPast } from './testing/stored-past.ts'

const HOUR = 3_600_000
const ending = (at: number, more: object = {}): PositionClose =>
  ({
    ...{ id: `NYCTMP1/${at}`, family: 'scalar', asset: 'NYCTMP1', name: 'NYCTMP1', kind: 'settled', size: '1' },
    ...{ entryPx: '570', price: '571', result: '1', fee: null, at, isCertain: true },
    ...more,
  }) as unknown as PositionClose
const settled = (time: number, more: object = {}) => fillAt(time, { oid: 'settlement', side: 'sell', ...more })

/** The reader's result from fills and ends on disk, oldest first. */
function rows(fills: readonly Fill[], endings: readonly PositionClose[]): readonly SettlementRow[] {
  const past = storedPast()
  onTestFinished(() => past.end())
  past.storage.fills.add(OF, fills)
  for (const one of endings) past.storage.endings.report(OF, one)
  const request = asking('settlements', { sort: { column: 'time', direction: 'ascending' } } as never)
  return readPage(past.database, request, null, 10).rows as readonly SettlementRow[]
}

describe('the note on a settlement', () => {
  it('stays with it when the service’s fill comes, is searchable, and is exported', () => {
    const past = storedPast()
    onTestFinished(() => past.end())
    const { endings, notes, fills } = past.storage
    const kept = ending(2 * HOUR)
    endings.report(OF, kept)
    const page = (filter = '') => readPage(past.database, asking('settlements', { filter }), null, 10).rows
    const [computed] = page() as readonly SettlementRow[]
    notes.keep(OF, {
      about: aboutSettlement(computed?.id ?? ''),
      text: noteText('Held too long #sleepy'),
      at: 1 as Millis,
    })
    fills.add(OF, [settled(2 * HOUR)])
    const [reported] = page('#sleepy') as readonly SettlementRow[]
    expect(reported).toMatchObject({ source: 'reported', before: computed?.id })
    expect(page('#awake')).toEqual([])
    const path = join(past.directory, 'out.csv')
    exportPast(past.database, asking('settlements'), path, () => {})
    expect(readRecords(readFileSync(path, 'utf8'))).toMatchObject([
      { Source: 'reported', Note: 'Held too long #sleepy' },
    ])
  })
})

describe('settlements', () => {
  it('show once what both a fill and an end report: the service’s figures, with the entry of the end', () => {
    const [row, ...others] = rows([settled(2 * HOUR, { realizedPnl: '0.9', fee: '0.1' })], [ending(2 * HOUR + 5_000)])
    expect(others).toEqual([])
    expect(row).toMatchObject({ source: 'reported', entry: '570', result: '0.9', fee: '0.1', size: '1' })
  })

  it('are recognized by the cause of their fill, with any order id', () => {
    const [row, ...others] = rows([settled(2 * HOUR, { oid: '123456789', cause: 'settlement' })], [ending(2 * HOUR)])
    expect(others).toEqual([])
    expect(row).toMatchObject({ source: 'reported', how: 'settled', entry: '570' })
    const fill = fillAt(2 * HOUR, { oid: '123456789', cause: 'settlement', side: 'sell' })
    const past = storedPast()
    onTestFinished(() => past.end())
    past.storage.fills.add(OF, [fill, fillAt(3 * HOUR, { oid: '5' })])
    expect(readPage(past.database, asking('fills', { filter: 'settlement' }), null, 10).rows).toMatchObject([
      { tid: fill.tid },
    ])
  })

  it('of shares are one, however late the service settles them', () => {
    const late = settled(30 * HOUR, { asset: '#360', price: '1' })
    expect(rows([late], [ending(2 * HOUR, { asset: '#360', family: 'outcome', entryPx: '0.4' })])).toMatchObject([
      { source: 'reported', entry: '0.4', at: 30 * HOUR },
    ])
  })

  it('are computed where the service has no fill', () => {
    expect(rows([], [ending(HOUR)])).toMatchObject([{ source: 'computed', price: '571', result: '1' }])
  })

  it('of the same asset hours apart are several', () => {
    const both = rows([settled(2 * HOUR), settled(6 * HOUR)], [ending(6 * HOUR), ending(10 * HOUR)])
    expect(both.map(({ at, source, entry }) => [at / HOUR, source, entry])).toEqual([
      [2, 'reported', null],
      [6, 'reported', '570'],
      [10, 'computed', '570'],
    ])
  })

  it('are listed with other ends, but no parts', () => {
    const ends = [ending(1, { kind: 'liquidated', isCertain: false }), ending(2, { part: { of: '3' } })]
    expect(rows([], ends)).toMatchObject([{ how: 'liquidated', isCertain: false, source: 'computed' }])
  })

  it('of a short are negative', () => {
    expect(rows([settled(1, { side: 'buy', size: '3' })], [])).toMatchObject([{ size: '-3' }])
  })
})
