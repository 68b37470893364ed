/** For the tests of this folder: a journal in a separate folder, which is removed when the test ends. */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { onTestFinished } from 'vitest'
import { createFakeClock } from '../../../contract/testing/fake-clock.ts'
import { openStorage, type SettlementStore } from '../../storage/index.ts'

export function openStore(): SettlementStore {
  const directory = mkdtempSync(join(tmpdir(), 'isotherm-settlements-'))
  const storage = openStorage({ directory, clock: createFakeClock() })
  onTestFinished(() => {
    storage.close()
    rmSync(directory, { recursive: true, force: true })
  })
  return storage.settlements
}
