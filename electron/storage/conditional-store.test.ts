import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { createFakeClock } from '../../contract/testing/fake-clock.ts'
import type { StoredAlert } from './alert-store.ts'
import { openStorage, type Storage } from './open-storage.ts'
import type { StoredConditional } from './work-records.ts'

let directory = ''
let storage: Storage
const reopen = (): void => {
  storage?.close()
  storage = openStorage({ directory, clock: createFakeClock() })
}
beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), 'isotherm-held-'))
  storage = openStorage({ directory, clock: createFakeClock() })
})
afterEach(() => {
  storage.close()
  rmSync(directory, { recursive: true, force: true })
})

const held = (id: string, state: string, profile = 'practice') =>
  ({
    ...{ id, profile, account: '0x01', state, createdAt: 1, trigger: '570.00', steps: [] },
    ...{ kind: 'stop', position: 'long', target: { family: 'scalar', asset: 'NYCTMP1', end: 9 } },
    plan: { id: 'p', terms: {}, size: '40' },
  }) as never as StoredConditional

describe('conditional orders on disk', () => {
  it('are restored after a restart if they have not ended, of their deployment, oldest first', () => {
    storage.conditionals.write([held('a', 'armed'), held('b', 'triggered'), held('c', 'done'), held('d', 'armed', 'x')])
    reopen()
    expect(storage.conditionals.unfinished('practice').map(({ id }) => id)).toEqual(['a', 'b'])
    expect(storage.conditionals.read('c')).toEqual(held('c', 'done'))
  })
  it('are found newest first, ended or not, of their deployment', () => {
    storage.conditionals.write([held('a', 'armed'), held('b', 'done'), held('c', 'failed'), held('d', 'armed', 'x')])
    expect(storage.conditionals.newest('practice', 2).map(({ id }) => id)).toEqual(['c', 'b'])
  })
  it('are found after a restart while their end is unreported, and no longer once it is', () => {
    const due = { ...held('a', 'expired'), isReportDue: true as const }
    storage.conditionals.write([due, held('b', 'expired'), { ...held('c', 'expired', 'x'), isReportDue: true }])
    reopen()
    expect(storage.conditionals.reportDue('practice')).toEqual([due])
    storage.conditionals.write([held('a', 'expired')])
    expect(storage.conditionals.reportDue('practice')).toEqual([])
  })
  it('are written together or not at all', () => {
    const broken = { ...held('b', 'armed'), state: null } as never as StoredConditional
    expect(() => storage.conditionals.write([held('a', 'armed'), broken])).toThrow()
    expect(storage.conditionals.unfinished('practice')).toEqual([])
  })
})

describe('alerts on disk', () => {
  it('are restored after a restart with their memory, until they are removed', () => {
    const alert = {
      ...{ id: 'a', profile: 'practice', account: null, state: 'on', createdAt: 1, repeat: false },
      rule: { kind: 'bucket_close', minutes: 5 },
      memory: { side: -1, seen: null, fillsUntil: 0, fillsAt: [] },
    } as never as StoredAlert
    storage.alerts.write(alert)
    storage.alerts.write({ ...alert, timesFired: 2 })
    storage.alerts.saveSettings({ notifications: false })
    reopen()
    expect(storage.alerts.all('practice')).toEqual([{ ...alert, timesFired: 2 }])
    expect(storage.alerts.readSettings()).toEqual({ notifications: false })
    storage.alerts.remove('a')
    expect(storage.alerts.all('practice')).toEqual([])
  })
})
