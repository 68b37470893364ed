/** What main does for a window that has the limits tested. */
import { writeFile } from 'node:fs/promises'
import type { WebContents } from 'electron'
import { CallError } from '../errors/index.ts'
import type { Handlers } from '../ipc/index.ts'
import { type LimitsTest, sheetPage } from '../limits-test/index.ts'
import type { FileKind } from '../windows/index.ts'
import { saidAs } from './in-words.ts'

export interface LimitsTestCallsOptions {
  readonly limitsTest: Pick<LimitsTest, 'begin' | 'cancel' | 'sheet'>
  readonly chooseFile: (window: WebContents, name: string, kind: FileKind) => Promise<string | null>
}

const PAGE: FileKind = { words: 'HTML', extension: 'html' }

/** @param profileOf the deployment that a window is on. */
export const limitsTestCalls = (
  { limitsTest, chooseFile }: LimitsTestCallsOptions,
  profileOf: (window: WebContents) => { readonly name: string; readonly network: string },
): Pick<Handlers, 'testLimits' | 'cancelLimitsTest' | 'saveLimitsTest'> => ({
  testLimits(_input, window) {
    const { name, network } = profileOf(window)
    limitsTest.begin({ deployment: name, isPractice: network === 'practice' })
    return null
  },
  cancelLimitsTest() {
    limitsTest.cancel()
    return null
  },
  async saveLimitsTest(_input, window) {
    const sheet = limitsTest.sheet()
    if (sheet === null)
      throw new CallError('bad_input', 'No test of the limits is finished: there is no sheet to save.')
    const path = await chooseFile(window, 'isotherm-limits.html', PAGE)
    if (path === null) return { saved: false }
    await writeFile(path, sheetPage(sheet), { mode: 0o600 }).catch(saidAs('not_saved'))
    return { saved: true }
  },
})
