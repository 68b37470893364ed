import { spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { expect, it } from 'vitest'
import { runs } from '../../../contract/testing/property-runs.ts'
import { openStorage } from '../open-storage.ts'
import { OLD_OF, oldAction, quickClock } from '../testing/old-actions.ts'

/** The same choices every time. */
function choices(seed: number): () => number {
  let state = seed
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return state / 2 ** 32
  }
}

it('killed at random while it archives, main has every action with its steps once afterwards, and none twice', {
  timeout: 1_800_000,
}, async () => {
  const random = choices(11)
  const count = runs(400, 4_000)
  const directory = mkdtempSync(join(tmpdir(), 'isotherm-archive-kill-'))
  const madeAt = (i: number): number => Date.UTC(2026, 5 + (i % 3), 2) + i
  try {
    const first = openStorage({ directory, clock: quickClock(), keepNewest: 0 })
    for (let i = 0; i < count; i++) first.journal.write(oldAction(i, madeAt(i)), 'written')
    first.close()
    const goneOn = new Set<number>()
    let [kills, cut] = [0, 0]
    for (let isDone = false; !isDone; ) {
      const number = Math.floor(random() * count)
      const killAfter = kills < runs(6, 80) ? random() * runs(250, 900) : Number.POSITIVE_INFINITY
      const child = spawn(
        process.execPath,
        ['--no-warnings', join(import.meta.dirname, '..', 'testing', 'archive-run.ts'), directory, String(number)],
        { stdio: ['ignore', 'pipe', 'inherit'] },
      )
      child.stdout.once('data', () => {
        goneOn.add(number)
        if (Number.isFinite(killAfter)) setTimeout(() => child.kill('SIGKILL'), killAfter)
      })
      const ended = await new Promise<number | null>((resolve) => child.once('exit', (code) => resolve(code)))
      if (ended === null) cut += 1
      else expect(ended).toBe(0)
      // One that was quicker than the hand that was to kill it is a run as well.
      kills += 1
      isDone = !Number.isFinite(killAfter)
    }
    expect(cut).toBeGreaterThan(0)
    const storage = openStorage({ directory, clock: quickClock(), keepNewest: 0 })
    for (let i = 0; i < count; i++) {
      const action = oldAction(i, madeAt(i))
      const step = { state: 'cancelled', at: action.updatedAt, detail: 'again' } as never
      const expected = goneOn.has(i) ? { ...action, state: 'cancelled', steps: [...action.steps, step] } : action
      expect(storage.journal.read(action.id)).toEqual(expected)
      expect(storage.journal.ofOrders(OLD_OF.profile, OLD_OF.account, [`o${i}`])).toHaveLength(1)
    }
    storage.close()
    const journal = new DatabaseSync(join(directory, 'journal.sqlite'), { readOnly: true })
    const rows = (table: string) =>
      (journal.prepare(`SELECT COUNT(*) AS count FROM ${table}`).get() as { count: number }).count
    expect([rows('actions'), rows('steps'), rows('archived')]).toEqual([0, 0, count])
    journal.close()
  } finally {
    rmSync(directory, { recursive: true, force: true })
  }
})
