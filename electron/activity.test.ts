import { describe, expect, it, vi } from 'vitest'
import type { ActionRecord } from '../contract/action.ts'
import { CANCELED_BY_USER, MAX_ROWS } from '../contract/activity.ts'
import type { Address } from '../contract/address.ts'
import { Listeners } from '../contract/listeners.ts'
import type { PositionClose } from '../contract/position-close.ts'
import { createFakeClock } from '../contract/testing/fake-clock.ts'
import { type ActivityFacts, activityOf, createActivity } from './activity.ts'

const action = (id: string, updatedAt: number): ActionRecord =>
  ({ id, intent: { kind: 'approve_agent' }, state: 'done', steps: [], updatedAt, message: null }) as never

const ALICE = `0x${'aa'.repeat(20)}` as Address
const BOB = `0x${'bb'.repeat(20)}` as Address

function open() {
  const clock = createFakeClock()
  const changes = new Listeners()
  const facts = { moves: [], reversals: [], flattens: [], algos: [], exits: [], endings: [], trades: [], safety: [] }
  const setup = { actions: [action('a', 1)], looks: 0, address: ALICE as Address | null }
  const activity = createActivity({
    facts(): ActivityFacts {
      setup.looks += 1
      return { ...facts, actions: setup.actions }
    },
    address: () => setup.address,
    onChange: changes.on,
    clock,
  })
  const listener = vi.fn()
  activity.topics.onChange(listener)
  const version = () => activity.topics.view({ kind: 'activity' }) ?? 0
  return { ...setup, setup, clock, changes, activity, listener, version }
}
const TOPIC = { kind: 'activity' } as const

it('sends a window the changes since its known version, and everything to one without a version', () => {
  const { setup, changes, activity, version } = open()
  const first = version()
  expect(activity.since(0)).toMatchObject({ whole: true, rows: [{ id: 'a' }], keys: ['a'], version: first })
  setup.actions = [action('b', 2), ...setup.actions]
  changes.notify()
  expect(activity.since(first)).toMatchObject({ whole: false, rows: [{ id: 'b' }], keys: ['b', 'a'] })
  expect(activity.since(version())).toMatchObject({ rows: [], keys: null })
})

it('is assembled once for all changes within a moment, and not during them', () => {
  const { setup, clock, changes, activity, listener } = open()
  activity.topics.watched?.(TOPIC)
  setup.actions = [action('b', 2), ...setup.actions]
  for (let step = 0; step < 8; step += 1) changes.notify()
  expect([setup.looks, listener.mock.calls.length]).toEqual([0, 0])
  clock.advance(50)
  expect([setup.looks, listener.mock.calls.length]).toEqual([1, 1])
})

it('publishes nothing without a change', () => {
  const { clock, changes, activity, listener, version } = open()
  activity.topics.watched?.(TOPIC)
  const before = version()
  changes.notify()
  clock.advance(50)
  expect(listener).not.toHaveBeenCalled()
  expect(version()).toBe(before)
})

it('is not assembled while nobody watches, and is current for any reader', () => {
  const { setup, clock, changes, activity, version } = open()
  activity.topics.watched?.(TOPIC)
  activity.topics.unwatched?.(TOPIC)
  const before = version()
  setup.actions = [action('b', 2), ...setup.actions]
  changes.notify()
  clock.advance(50)
  expect(setup.looks).toBe(1)
  expect(version()).toBeGreaterThan(before)
})

it('names its owner: the signed-in wallet, and after signing out still the same one', () => {
  const { setup, changes, activity, version } = open()
  const before = version()
  const signIn = (address: Address | null): void => {
    setup.address = address
    changes.notify()
  }
  signIn(null)
  expect(activity.since(before)).toMatchObject({ account: ALICE, rows: [], keys: null })
  setup.actions = [action('z', 9)]
  signIn(BOB)
  expect(activity.since(before)).toMatchObject({ account: BOB, rows: [{ id: 'z' }], keys: ['z'] })
})

it('is new for another wallet even when both did nothing', () => {
  const { setup, changes, version } = open()
  setup.actions = []
  changes.notify()
  const before = version()
  setup.address = BOB
  changes.notify()
  expect(version()).toBeGreaterThan(before)
})

const PLACE = { kind: 'place', asset: 'NYCTMP1', side: 'buy', price: '544.7', size: '4', tif: 'GTC', reduceOnly: false }
const actionOf = (id: string, updatedAt: number, more: object = {}): ActionRecord =>
  ({
    ...{ id, intent: PLACE, state: 'resting', steps: [], createdAt: updatedAt, updatedAt, clockOffset: 0 },
    ...{ oid: null, cloid: null, filled: null, message: null },
    ...more,
  }) as never
