import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { WebContents } from 'electron'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { LimitsTestSheet } from '../../contract/limits-test.ts'
import { limitsTestCalls } from './limits-test-calls.ts'

let directory = ''
beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), 'isotherm-limits-'))
})
afterEach(() => rmSync(directory, { recursive: true }))

const window = {} as WebContents
const SHEET: LimitsTestSheet = { deployment: 'home', at: 0, version: '1', tookMs: 1, rows: [] }

function calls(network: string, sheet: LimitsTestSheet | null, path: string | null) {
  const begun: unknown[] = []
  const made = limitsTestCalls(
    {
      limitsTest: {
        begin: (of) => void begun.push(of),
        cancel: () => void begun.push('cancelled'),
        sheet: () => sheet,
      },
      chooseFile: async () => path,
    },
    () => ({ name: 'home', network }),
  )
  return { made, begun }
}

describe('the calls of a test of limits', () => {
  it.each([
    ['mainnet', false],
    ['testnet', false],
    ['practice', true],
  ])('begin it for the deployment of the window: %s', async (network, isPractice) => {
    const { made, begun } = calls(network, null, null)
    await made.testLimits({}, window)
    await made.cancelLimitsTest({}, window)
    expect(begun).toEqual([{ deployment: 'home', isPractice }, 'cancelled'])
  })

  it('save the sheet that main has, and nothing where there is none or no file is chosen', async () => {
    const path = join(directory, 'limits.html')
    expect(await calls('testnet', SHEET, path).made.saveLimitsTest({}, window)).toEqual({ saved: true })
    expect(readFileSync(path, 'utf8')).toContain('Limits of home')
    expect(await calls('testnet', SHEET, null).made.saveLimitsTest({}, window)).toEqual({ saved: false })
    await expect(calls('testnet', null, path).made.saveLimitsTest({}, window)).rejects.toThrow('no sheet to save')
  })
})
