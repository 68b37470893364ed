import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fc from 'fast-check'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { ACTION_STATES, isFinal } from '../../contract/action.ts'
import { Listeners } from '../../contract/listeners.ts'
import type { Settings } from '../../contract/settings-table.ts'
import { createFakeClock } from '../../contract/testing/fake-clock.ts'
import { runs } from '../../contract/testing/property-runs.ts'
import type { StoredAction } from './journal.ts'
import { openStorage, type Storage } from './open-storage.ts'
import { createStepRetention, type StepStore } from './step-retention.ts'
import { OLD_NOW, OLD_OF, oldAction, quickClock } from './testing/old-actions.ts'

type Place = ReturnType<StepStore['dropSlice']>

const SLICE = 50
const { profile, account } = OLD_OF
const DAY = 86_400_000
/** Steps of actions that ended before it are dropped after 24 months. */
const CUT = Date.UTC(2024, 10)
let directory = ''
const opened: Storage[] = []
beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), 'isotherm-steps-'))
})
afterEach(() => {
  for (const storage of opened.splice(0)) storage.close()
  rmSync(directory, { recursive: true, force: true })
})

function open(): Storage {
  const storage = openStorage({ directory, clock: quickClock() })
  opened.push(storage)
  return storage
}

function dropAll({ steps }: Pick<Storage, 'steps'>, months = 24): number {
  let slices = 0
  for (let place: Place = null; ; slices += 1) {
    place = steps.dropSlice(profile, months, place)
    if (place === null) return slices
  }
}

/** The newest action, which determines the time. */
const recent = (more: Partial<StoredAction> = {}): StoredAction => oldAction(9_999, OLD_NOW - 1_000, more)

describe('steps of old actions', () => {
  it('are dropped only for these; ids, request ids and results stay with every action', async () => {
    const one = fc.record({
      day: fc.integer({ min: -400, max: 700 }),
      lasts: fc.constantFrom(1_000, 1_000, 100 * DAY),
      state: fc.constantFrom(...ACTION_STATES),
      isSeen: fc.constantFrom(undefined, true, false),
    })
    fc.assert(
      fc.property(fc.array(one, { minLength: 1, maxLength: 25 }), (some) => {
        for (const name of readdirSync(directory)) rmSync(join(directory, name), { recursive: true })
        const storage = open()
        const { journal } = storage
        const actions = some.map(({ day, lasts, state, isSeen }, i) => {
          const createdAt = CUT + day * DAY + i
          return oldAction(i, createdAt, {
            ...{ state, updatedAt: (createdAt + lasts) as never },
            ...(isSeen === undefined ? {} : { surfaced: { text: 'w', at: createdAt as never, isSeen } }),
          })
        })
        for (const action of [...actions, recent()]) journal.write(action)
        const ids = actions.flatMap(({ oid, cloid }) => [oid, cloid]).filter((id) => id !== null)
        const notified = () => ({
          has: actions.map(({ id }) => journal.has(id)),
          known: [...journal.known(profile, account, ids)].sort(),
          found: [...ids, ...actions.map(({ id }) => id)].map((id) => journal.find(profile, account, id)),
          unfinished: journal.unfinished(profile),
        })
        const before = notified()
        dropAll(storage)
        expect(notified()).toEqual(before)
        for (const action of actions) {
          const isDue = isFinal(action.state) && action.updatedAt + 3 < CUT && action.surfaced?.isSeen !== false
          expect(journal.read(action.id)).toEqual(
            isDue ? { ...action, steps: [], stepsDropped: { wasSent: true } } : action,
          )
        }
        for (const storage of opened.splice(0)) storage.close()
      }),
      { numRuns: runs(12, 60) },
    )
  })

  it('are reported as dropped, with whether the action was sent, when its order reappears and it continues', () => {
    const storage = open()
    const made = CUT - 40 * DAY
    const unsent = { state: 'refused', at: made, detail: null } as never
    storage.journal.write(oldAction(1, made))
    storage.journal.write(oldAction(2, made, { state: 'refused', steps: [unsent] }))
    storage.journal.write(recent())
    dropAll(storage)
    expect(storage.journal.read('a2')?.stepsDropped).toEqual({ wasSent: false })
    const found = storage.journal.read('a1')
    if (found === null) throw new Error('it is gone')
    const step = { state: 'resting', at: made, detail: 'surfaced' } as never
    const again: StoredAction = { ...found, state: 'resting', steps: [...found.steps, step] }
    storage.journal.write(again)
    expect(storage.journal.read('a1')).toEqual(again)
    expect(storage.journal.unfinished(profile)).toEqual([again])
    storage.journal.write({ ...again, state: 'cancelled' })
    dropAll(storage)
    expect(storage.journal.read('a1')?.stepsDropped).toEqual({ wasSent: true })
  })

  it('stay without proof of their age: a machine clock that jumped ahead is none', () => {
    const storage = open()
    storage.journal.write(oldAction(1, CUT - 40 * DAY))
    // Created when the machine was ten years ahead.
    storage.journal.write(recent({ createdAt: (CUT + 3_650 * DAY) as never, clockOffset: -3_650 * DAY }))
    dropAll(storage)
    expect(storage.journal.read('a1')?.steps).toHaveLength(3)
    storage.journal.write(oldAction(2, CUT - 40 * DAY, { profile: 'other', clockOffset: null }))
    expect(storage.steps.dropSlice('other', 24, null)).toBeNull()
  })

  it('are dropped a bounded number at a time', () => {
    const storage = open()
    const count = 3 * SLICE + 7
    for (let i = 0; i < count; i++) storage.journal.write(oldAction(i, CUT - 40 * DAY + i), 'written')
    storage.journal.write(recent())
    const left = () => Array.from({ length: count }, (_, i) => storage.journal.read(`a${i}`)?.steps.length ?? 0)
    const withSteps = () => left().filter((steps) => steps > 0).length
    const seen = [withSteps()]
    for (let place: Place = null; ; ) {
      place = storage.steps.dropSlice(profile, 24, place)
      seen.push(withSteps())
      if (place === null) break
    }
    expect(seen).toEqual([count, count - SLICE, count - 2 * SLICE, count - 3 * SLICE, 0, 0])
  })
})