const ending = (id: string, at: number): PositionClose => ({ id, at, asset: 'NYCTMP1' }) as never
const execution = (at: number, more: object = {}) => ({
  ...{ side: 'buy', size: '4', average: '544.65', fee: '0.5', realised: '0', token: 'USDC', at },
  ...more,
})
const NOTHING: ActivityFacts = {
  ...{ actions: [], moves: [], reversals: [], flattens: [], algos: [], exits: [], endings: [], trades: [], safety: [] },
}
const rowsOf = (facts: { readonly [K in keyof ActivityFacts]?: readonly unknown[] }) =>
  activityOf({ ...NOTHING, ...facts } as ActivityFacts)
const ids = (actions: readonly ActionRecord[], endings: readonly PositionClose[]): string[] =>
  rowsOf({ actions, endings }).map(({ id }) => id)
/** The reason for an order's end, in its row. */
const reasonIn = (facts: Parameters<typeof rowsOf>[0], id = 'a') => rowsOf(facts).find((row) => row.id === id)?.reason

describe('actions and ends in one list', () => {
  it('are sorted by time, newest first', () => {
    expect(
      ids([actionOf('b', 300), actionOf('a', 100)], [ending('3', 400), ending('2', 200), ending('1', 50)]),
    ).toEqual(['end/3', 'b', 'end/2', 'a', 'end/1'])
  })
  it('have an end above the action of the same moment', () => {
    expect(ids([actionOf('a', 100)], [ending('1', 100)])).toEqual(['end/1', 'a'])
  })
  it("are compared by the service's time", () => {
    expect(ids([actionOf('a', 100, { clockOffset: 500 })], [ending('1', 400)])).toEqual(['a', 'end/1'])
  })
  it('include trades of other clients', () => {
    const trades = [{ id: '9', at: 250 }]
    const rows = rowsOf({ actions: [actionOf('b', 300), actionOf('a', 100)], endings: [ending('1', 200)], trades })
    expect(rows.map(({ id }) => id)).toEqual(['b', 'trade/9', 'end/1', 'a'])
  })
  it('include changes to safety controls', () => {
    const safety = [{ id: 7, at: 150, kind: 'killed', text: 'live was killed.' }]
    const rows = rowsOf({ actions: [actionOf('b', 300), actionOf('a', 100)], safety })
    expect(rows.map(({ id }) => id)).toEqual(['b', 'safety/7', 'a'])
  })
  it('have actions of a move as steps of its single line', () => {
    const move = {
      id: 'm',
      at: 200,
      changedAt: 200,
      cancelId: 'c',
      placeIds: ['p'],
      state: 'moved',
      order: { oid: '1' },
    }
    const actions = [actionOf('p', 220), actionOf('x', 230), actionOf('c', 205), actionOf('a', 100)]
    const rows = rowsOf({ actions, moves: [move] })
    expect(rows.map(({ id }) => id)).toEqual(['x', 'm', 'a'])
    const [, line] = rows
    expect(line !== undefined && 'steps' in line && line.steps.map(({ id }) => id)).toEqual(['c', 'p'])
  })
  it('either may be missing', () => {
    expect(ids([], [ending('1', 1)])).toEqual(['end/1'])
    expect(ids([actionOf('a', 1)], [])).toEqual(['a'])
  })
  it('are limited to the latest events', () => {
    const actions = Array.from({ length: MAX_ROWS + 5 }, (_, at) => actionOf(`a${at}`, at))
    const rows = rowsOf({ actions })
    expect(rows).toHaveLength(MAX_ROWS)
    expect(rows[0]?.id).toBe(`a${MAX_ROWS + 4}`)
  })
})

describe('an order that was placed long ago', () => {
  it('comes to the top when it fills, at the time of its fill', () => {
    const old = actionOf('old', 900, { createdAt: 100, state: 'filled', execution: execution(890) })
    expect(rowsOf({ actions: [actionOf('new', 800), old] }).map(({ id, at }) => [id, at])).toEqual([
      ['old', 890],
      ['new', 800],
    ])
  })
  it('is sorted by the time of its end when its rest was canceled after a fill', () => {
    const old = actionOf('old', 900, { createdAt: 100, state: 'cancelled', execution: execution(500) })
    expect(rowsOf({ actions: [actionOf('new', 800), old] })[0]).toMatchObject({ id: 'old', at: 900 })
  })
})

