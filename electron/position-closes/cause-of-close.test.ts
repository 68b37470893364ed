import { describe, expect, it } from 'vitest'
import type { Fill } from '../../contract/account.ts'
import { type CloseCause, type Gone, type JudgedEnd, judge } from './cause-of-close.ts'
import { heldOf } from './testing/held.ts'

const STOP: CloseCause = { by: 'stop', kind: 'stop', price: '552.40' as never }
const END = { at: 7_200_000, price: '553.05' } as NonNullable<Gone['end']>
const NO_PRICE = { ...END, price: null }

/** `40@553.05 settlement`: a fill that sells, `+40…` one that buys; without a result where it ends in `?`. */
function fillOf(text: string, index: number): Gone['fills'][number] {
  const [, buys, size, price, by, silent] = /^(\+?)([\d.]+)@([\d.]+) (\w+)(\??)$/.exec(text) ?? []
  const fill = {
    tid: String(index),
    side: buys === '+' ? 'buy' : 'sell',
    size,
    price,
    fee: '0.5',
    realizedPnl: silent === '?' ? null : '-1.25',
    time: 9_000 - index,
  } as unknown as Fill
  return { fill, action: by === 'stop' ? STOP : ({ by } as CloseCause) }
}

function goneOf(fills: readonly string[], change: Partial<Gone> = {}): Gone {
  const none = { done: null, end: null, converted: null, missedAt: 10_000 as never }
  return { held: heldOf(), fills: fills.map(fillOf), ...none, ...change }
}

const REACHED = { held: heldOf({ isReached: true }) }

describe('how a position ended', () => {
  it.each<[rule: string, fills: string[], change: Partial<Gone>, kind: string, isExplained: boolean]>([
    ['a settlement that pays the whole position', ['40@553.05 settlement'], {}, 'settled', true],
    ['a settlement of the rest after a stop', ['30@553.05 settlement', '10@552.38 stop'], {}, 'settled', true],
    ['a settlement that pays a part', ['30@553.05 settlement'], {}, 'settled', false],
    ['the end of the market without a fill', [], { end: END }, 'settled', false],
    ['the end of the market at an unknown price', [], { end: NO_PRICE }, 'settled', false],
    ['a manual close just before the end', ['40@553.05 hand'], { end: END }, 'by_hand', true],
    ['a liquidation', ['40@520 liquidation'], {}, 'liquidated', true],
    ['a liquidation that the book took in part', ['10@520 liquidation', '30@530 stranger'], {}, 'liquidated', true],
    ['orders of an unknown client at the liquidation price', ['40@530 stranger'], REACHED, 'liquidated', true],
    ['only a mark at the liquidation price', [], REACHED, 'liquidated', false],
    ['a manual close at the liquidation price', ['40@530 hand'], REACHED, 'by_hand', true],
    ['a stop', ['40@552.38 stop'], {}, 'stopped', true],
    ['a stop in two closes', ['15@552.30 stop', '25@552.38 stop'], {}, 'stopped', true],
    ['a stop after a manual close', ['30@552.38 stop', '10@553 hand'], {}, 'stopped', true],
    ['a stop whose fills are not listed', [], { done: STOP as never }, 'stopped', false],
    ['orders that are not ours', ['40@553 stranger'], {}, 'closed_elsewhere', true],
    ['orders that are partly not ours', ['20@553 stranger', '20@553 hand'], {}, 'closed_elsewhere', true],
    ['a manual close', ['40@553 hand'], {}, 'by_hand', true],
    ['a manual close that also reversed the position', ['90@553 hand'], {}, 'by_hand', true],
    ['a manual close whose fills are not listed', [], { done: { by: 'manual' } }, 'by_hand', false],
    ['a conversion here', [], { converted: 'here' }, 'by_hand', false],
    ['a conversion elsewhere', [], { converted: 'elsewhere' }, 'converted', false],
    ['nothing known', [], {}, 'unknown', false],
    ['a sale that was bought back', ['+40@553 hand', '40@553 hand'], {}, 'unknown', false],
    ['a known part, and an unknown rest', ['10@553 stranger'], {}, 'unknown', false],
  ])('%s', (_rule, fills, change, kind, isExplained) => {
    const judged = judge(goneOf(fills, change))
    expect(judged.isExplained).toBe(isExplained)
    expect(judged.end === 'by_hand' ? 'by_hand' : judged.end.kind).toBe(kind)
  })

  const facts = (gone: Gone): JudgedEnd => {
    const { end } = judge(gone)
    if (end === 'by_hand') throw new Error('nothing to tell')
    return end
  }

  it('has the result of its own fills, and of no other', () => {
    expect(facts(goneOf(['30@553.05 settlement', '10@552.38 stop']))).toMatchObject({
      size: '30',
      price: '553.05',
      result: '-1.25',
      fee: '0.5',
      at: 9_000,
    })
    expect(facts(goneOf(['15@552.30 stop', '25@552.38 stop']))).toMatchObject({
      size: '40',
      price: '552.35',
      result: '-2.5',
      fee: '1',
      trigger: { kind: 'stop', price: '552.40' },
    })
  })

  it('is computed from entry and price where no fill has a result', () => {
    expect(facts(goneOf(['40@553.05 settlement?']))).toMatchObject({ result: '-5.6', fee: '0.5' })
    expect(facts(goneOf([], { end: END }))).toMatchObject({ price: '553.05', result: '-5.6', fee: null, at: 7_200_000 })
    const short = heldOf({ size: '-40' as never })
    expect(facts(goneOf(['+40@553.05 settlement?'], { held: short }))).toMatchObject({ size: '-40', result: '5.6' })
  })

  it('has no total result where its fills cover only a part of it', () => {
    const part = facts(goneOf(['10@530 stranger'], REACHED))
    expect(part).toMatchObject({ kind: 'liquidated', size: '40', price: null, result: null, fee: null })
    expect(facts(goneOf(['30@553.05 settlement']))).toMatchObject({ size: '40', price: '553.05', result: '-5.6' })
  })

  it('has no unreported price, result or time', () => {
    expect(facts(goneOf([], { end: NO_PRICE }))).toMatchObject({ price: null, result: null, fee: null })
    expect(facts(goneOf([]))).toMatchObject({ kind: 'unknown', size: '40', price: null, result: null, at: 10_000 })
  })

  it('is a certain liquidation only where a fill reports one', () => {
    expect(facts(goneOf(['40@520 liquidation'])).isCertain).toBe(true)
    expect(facts(goneOf(['40@530 stranger'], REACHED)).isCertain).toBe(false)
    expect(facts(goneOf(['10@520 liquidation', '30@530 stranger'])).size).toBe('40')
  })
})

it.each([
  ['40', '0', '-12', 'UP that settled DOWN loses what was posted, half of its cost'],
  ['40', '1', '16', 'UP that settled UP'],
  ['-40', '1', '-8', 'DOWN that settled UP'],
])('binary contracts of %s, settled at %s without a fill, come to %s: %s', (size, price, result) => {
  const held = heldOf({ family: 'binary', asset: 'GBETA', size, entryPx: '0.6' } as never)
  expect(judge(goneOf([], { held, end: { ...END, price: price as never } })).end).toMatchObject({ price, result })
})
