import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, describe, expect, it } from 'vitest'
import type { Fill } from '../../contract/account.ts'
import type { ActionRecord } from '../../contract/action.ts'
import { DAY_MS, dayOf, slippageRows } from '../../contract/books/index.ts'
import { Listeners } from '../../contract/listeners.ts'
import { createFakeClock } from '../../contract/testing/fake-clock.ts'
import { millis } from '../../contract/time.ts'
import { openStorage } from '../storage/index.ts'
import { createSlippageRecorder } from './slippage-recorder.ts'

const OF = { profile: 'practice', account: '0xab' }
const DAY = dayOf(Date.UTC(2026, 2, 4))

const endings: (() => void)[] = []
afterEach(() => {
  for (const end of endings.splice(0)) end()
})

let tid = 0
const fill = (oid: string, side: 'buy' | 'sell', price: string, more: Partial<Fill> = {}): Fill =>
  ({
    ...{ tid: String(++tid), oid, asset: 'NYCTMP1', side, price, size: '10', fee: '0', liquidity: 'taker' },
    ...{ realizedPnl: null, time: millis(DAY + tid) },
    ...more,
  }) as Fill
const action = (oid: string, average: string | null, more: object = {}): ActionRecord =>
  ({ oid, intent: { kind: 'place' }, shown: { average, mark: null }, ...more }) as unknown as ActionRecord

function open() {
  const directory = mkdtempSync(join(tmpdir(), 'isotherm-got-'))
  const storage = openStorage({ directory, clock: createFakeClock() })
  endings.push(() => {
    storage.close()
    rmSync(directory, { recursive: true, force: true })
  })
  const fresh = new Listeners<[fills: readonly Fill[]]>()
  const turns: (() => void)[] = []
  const actions: ActionRecord[] = []
  let mostAtOnce = 0
  const begin = () =>
    createSlippageRecorder({
      store: {
        ...storage.slippages,
        due(...requests) {
          const due = storage.slippages.due(...requests)
          mostAtOnce = Math.max(mostAtOnce, due.length)
          return due
        },
      },
      whose: () => OF,
      fills: { onNew: fresh.on },
      actionsOf: (oids) => actions.filter(({ oid }) => oid !== null && oids.includes(oid)),
      clock: {
        after(_ms, work) {
          turns.push(work)
          return () => void turns.splice(turns.indexOf(work), 1)
        },
      },
      log: { error: (_data: unknown, text?: string) => expect.fail(text) } as never,
      onKept: () => undefined,
    })
  return {
    actions,
    begin,
    add(...fills: Fill[]) {
      storage.fills.add(OF, fills)
      fresh.notify(fills)
    },
    /** Until those that arrived are gathered and evaluated. */
    settle() {
      for (let i = 0; i < 2; i++) turns.shift()?.()
    },
    turns,
    mostAtOnce: () => mostAtOnce,
    looked: () => storage.slippages.sums(OF, 0, Number.MAX_SAFE_INTEGER).reduce((all, { fills }) => all + fills, 0),
    rows: () =>
      slippageRows(storage.slippages.sums(OF, DAY, Number.MAX_SAFE_INTEGER), 'kind', 'USDH').map(
        ({ kind, price, money, fills, betterShare }) => [kind, price, money, fills, betterShare].join(' '),
      ),
  }
}

describe('slippage of fills against the preview', () => {
  it('covers fills whose order showed an average, by the kind of the order or of the automated work that sent it', () => {
    const setup = open()
    setup.begin().start()
    setup.actions.push(
      action('1', '570.50'),
      action('2', '571.00', { held: { id: 'h', what: 'Stop' } }),
      action('3', null),
    )
    setup.add(
      fill('1', 'buy', '570.51'),
      fill('1', 'buy', '570.47'),
      fill('2', 'sell', '570.90'),
      fill('3', 'buy', '570.90'),
      fill('1', 'buy', '570.50', { liquidity: 'maker' }),
      fill('other', 'buy', '580.00'),
    )
    expect(setup.rows()).toEqual([])
    setup.settle()
    expect(setup.rows()).toEqual(['place 0.01 0.2 2 0.5', 'Stop -0.1 -1 1 0'])
  })

  it('covers both orders of a trade with oneself', () => {
    const setup = open()
    setup.begin().start()
    setup.actions.push(action('1', '570.50'), action('2', '571.00', { held: { id: 'h', what: 'Stop' } }))
    setup.add(fill('1', 'buy', '570.51', { tid: '9' }), fill('2', 'sell', '570.90', { tid: '9' }))
    setup.settle()
    expect(setup.looked()).toBe(2)
  })

  it('is reported while fills stream without a pause', () => {
    const setup = open()
    setup.begin().start()
    setup.actions.push(action('1', '570.50'))
    for (let i = 0; i < 300; i++) {
      setup.add(fill('1', 'buy', '570.49'))
      if (i % 100 === 99) setup.turns.shift()?.()
    }
    expect(setup.rows()).toEqual(['place 0.01 10 100 1'])
    while (setup.turns.length > 0) setup.turns.shift()?.()
    expect(setup.rows()).toEqual(['place 0.01 30 300 1'])
  })

  it('waits until the order has its id, and is complete after a shutdown in between', () => {
    const setup = open()
    const first = setup.begin()
    first.start()
    setup.add(fill('1', 'buy', '570.51'))
    first.stop()
    setup.actions.push(action('1', '570.50'))
    const second = setup.begin()
    second.start()
    setup.settle()
    expect(setup.rows()).toEqual(['place -0.01 -0.1 1 0'])
    second.stop()
    const third = setup.begin()
    third.start()
    setup.settle()
    expect(setup.rows()).toEqual(['place -0.01 -0.1 1 0'])
  })

  it('includes fills that were read back late, before a shutdown', () => {
    const setup = open()
    setup.actions.push(action('1', '570.50'))
    const first = setup.begin()
    first.start()
    setup.add(fill('1', 'buy', '570.49'))
    setup.settle()
    // Two days older than the evaluated fills.
    setup.add(fill('1', 'buy', '570.49', { time: millis(DAY - 2 * DAY_MS) }))
    first.stop()
    setup.begin().start()
    setup.settle()
    expect(setup.looked()).toBe(2)
  })

  it('keeps no more fills in memory than one turn processes, however many there are', () => {
    const setup = open()
    setup.actions.push(action('1', '570.50'))
    setup.add(...Array.from({ length: 500 }, () => fill('1', 'buy', '570.49')))
    setup.begin().start()
    while (setup.turns.length > 0) setup.turns.shift()?.()
    expect(setup.looked()).toBe(500)
    expect(setup.mostAtOnce()).toBeLessThanOrEqual(50)
  })
})