describe('fills are in the row of their original request', () => {
  const MOVE = { id: 'm', at: 200, changedAt: 210, cancelId: 'c', placeIds: ['p'], state: 'moved', order: { oid: '1' } }
  it('of a moved order', () => {
    const filled = actionOf('p', 700, { state: 'filled', execution: execution(690), oid: '2' })
    expect(rowsOf({ actions: [filled, actionOf('c', 205)], moves: [MOVE] })).toMatchObject([
      { id: 'm', at: 690, fills: { size: '4', average: '544.65', fee: '0.5' } },
    ])
  })
  it('of a reversal, its close and its opening together', () => {
    const reversal = { id: 'r', asset: 'NYCTMP1', changedAt: 100, closeId: 'x', openId: 'o', message: null }
    const actions = [
      actionOf('o', 120, { execution: execution(118, { side: 'sell', fee: '3.31' }) }),
      actionOf('x', 110, { execution: execution(108, { side: 'sell', fee: '3.32', realised: '-1.42' }) }),
    ]
    expect(rowsOf({ actions, reversals: [reversal] })).toMatchObject([
      { id: 'r', fills: { size: '8', fee: '6.63', realised: '-1.42' } },
    ])
  })
  it('of a scale, whose orders have rows of their own', () => {
    const algo = { id: 's', asset: 'NYCTMP1', changedAt: 100, message: null, children: [{ id: 'k1' }, { id: 'k2' }] }
    const held = { id: 's', what: 'Scale' }
    const actions = [
      actionOf('k2', 300, { held, state: 'filled', execution: execution(290) }),
      actionOf('k1', 90, { held }),
    ]
    const rows = rowsOf({ actions, algos: [algo] })
    expect(rows.map(({ id }) => id)).toEqual(['k2', 'algo/s', 'k1'])
    expect(rows[1]).toMatchObject({ at: 290, fills: { size: '4', fee: '0.5' } })
  })
  it('of an exit, all tries of its close together', () => {
    const exit = {
      id: 'e',
      target: { asset: 'NYCTMP1' },
      state: 'done',
      updatedAt: 100,
      steps: [{ at: 100 }],
      message: '',
    }
    const close = (id: string, number: number) =>
      actionOf(id, 100 + number, {
        ...{ intent: { kind: 'close', asset: 'NYCTMP1' }, attempt: { of: 'e', number }, state: 'cancelled' },
        ...{ execution: execution(100, { side: 'sell', size: '2', realised: '-2' }), message: 'closed in part' },
      })
    const rows = rowsOf({ actions: [close('c2', 2), close('c1', 1)], exits: [exit] })
    expect(rows.find(({ id }) => id === 'exit/e')).toMatchObject({ fills: { size: '4', realised: '-4' }, reason: null })
  })
})

describe('every exit has a row', () => {
  const exit = (state: string, steps: readonly object[], message: string | null = null) => ({
    ...{ id: 'e', target: { asset: 'NYCTMP1' }, state, updatedAt: 999, steps, message },
  })
  it.each([
    ['waiting', null],
    ['armed', null],
    ['triggered', null],
    ['submitted', null],
    ['done', null],
    ['cancelled', 'Canceled by you.'],
    ['failed', 'Its close was refused.'],
    ['expired', 'The position is gone.'],
  ] as const)('%s, with the reason for its end', (state, reason) => {
    const exits = [exit(state, [{ state, at: 50, detail: reason }], reason ?? 'Moved by hand.')]
    expect(rowsOf({ exits })).toMatchObject([{ kind: 'exit', id: 'exit/e', at: 50, asset: 'NYCTMP1', reason }])
  })
  it('is sorted by its latest step, not by a change that is no news', () => {
    const exits = [exit('armed', [{ at: 50 }, { at: 70 }])]
    expect(rowsOf({ exits })).toMatchObject([{ at: 70 }])
  })
})

describe('a flatten has a row with its result', () => {
  const flatten = { id: 'f', at: 100, state: 'done', cancelOrders: true, children: [{ id: 'x' }], report: null }
  it('at the time of its latest action', () => {
    expect(rowsOf({ actions: [actionOf('x', 140)], flattens: [flatten] }).map(({ id, at }) => [id, at])).toEqual([
      ['x', 140],
      ['flatten/f', 140],
    ])
  })
  it('with the reason for anything that is left', () => {
    const market = { asset: 'NYCTMP1', cancelled: 1, orders: 1, position: 'left', message: 'The market is paused.' }
    const report = { markets: [market], failures: ['Orders could not be read.'], stopped: [], unknown: [] }
    expect(rowsOf({ flattens: [{ ...flatten, report }] })).toMatchObject([
      { reason: 'Orders could not be read. NYCTMP1: The market is paused.' },
    ])
  })
})

