import { describe, expect, it } from 'vitest'
import { readRecords } from '../../../contract/testing/read-csv.ts'
import { copyText } from '../../ui/index.ts'
import { algosSpec } from './algo-orders.tsx'
import { type ConditionalLine, conditionalsSpec } from './conditional-orders.tsx'

const NOW = Date.UTC(2026, 2, 4, 13, 10, 0)
const live = { markOf: (asset: string) => (asset === 'NYCTMP1' ? '571.78' : '0.62') as never, now: () => NOW }
const until = { at: Date.UTC(2026, 2, 4, 14, 0, 0), because: 'token' }
const spec = (family: string, asset: string, tickSize: string) => ({
  family,
  asset,
  name: asset,
  market: asset,
  tickSize,
})

const exit = (family: string, asset: string, tick: string, more: object): ConditionalLine =>
  ({
    spec: spec(family, asset, tick),
    one: {
      ...{ kind: 'stop', state: 'armed', source: 'mark', position: 'long', direction: 'at_or_below', percent: '100' },
      ...{ paused: null, message: null, createdAt: NOW - 5000, until },
      target: { family, asset },
      plan: {
        id: 'p',
        role: 'stop',
        name: null,
        size: '10',
        filled: '10.0000',
        entryPx: '572.0000',
        terms: { targets: [] },
      },
      ...more,
    },
  }) as unknown as ConditionalLine

describe('held orders as CSV', () => {
  it("have exact triggers, the mark's distance from them, money with its minus sign, and the time until which each can act", () => {
    const rows = [
      exit('scalar', 'NYCTMP1', '0.01', { trigger: '571.20' }),
      exit('binary', 'BTC5', '0.001', { trigger: '0.700', direction: 'at_or_above', position: 'short' }),
      exit('outcome', '=cmd', '0.001', { trigger: '0.500', state: 'done' }),
    ]
    const read = readRecords(copyText(rows, conditionalsSpec(live, () => null).columns, 'csv'))
    expect(read.map((one) => [one.Market, one.Trigger, one['To mark'], one['To mark (°F)']])).toEqual([
      ['NYCTMP1', '571.20', '58', '0.58'],
      ['BTC5', '0.700', '80', ''],
      ["'=cmd", '0.500', '', ''],
    ])
    expect(read[0]).toMatchObject({
      'P&L at trigger': '-8.00',
      'Trigger on': 'mark ≤ 571.20',
      Expires: '2026-03-04T14:00:00.000Z',
      'Ends with': 'token',
      Age: '5 s',
    })
  })

  it('have the exact filled size, remainder and worst price of scales and slices', () => {
    const slices = {
      spec: spec('scalar', 'NYCTMP1', '0.01'),
      one: {
        ...{ id: 'a', asset: 'NYCTMP1', side: 'buy', state: 'working', waits: null, message: null, nextAt: null },
        ...{ at: NOW - 61_000, until, placed: 2, filled: '4.1250', total: '10', average: null },
        terms: { kind: 'slices', total: '10', slices: 5, every: 20, worst: '537.60', how: 'cross', requotes: 0 },
      },
    } as never
    const [read] = readRecords(copyText([slices], algosSpec(live).columns, 'csv'))
    expect(read).toMatchObject({ Progress: '4.1250', Left: '5.875', 'Worst price': '537.60', Age: '1 min 1 s' })
  })
})
