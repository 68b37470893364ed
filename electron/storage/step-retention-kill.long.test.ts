import { spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { runs } from '../../contract/testing/property-runs.ts'
import { openStorage } from './open-storage.ts'
import { OLD_NOW, oldAction, quickClock } from './testing/old-actions.ts'

const DAY = 86_400_000
/** Steps of actions that ended before it are dropped after 24 months. */
const CUT = Date.UTC(2024, 10)

it('dropped steps are complete or gone, and no action is lost, however often the terminal is killed meanwhile', {
  timeout: 600_000,
}, async () => {
  const count = runs(1_500, 6_000)
  const actions = Array.from({ length: count }, (_, i) => oldAction(i, CUT - 40 * DAY + i))
  const directory = mkdtempSync(join(tmpdir(), 'isotherm-steps-'))
  const open = () => openStorage({ directory, clock: quickClock() })
  const first = open()
  for (const action of [...actions, oldAction(9_999, OLD_NOW - 1_000)]) first.journal.write(action, 'written')
  first.close()
  const killed: boolean[] = []
  for (let run = 0, isDone = false; !isDone; run += 1) {
    const isLast = run >= runs(6, 60)
    const child = spawn(
      process.execPath,
      ['--no-warnings', join(import.meta.dirname, 'testing', 'retention-run.ts'), directory],
      { stdio: ['ignore', 'pipe', 'inherit'] },
    )
    child.stdout.once('data', () => {
      if (!isLast) setTimeout(() => child.kill('SIGKILL'), (run % 6) * 4)
    })
    const code = await new Promise<number | null>((resolve) => child.once('exit', (ended) => resolve(ended)))
    killed.push(code === null)
    if (code !== null) expect(code).toBe(0)
    isDone = isLast
    const storage = open()
    for (const action of actions) {
      const read = storage.journal.read(action.id)
      expect([action, { ...action, steps: [], stepsDropped: { wasSent: true } }]).toContainEqual(read)
      if (isDone) expect(read?.steps).toEqual([])
    }
    storage.close()
  }
  rmSync(directory, { recursive: true, force: true })
  expect(killed).toContain(true)
})