describe('the retention of steps', () => {
  function retaining(slices: number) {
    const clock = createFakeClock()
    const listeners = new Listeners()
    const requests: (readonly [months: number, after: number | null])[] = []
    const world = {
      keep: 'always' as Settings['keepSteps'],
      isIdle: true,
      failure: null as Error | null,
      asked: requests,
      clock,
    }
    const store: StepStore = {
      dropSlice(_profile, months, after) {
        if (world.failure !== null) throw world.failure
        requests.push([months, after?.row ?? null])
        const row = (after?.row ?? 0) + 1
        return row > slices ? null : { createdAt: row, row }
      },
    }
    const retention = createStepRetention({
      ...{ profile, store, keep: () => world.keep, onSettings: listeners.on, isIdle: () => world.isIdle },
      ...{ clock, log: { error: () => undefined } },
    })
    return Object.assign(world, { retention, change: () => listeners.notify() })
  }

  it('is off unless the trader chooses it', () => {
    const world = retaining(3)
    world.retention.start()
    world.clock.advance(10 * DAY)
    expect([world.asked, world.clock.waiting]).toEqual([[], 0])
  })

  it('continues slice by slice to the end, and checks again each day', () => {
    const world = retaining(2)
    world.keep = '36'
    world.retention.start()
    world.clock.advance(120_000)
    const round = [
      [36, null],
      [36, 1],
      [36, 2],
    ]
    expect(world.asked).toEqual(round)
    world.clock.advance(DAY)
    expect(world.asked).toEqual([...round, ...round])
  })

  it('waits while anything is under way', () => {
    const world = retaining(2)
    world.keep = '24'
    world.isIdle = false
    world.retention.start()
    world.clock.advance(DAY)
    expect(world.asked).toEqual([])
    world.isIdle = true
    world.clock.advance(10_000)
    expect(world.asked).toHaveLength(3)
  })

  it('starts over with another choice, and ends with the choice to keep all, and with the deployment', () => {
    const world = retaining(2)
    world.retention.start()
    world.keep = '60'
    world.change()
    world.clock.advance(250)
    expect(world.asked).toEqual([[60, null]])
    world.keep = 'always'
    world.change()
    world.clock.advance(2 * DAY)
    expect(world.asked).toHaveLength(1)
    world.keep = '24'
    world.change()
    world.retention.stop()
    world.clock.advance(2 * DAY)
    expect([world.asked.length, world.clock.waiting]).toEqual([1, 0])
  })

  it('tries again a day later where a slice cannot be written', () => {
    const world = retaining(1)
    world.keep = '24'
    world.failure = new Error('disk full')
    world.retention.start()
    world.clock.advance(70_000)
    world.failure = null
    world.clock.advance(DAY)
    expect(world.asked).toEqual([
      [24, null],
      [24, 1],
    ])
  })
})