describe('every end has its reason', () => {
  const ended = (more: object = {}): ActionRecord =>
    actionOf('a', 1_000, {
      state: 'cancelled',
      oid: '7',
      steps: [{ state: 'cancelled', detail: 'cancelled' }],
      ...more,
    })
  const cancel = (more: object = {}): ActionRecord =>
    actionOf('c', 990, { intent: { kind: 'cancel', asset: 'NYCTMP1', oid: '7', cloid: null }, state: 'done', ...more })

  it.each([
    ['refused', 'The order is too large.'],
    ['rejected', 'Insufficient margin'],
    ['cancelled', '2 closed. The rest is still open.'],
  ] as const)('%s: as the journal has it', (state, message) => {
    expect(reasonIn({ actions: [ended({ state, message })] })).toBe(message)
  })
  it('none for what continues or filled', () => {
    for (const state of ['resting', 'partly_filled', 'filled', 'done', 'unknown'])
      expect(reasonIn({ actions: [ended({ state, message: 'Anything.' })] })).toBeNull()
  })
  it("from the trader's cancel, which names its order", () => {
    const actions = [ended(), cancel()]
    expect(reasonIn({ actions })).toBe(CANCELED_BY_USER)
    expect(rowsOf({ actions }).find(({ id }) => id === 'c')).toMatchObject({ cancels: { oid: '7', intent: PLACE } })
  })
  it('from an automatic cancel by this terminal', () => {
    const actions = [ended(), cancel({ held: { id: 'f', what: 'Flatten' } })]
    expect(reasonIn({ actions })).toBe('Canceled by Isotherm (Flatten).')
  })
  it('not from a refused cancel', () => {
    expect(reasonIn({ actions: [ended(), cancel({ state: 'refused' })] })).toMatch(/venue canceled it/)
  })
  it('from a move of it', () => {
    const move = {
      id: 'm',
      at: 1,
      changedAt: 1,
      cancelId: 'c',
      placeIds: [],
      state: 'moved',
      price: '545.3',
      order: { oid: '7' },
    }
    expect(reasonIn({ actions: [ended(), cancel()], moves: [move] })).toBe('Canceled to move it to 545.3.')
  })
  it('as immediate or cancel', () => {
    const intent = { ...PLACE, tif: 'IOC' }
    expect(reasonIn({ actions: [ended({ intent, filled: '1' })] })).toMatch(
      /IOC: the rest did not fill within its limit\./,
    )
    expect(reasonIn({ actions: [ended({ intent })] })).toMatch(/IOC: nothing filled within its limit\./)
  })
  it("from the venue's message where there is one", () => {
    const steps = [{ state: 'cancelled', detail: 'marginCanceled; 1 of 4 filled' }]
    expect(reasonIn({ actions: [ended({ steps })] })).toBe('The venue canceled it: marginCanceled; 1 of 4 filled')
  })
  it('as unexplained, with the own order that filled against it at that moment', () => {
    const close = { kind: 'close', asset: 'NYCTMP1', size: null, position: 'long', protection: { kind: 'distance' } }
    const taker = (more: object) =>
      actionOf('t', 1_000, { intent: close, state: 'filled', execution: execution(1_000, { side: 'sell' }), ...more })
    expect(reasonIn({ actions: [ended(), taker({})] })).toMatch(/gave no reason\. Your own sell filled at that moment/)
    for (const other of [
      { execution: execution(90_000, { side: 'sell' }) },
      { execution: execution(1_000, { side: 'buy' }) },
      { intent: { ...close, asset: 'NYCTMP2' } },
      { intent: { ...PLACE, side: 'sell', price: '544.8' } },
    ])
      expect(reasonIn({ actions: [ended(), taker(other)] })).toMatch(/Isotherm sent no cancel for it/)
  })
  it('as expired', () => {
    expect(reasonIn({ actions: [ended({ state: 'expired' })] })).toMatch(/expired/)
  })
  it('from an order of a scale, in the row of the scale too, unless the trader ended it', () => {
    const held = { id: 's', what: 'Scale' }
    const algo = { id: 's', asset: 'NYCTMP1', changedAt: 1, message: '0 of 4 filled.', children: [{ id: 'a' }] }
    const one = ended({ held })
    expect(reasonIn({ actions: [one], algos: [algo] }, 'algo/s')).toMatch(/^0 of 4 filled\. The venue canceled it/)
    expect(reasonIn({ actions: [one, cancel()], algos: [algo] }, 'algo/s')).toBe('0 of 4 filled.')
  })
})
