/** An exit plan under a name in words: its levels are distances from the entry, in the market's own unit. Pure. */

import { trimZeros } from './decimal.ts'
import type { ExitAfter, ExitLevel, ExitTerms } from './exit-plan.ts'
import { priceWords } from './price-words.ts'

/** Everything that terms say, in one line: two that differ in anything have other words. */
export function termsWords({ stop, targets, breakEven, trail, outBefore }: ExitTerms): string {
  const ways = [
    ...(stop === null ? [] : [`stop ${levelWords(stop)}`]),
    ...targets.map(({ level, share }) => {
      const part = share.of === 'position' ? `${trimZeros(share.percent)} %` : `${trimZeros(share.size)} contracts`
      return `target ${levelWords(level)} for ${part}`
    }),
    ...(breakEven === null ? [] : [`break-even ${afterWords(breakEven)}`]),
    ...(trail === null ? [] : [`trail ${trimZeros(trail.distance)} ${afterWords(trail.after)}`]),
    ...(outBefore === null ? [] : [`out ${outBefore} s before the end`]),
  ]
  return ways.join(', ')
}

const levelWords = (level: ExitLevel): string =>
  level.by === 'price' ? `at ${priceWords(trimZeros(level.price))}` : `${trimZeros(level.distance)} away`

function afterWords(after: ExitAfter): string {
  switch (after.when) {
    case 'at_once':
      return 'at once'
    case 'moved':
      return `after ${trimZeros(after.distance)}`
    case 'first_target':
      return 'after the first target'
  }
}
