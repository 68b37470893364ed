import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { CommandLineError } from './command-line.ts'
import { readStart } from './start-options.ts'

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'isotherm-start-'))
})
afterEach(() => rmSync(folder, { recursive: true }))

const start = (packaged: boolean, at: string | undefined) =>
  readStart(packaged ? ['isotherm'] : ['electron', folder], packaged ? null : folder, () => folder, {
    ISOTHERM_PRACTICE_AT: at,
  })

describe('the time of the practice venue', () => {
  it('is taken from the environment by a development build', () => {
    expect(start(false, '2026-03-04T13:10:00Z').practiceAt).toBe(Date.UTC(2026, 2, 4, 13, 10))
    expect(start(false, '2026-03-01T00:30:00+01:00').practiceAt).toBe(Date.UTC(2026, 1, 28, 23, 30))
    expect(start(false, undefined).practiceAt).toBeNull()
    expect(start(false, '').practiceAt).toBeNull()
  })

  it.each(['now', '2026-03-04', '2026-03-04T13:10:00', '2026-02-29T13:10:00Z'])(
    'is refused in one line that names it when it is %s',
    (text) => {
      expect(() => start(false, text)).toThrow(CommandLineError)
      expect(() => start(false, text)).toThrow(/^ISOTHERM_PRACTICE_AT must be [^\n]+$/)
    },
  )

  it('is the machine’s in a packaged app, whatever the environment says', () => {
    expect(start(true, '2026-03-04T13:10:00Z').practiceAt).toBeNull()
    expect(start(true, 'now').practiceAt).toBeNull()
  })
})
