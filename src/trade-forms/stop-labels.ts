/** What became of the orders that were under way when everything was canceled or closed, a line each. Pure. */
import type { StopReport } from '../../contract/flatten.ts'
import { intentText } from './intent-labels.ts'
import { type Naming, PLAIN_NAMES } from './line-parts.ts'

export const stoppedLines = ({ stopped }: StopReport, names: Naming = PLAIN_NAMES): string[] =>
  stopped.map(({ intent }) => `${intentText(intent, [], names)}: stopped, nothing was sent.`)

export const unknownLines = ({ unknown }: StopReport, names: Naming = PLAIN_NAMES): string[] =>
  unknown.map(
    ({ intent }) =>
      `${intentText(intent, [], names)}: was sent before, and it is not known yet what became of it. Follow it in Activity.`,
  )
