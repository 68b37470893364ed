import { describe, expect, it } from 'vitest'
import type { Family } from '../account.ts'
import { money, price } from '../decimal.ts'
import type { ConversionKind } from '../outcome.ts'
import { millis } from '../time.ts'
import { dayOf, EMPTY_DAY } from './day-result.ts'
import type { BookEntry, ConversionEntry, FillEntry } from './entry.ts'
import { conversionOf, type Filled, fillOf, workOut } from './testing/entries.ts'

const HOUR = 3_600_000
const DAY = dayOf(Date.UTC(2026, 2, 4))

const fills = (family: Family, ...rows: readonly Filled[]): FillEntry[] =>
  rows.map((row, i) => fillOf(family, row, { tid: i + 1, time: DAY + HOUR + i }))
const convert = (
  id: string,
  conversion: ConversionKind,
  amount: string,
  gives: string[],
  takes: string[],
): ConversionEntry => conversionOf(conversion, amount, [gives, takes], { id, time: DAY + HOUR })

const tradesOf = (entries: readonly BookEntry[]) => workOut(DAY, EMPTY_DAY, entries, (asset) => asset).trades

describe('a trade', () => {
  it('goes from flat to flat, with average prices and all its fees', () => {
    const [trade, ...others] = tradesOf(
      fills('scalar', ['buy', '10', '570'], ['buy', '5', '573'], ['sell', '12', '575'], ['sell', '3', '571']),
    )
    expect(others).toEqual([])
    expect(trade).toEqual({
      id: `1/1/buy/NYCTMP1/${DAY + HOUR}`,
      family: 'scalar',
      asset: 'NYCTMP1',
      name: 'NYCTMP1',
      bucket: DAY,
      side: 'long',
      openedAt: DAY + HOUR,
      closedAt: DAY + HOUR + 3,
      size: '15',
      entry: '571',
      exit: '574.2',
      realised: '48',
      fees: '0.4',
      feesUnknown: 0,
      result: '47.6',
      fills: 4,
      end: 'closed',
      cameTrue: null,
      first: '10',
    })
  })

  it('has its own id when both sides of a self-trade flip the position', () => {
    const trades = tradesOf(
      fills(
        'scalar',
        ...([
          ['sell', '1', '570'],
          ['buy', '2', '571', { tid: '9', oid: '5' }],
          ['sell', '2', '571', { tid: '9', oid: '6' }],
          ['buy', '1', '570'],
        ] as Filled[]),
      ),
    )
    expect(trades).toHaveLength(3)
    expect(new Set(trades.map(({ id }) => id)).size).toBe(3)
  })

  it('that a fill flips shares its fee with the next trade, to the last unit', () => {
    const trades = tradesOf(
      fills('scalar', ['buy', '1', '570'], ['sell', '3', '571', { fee: money('0.1') }], ['buy', '2', '570']),
    )
    expect(
      trades.map(({ id, side, end, result, fees, first }) => [id.split('/')[0], side, end, result, fees, first]),
    ).toEqual([
      ['1', 'long', 'turned_over', '0.866667', '0.133333', '1'],
      ['2', 'short', 'closed', '1.833333', '0.166667', '2'],
    ])
  })

  it.each<[string, Family, Filled[], string, boolean | null]>([
    [
      'UP that won',
      'binary',
      [
        ['buy', '5', '0.4'],
        ['sell', '5', '1', { oid: 'settlement', cause: 'settlement' }],
      ],
      'settled',
      true,
    ],
    [
      'UP that won, with an ordinary order id',
      'binary',
      [
        ['buy', '5', '0.4'],
        ['sell', '5', '1', { oid: '123456789', cause: 'settlement' }],
      ],
      'settled',
      true,
    ],
    [
      'UP that lost',
      'binary',
      [
        ['buy', '5', '0.4'],
        ['sell', '5', '0', { oid: 'settlement', cause: 'settlement' }],
      ],
      'settled',
      false,
    ],
    [
      'DOWN that won',
      'binary',
      [
        ['sell', '5', '0.4'],
        ['buy', '5', '0', { oid: 'settlement', cause: 'settlement' }],
      ],
      'settled',
      true,
    ],
    [
      'a share that paid out',
      'outcome',
      [
        ['buy', '5', '0.4'],
        ['sell', '5', '1', { oid: 'settlement', cause: 'settlement' }],
      ],
      'settled',
      true,
    ],
    [
      'a share with a half payout',
      'outcome',
      [
        ['buy', '5', '0.4'],
        ['sell', '5', '0.5', { oid: 'settlement', cause: 'settlement' }],
      ],
      'settled',
      null,
    ],
    [
      'a share sold at 1',
      'outcome',
      [
        ['buy', '5', '0.4'],
        ['sell', '5', '1'],
      ],
      'closed',
      null,
    ],
    [
      'a bucket',
      'scalar',
      [
        ['buy', '5', '570'],
        ['sell', '5', '571', { oid: 'settlement', cause: 'settlement' }],
      ],
      'settled',
      null,
    ],
    [
      'insufficient margin',
      'scalar',
      [
        ['buy', '5', '570'],
        ['sell', '5', '561', { oid: 'liquidation', cause: 'liquidation' }],
      ],
      'liquidated',
      null,
    ],
  ])('of %s in %s markets has the right end and result', (_, family, rows, end, cameTrue) => {
    expect(tradesOf(fills(family, ...rows))).toMatchObject([{ end, cameTrue, fills: end === 'settled' ? 1 : 2 }])
  })

  it('of shares starts with a split at cost, and ends with a merge at its proceeds', () => {
    const pair = ['#360', '#361']
    const trades = tradesOf([convert('a', 'split', '10', [], pair), convert('b', 'merge', '10', pair, [])])
    expect(trades.map(({ id, end, entry, exit, realised }) => [id, end, entry, exit, realised])).toEqual([
      ['#360/a', 'converted', '0.5', '0.5', '0'],
      ['#361/a', 'converted', '0.5', '0.5', '0'],
    ])
  })

  it('opened before the records begin has no entry and no result of its own', () => {
    const before = { openedAt: null, entry: null, side: 'long', size: '5', bucket: DAY + 22 * HOUR }
    const settlement = { oid: 'settlement', cause: 'settlement' as const, time: millis(DAY + 24 * HOUR) }
    const reported = fills('scalar', ['sell', '5', '571', { ...settlement, realizedPnl: money('2') }])
    expect(tradesOf(reported)).toMatchObject([
      { ...before, id: expect.stringMatching(/^before\/1\/settlement\/sell\/NYCTMP1\//), result: '1.9', exit: '571' },
    ])
    expect(tradesOf(fills('scalar', ['sell', '5', '571', settlement]))).toMatchObject([{ ...before, result: null }])
  })

  it('that ended at an unknown price has no exit', () => {
    const end = {
      kind: 'settlement',
      id: 's',
      family: 'scalar',
      asset: 'NYCTMP1',
      time: millis(DAY + 2 * HOUR),
    } as const
    const bought = fills('scalar', ['buy', '5', '570'])
    expect(tradesOf([...bought, { ...end, price: null }])).toMatchObject([{ end: 'settled', exit: null, result: null }])
    expect(tradesOf([...bought, { ...end, price: price('571') }])).toMatchObject([{ exit: '571', realised: '5' }])
  })

  it('with more closed than opened has no entry', () => {
    const trades = tradesOf(fills('outcome', ['buy', '5', '0.5'], ['sell', '8', '0.6']))
    expect(trades).toMatchObject([{ entry: null, exit: '0.6', size: '8', result: null }])
  })
})
