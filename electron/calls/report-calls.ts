/** What main does for a window that reports a problem: shows a text, and writes that text alone. */
import { writeFile } from 'node:fs/promises'
import type { WebContents } from 'electron'
import { CallError } from '../errors.ts'
import type { Handlers } from '../ipc/index.ts'
import { problemReport, type ReportFacts } from '../report.ts'
import type { FileKind } from '../windows/index.ts'
import { saidAs } from './in-words.ts'

export interface ReportCallsOptions {
  readonly reportFacts: (window: WebContents) => ReportFacts
  readonly chooseFile: (window: WebContents, name: string, kind: FileKind) => Promise<string | null>
}

const TEXT: FileKind = { words: 'text', extension: 'txt' }

export function reportCalls({
  reportFacts,
  chooseFile,
}: ReportCallsOptions): Pick<Handlers, 'readProblemReport' | 'saveProblemReport'> {
  /** What each window was shown last: the page never says what is written. */
  const shown = new WeakMap<WebContents, string>()
  return {
    readProblemReport({ details }, window) {
      const text = problemReport(reportFacts(window), details)
      shown.set(window, text)
      return { text }
    },
    async saveProblemReport(_input, window) {
      const text = shown.get(window)
      if (text === undefined) throw new CallError('bad_input', 'No report was shown in this window: open it first.')
      const path = await chooseFile(window, 'isotherm-report.txt', TEXT)
      if (path === null) return { saved: false }
      await writeFile(path, text, { mode: 0o600 }).catch(saidAs('not_saved'))
      return { saved: true }
    },
  }
}
