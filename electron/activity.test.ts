import { expect, it, vi } from 'vitest'
import type { ActionRecord } from '../contract/action.ts'
import type { Address } from '../contract/address.ts'
import { Listeners } from '../contract/listeners.ts'
import { createFakeClock } from '../contract/testing/fake-clock.ts'
import { type ActivityFacts, createActivity } from './activity.ts'

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
  const told = vi.fn()
  activity.topics.onChange(told)
  const version = () => activity.topics.view({ kind: 'activity' }) ?? 0
  return { ...setup, setup, clock, changes, activity, told, version }
}
const TOPIC = { kind: 'activity' } as const

it('tells a window what changed since the version that it knows, and all to one that knows none', () => {
  const { setup, changes, activity, version } = open()
  const first = version()
  expect(activity.since(0)).toMatchObject({ whole: true, rows: [{ id: 'a' }], keys: ['a'], version: first })
  setup.actions = [action('b', 2), ...setup.actions]
  changes.notify()
  expect(activity.since(first)).toMatchObject({ whole: false, rows: [{ id: 'b' }], keys: ['b', 'a'] })
  expect(activity.since(version())).toMatchObject({ rows: [], keys: null })
})

it('is put together once for all that changes within a moment, and not while it changes', () => {
  const { setup, clock, changes, activity, told } = open()
  activity.topics.watched?.(TOPIC)
  setup.actions = [action('b', 2), ...setup.actions]
  for (let step = 0; step < 8; step += 1) changes.notify()
  expect([setup.looks, told.mock.calls.length]).toEqual([0, 0])
  clock.advance(50)
  expect([setup.looks, told.mock.calls.length]).toEqual([1, 1])
})

it('says nothing where nothing is new', () => {
  const { clock, changes, activity, told, version } = open()
  activity.topics.watched?.(TOPIC)
  const before = version()
  changes.notify()
  clock.advance(50)
  expect(told).not.toHaveBeenCalled()
  expect(version()).toBe(before)
})

it('is not put together while nobody watches, and is as of now for whoever asks', () => {
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

it('says whose it is: of the wallet that is signed in, and after it signed out still its own', () => {
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

it('is new for another wallet also where both did nothing', () => {
  const { setup, changes, version } = open()
  setup.actions = []
  changes.notify()
  const before = version()
  setup.address = BOB
  changes.notify()
  expect(version()).toBeGreaterThan(before)
})
