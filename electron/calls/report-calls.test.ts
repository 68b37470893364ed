import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { WebContents } from 'electron'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { DEFAULT_SETTINGS } from '../../contract/settings-table.ts'
import { reportCalls } from './terminal-calls.ts'

let directory = ''
beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), 'isotherm-report-'))
})
afterEach(() => rmSync(directory, { recursive: true }))

function calls(path: () => string | null) {
  const made = { count: 0 }
  return reportCalls({
    reportFacts: () => {
      made.count += 1
      return {
        ...{ at: `make ${made.count}`, version: '1', system: 'linux', runtime: [], deployment: [] },
        ...{ settings: DEFAULT_SETTINGS, actions: {}, notices: [], log: [], homes: [] },
      }
    },
    chooseFile: async () => path(),
  })
}

describe('a problem report', () => {
  const window = {} as WebContents
  it('is written exactly as last shown in the window, and not rebuilt', async () => {
    const path = join(directory, 'report.txt')
    const { readProblemReport, saveProblemReport } = calls(() => path)
    await readProblemReport({ details: false }, window)
    const { text } = await readProblemReport({ details: true }, window)
    expect(await saveProblemReport({}, window)).toEqual({ saved: true })
    expect(readFileSync(path, 'utf8')).toBe(text)
    expect(text).toContain('make 2')
  })

  it('is not written where no file is chosen, none was shown in that window, or writing fails', async () => {
    const none = calls(() => null)
    await none.readProblemReport({ details: false }, window)
    expect(await none.saveProblemReport({}, window)).toEqual({ saved: false })
    await expect(none.saveProblemReport({}, {} as WebContents)).rejects.toThrow('Open the report in this window first.')
    const nowhere = calls(() => join(directory, 'none', 'report.txt'))
    await nowhere.readProblemReport({ details: false }, window)
    await expect(nowhere.saveProblemReport({}, window)).rejects.toThrow('ENOENT')
  })
})
