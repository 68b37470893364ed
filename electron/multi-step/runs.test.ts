import { describe, expect, it } from 'vitest'
import { Listeners } from '../../contract/listeners.ts'
import { REVERSAL_TRANSITIONS } from '../../contract/reversal.ts'
import type { StoredReversal } from '../storage/index.ts'
import { createRuns } from './index.ts'

type Sequences = ReturnType<typeof createRuns<StoredReversal>>
type Run = Parameters<Parameters<Sequences['run']>[1]>[0]

const ME = '0x01'
const OTHER = '0x02'

function setup(stored: readonly StoredReversal[] = []) {
  const disk = new Map(stored.map((one) => [one.id, one]))
  const fault = { on: false }
  const identity = { address: ME as string | null, changed: new Listeners() }
  const takenBack: string[] = []
  const errors: unknown[] = []
  const open = () =>
    createRuns<StoredReversal>({
      topic: 'reversals',
      what: 'reversal',
      store: {
        write(record) {
          if (fault.on) throw new Error('disk full')
          disk.set(record.id, record)
        },
        read: (id) => disk.get(id) ?? null,
        unfinished: () => [...disk.values()].filter(({ state }) => state !== 'closed'),
        recent: () => [...disk.values()].reverse(),
      },
      profile: 'practice',
      address: () => identity.address as never,
      serverTime: () => 7 as never,
      onIdentity: identity.changed.on,
      states: REVERSAL_TRANSITIONS,
      isUnderWay: (state) => state === 'closing',
      assetOf: ({ asset }) => asset,
      takeBack: ({ id }, text) => void takenBack.push(`${id}: ${text}`),
      log: { error: (...messages: unknown[]) => void errors.push(messages) },
    })
  return { sequences: open(), open, disk, fault, identity, takenBack, errors }
}

const record = (id: string, more: Partial<StoredReversal> = {}): StoredReversal =>
  ({
    id,
    profile: 'practice',
    account: ME,
    asset: 'A',
    state: 'closing',
    at: 1,
    changedAt: 1,
    message: null,
    ...more,
  }) as never

/** Starts a run and returns its control; `end` ends its work. */
function begun({ sequences }: ReturnType<typeof setup>, one: StoredReversal) {
  sequences.begin(one)
  const work = Promise.withResolvers<void>()
  let steering: Run | null = null
  sequences.run(
    one,
    (run) => {
      steering = run
      return work.promise
    },
    (now, text) => ({ ...now, message: text }),
  )
  if (steering === null) throw new Error('not begun')
  return { run: steering as Run, ...work }
}

const seen = (of: ReturnType<typeof setup>['sequences']) =>
  (of.topics.view({ kind: 'reversals' }) ?? []).map(({ id, state, message }) => `${id} ${state} ${message}`)

describe('multi-step runs', () => {
  it('are on disk before any effect, and have no effect when the disk write fails', () => {
    const all = setup()
    all.fault.on = true
    expect(() => all.sequences.begin(record('1'))).toThrow(/nothing was done: disk full/)
    expect(all.sequences.has('1')).toBe(false)
    all.fault.on = false
    const { run } = begun(all, record('1'))
    run.write({ state: 'closing', message: 'half' })
    expect(all.disk.get('1')).toMatchObject({ message: 'half', changedAt: 7 })
    all.fault.on = true
    expect(() => run.write({ message: 'more' })).toThrow('disk full')
    expect(seen(all.sequences)).toEqual(['1 closing half'])
  })

  it('take only the transitions of their table: any other write fails, and changes nothing', () => {
    const all = setup()
    const { run } = begun(all, record('1'))
    expect(() => run.write({ state: 'reversed' })).toThrow('a reversal cannot go from closing to reversed')
    expect(all.disk.get('1')?.state).toBe('closing')
    expect(seen(all.sequences)).toEqual(['1 closing null'])
  })

  it('report their result even when the disk write fails; the next start reads them again', () => {
    const all = setup()
    const { run } = begun(all, record('1'))
    all.fault.on = true
    run.write({ state: 'closed' })
    expect(seen(all.sequences)).toEqual(['1 closed The journal could not be written: disk full'])
    const again: string[] = []
    all.open().takeUp(({ id, state }) => again.push(`${id} ${state}`))
    expect(again).toEqual(['1 closing'])
  })

  it('are stopped by asset and account with the first reason, and withdraw unsent actions once', () => {
    const all = setup()
    const runs = [record('1'), record('2', { asset: 'B' }), record('3', { account: OTHER })].map((one) =>
      begun(all, one),
    )
    const textOf = () => runs.map(({ run }) => run.stopped())
    all.sequences.stop('A', 'first', ME)
    expect(textOf()).toEqual(['first', null, null])
    all.sequences.stop(null, 'second')
    expect(textOf()).toEqual(['first', 'second', 'second'])
    expect(all.takenBack).toEqual(['1: first', '2: second', '3: second'])
  })

  it('that stop on an unexpected error report it in memory, and stay unchanged on disk', async () => {
    const all = setup()
    const { reject } = begun(all, record('1'))
    expect(all.sequences.underWay()).toBe(1)
    reject(new Error('oops'))
    await new Promise<void>(
      (resolve) => void all.sequences.topics.onChange(() => all.sequences.underWay() === 0 && resolve()),
    )
    expect(seen(all.sequences)).toEqual(['1 closing It stopped halfway: oops'])
    expect(all.disk.get('1')?.message).toBe(null)
    expect(all.errors).toHaveLength(1)
  })

  it('are shown to their owner, even after signing out, until another account signs in', () => {
    const all = setup([record('1', { state: 'closed' }), record('2', { account: OTHER, state: 'closed' })])
    expect(seen(all.sequences)).toEqual(['1 closed null'])
    all.identity.address = null
    expect(seen(all.sequences)).toEqual(['1 closed null'])
    all.identity.address = OTHER
    expect(seen(all.sequences)).toEqual(['2 closed null'])
  })

  it('wait only for a confirmation of their own account, and not while they run', async () => {
    const all = setup()
    const { run, resolve } = begun(all, record('1'))
    run.write({ state: 'partly' })
    expect(() => all.sequences.waiting('1', 'partly')).toThrow(/This is no longer waiting for you\./)
    resolve()
    await new Promise<void>(
      (done) => void all.sequences.topics.onChange(() => all.sequences.underWay() === 0 && done()),
    )
    expect(all.sequences.waiting('1', 'partly')).toMatchObject({ id: '1' })
    all.identity.address = OTHER
    expect(() => all.sequences.waiting('1', 'partly')).toThrow(/This is no longer waiting for you\./)
  })
})
