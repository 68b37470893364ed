import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, describe, expect, it } from 'vitest'
import type { CsvFormat } from '../../contract/csv.ts'
import { add, type Decimal, type Money, type Size } from '../../contract/decimal.ts'
import { readRecords } from '../../contract/testing/read-csv.ts'
import { exportFailure, exportPast } from './export-past.ts'
import { readTotals } from './read-past.ts'
import { asking, fillAt, OF, orderAt, type StoredPast, storedPast } from './testing/stored-past.ts'

let past: StoredPast
afterEach(() => past.end())

const sum = (values: readonly (string | undefined)[]): Decimal =>
  values
    .filter((one) => one !== '' && one !== undefined)
    .reduce<Decimal>((all, one) => add(all, one as Decimal), '0' as Decimal)

describe('the past as a file', () => {
  it('has everything that matches, and the totals of the panel, to the last digit', () => {
    past = storedPast()
    const fills = Array.from({ length: 2_345 }, (_, i) =>
      fillAt(1_000 + i, {
        asset: i % 3 === 0 ? '#360' : 'NYCTMP1',
        price: (i % 3 === 0 ? '0.333' : '571.05') as never,
        size: `${i % 7}.10000001` as Size,
        fee: (i % 5 === 0 ? null : `0.00000${i % 9}`) as Money | null,
        realizedPnl: (i % 11 === 0 ? '-99999999999999999.3' : `${i % 4}.400000000000000001`) as Money,
      }),
    )
    past.storage.fills.add(OF, fills)
    const request = asking('fills', { family: 'scalar' })
    const path = join(past.directory, 'fills.csv')
    const reports: number[] = []
    expect(exportPast(past.database, request, path, (rows) => reports.push(rows))).toBe(1_563)
    expect(reports).toEqual([1_000, 1_563])
    const records = readRecords(readFileSync(path, 'utf8'))
    const { totals } = readTotals(past.database, request)
    expect(totals).toHaveLength(1)
    expect(records).toHaveLength(totals[0]?.count ?? 0)
    expect(sum(records.map(({ Fee }) => Fee))).toBe(totals[0]?.fees)
    expect(sum(records.map(({ Realized }) => Realized))).toBe(totals[0]?.realised)
    expect(sum(records.map(({ Size }) => Size))).toBe(totals[0]?.traded)
    expect(records[0]).toMatchObject({ Time: '1970-01-01T00:00:03.344Z', Currency: 'USDC', Market: 'NYCTMP1' })
  })

  it('names each market with its key, and no name is executed', () => {
    past = storedPast()
    const inShares = { fee: '0.28' as never, feeShares: '0.56' as never }
    past.storage.fills.add(OF, [fillAt(1, { asset: '#360', price: '0.5' as never, ...inShares })])
    past.storage.pastNames.keepNames(OF.profile, new Map([['#360', '=Rain, "heavy"']]))
    const path = join(past.directory, 'fills.csv')
    exportPast(past.database, asking('fills'), path, () => {})
    expect(readRecords(readFileSync(path, 'utf8'))[0]).toMatchObject({
      ...{ Market: '\'=Rain, "heavy"', Asset: '#360', Currency: 'USDH', Family: 'outcome' },
      ...{ Fee: '0.28', 'Fee in shares': '0.56' },
    })
  })

  it('for spreadsheets marks its encoding, keeps ids as text, and writes a decimal comma where chosen', () => {
    past = storedPast()
    const ids = { tid: '1125899906842623', oid: '12345678901234567890' as never }
    past.storage.fills.add(OF, [fillAt(1, { price: '571.05' as never, fee: '-0.5' as never, ...ids })])
    const file = (format: CsvFormat): string => {
      const path = join(past.directory, `${format}.csv`)
      exportPast(past.database, asking('fills'), path, () => {}, format)
      return readFileSync(path, 'utf8')
    }
    expect(file('plain').startsWith('Time,Market,')).toBe(true)
    expect(file('plain')).toContain(',1125899906842623,12345678901234567890,')
    expect(file('sheet').startsWith('\ufeffTime,Market,')).toBe(true)
    expect(file('sheet')).toContain(',571.05,')
    expect(file('sheet')).toContain(',"=""1125899906842623""","=""12345678901234567890""",')
    expect(file('sheet_comma').startsWith('\ufeffTime;Market;')).toBe(true)
    expect(file('sheet_comma')).toContain(';571,05;')
    expect(file('sheet_comma')).toContain(';-0,5;')
  })

  it('covers orders and settlements too', () => {
    past = storedPast()
    past.storage.orders.keep(OF, [orderAt(1), orderAt(2)])
    past.storage.fills.add(OF, [fillAt(1, { oid: 'settlement', side: 'sell' })])
    const path = join(past.directory, 'out.csv')
    expect(exportPast(past.database, asking('orders'), path, () => {})).toBe(2)
    expect(readRecords(readFileSync(path, 'utf8'))[0]).toMatchObject({ State: 'canceled', Source: 'other client' })
    expect(exportPast(past.database, asking('settlements'), path, () => {})).toBe(1)
    expect(readRecords(readFileSync(path, 'utf8'))[0]).toMatchObject({
      'Close type': 'settled',
      Source: 'reported',
      Size: '1',
    })
  })

  it('leaves nothing behind where it cannot be written, and an existing file unchanged', () => {
    past = storedPast()
    past.storage.fills.add(OF, [fillAt(1)])
    const folder = join(past.directory, 'out')
    mkdirSync(join(folder, 'taken.csv'), { recursive: true })
    writeFileSync(join(folder, 'old.csv'), 'old')
    expect(() => exportPast(past.database, asking('fills'), join(folder, 'taken.csv'), () => {})).toThrow()
    expect(() => exportPast(past.database, asking('fills'), join(folder, 'nowhere', 'a.csv'), () => {})).toThrow(
      'ENOENT',
    )
    const fails = () => {
      throw Object.assign(new Error('no space left'), { code: 'ENOSPC' })
    }
    expect(() => exportPast(past.database, asking('fills'), join(folder, 'old.csv'), fails)).toThrow('no space')
    expect(readdirSync(folder).toSorted()).toEqual(['old.csv', 'taken.csv'])
    expect(readFileSync(join(folder, 'old.csv'), 'utf8')).toBe('old')
    expect(exportPast(past.database, asking('fills'), join(folder, 'old.csv'), () => {})).toBe(1)
  })

  it.each([
    ['ENOSPC', 'the disk is full'],
    ['EACCES', 'fills.csv was not written to /there: this folder is read-only. Choose another folder.'],
    ['ENOENT', 'fills.csv was not written to /there: the folder no longer exists. Choose another folder.'],
    [undefined, 'odd'],
  ])('reports why it failed: %s', (code, text) => {
    past = storedPast()
    const { message } = exportFailure(Object.assign(new Error('odd'), { code }), '/there/fills.csv')
    expect(message).toContain('fills.csv was not written to /there')
    expect(message).toContain(text)
  })
})
