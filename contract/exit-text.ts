/** An exit plan under a name in words: its levels are distances from the entry, in the market's own unit. Pure. */

import { trimZeros } from './decimal.ts'
import type { ExitAfter, ExitLevel, ExitTerms } from './exit-plan.ts'
import { priceLabel } from './price-text.ts'

/** Everything that terms say, in one line: two that differ in anything have other words. */
export function termsText({ stop, targets, breakEven, trail, outBefore }: ExitTerms): string {
  const ways = [
    ...(stop === null ? [] : [`stop ${levelText(stop)}`]),
    ...targets.map(({ level, share }) => {
      const part = share.of === 'position' ? `${trimZeros(share.percent)} %` : `${trimZeros(share.size)} contracts`
      return `target ${levelText(level)} for ${part}`
    }),
    ...(breakEven === null ? [] : [`break-even ${afterText(breakEven)}`]),
    ...(trail === null ? [] : [`trail ${trimZeros(trail.distance)} ${afterText(trail.after)}`]),
    ...(outBefore === null ? [] : [`out ${outBefore} s before the end`]),
  ]
  return ways.join(', ')
}

const levelText = (level: ExitLevel): string =>
  level.by === 'price' ? `at ${priceLabel(trimZeros(level.price))}` : `${trimZeros(level.distance)} away`

function afterText(after: ExitAfter): string {
  switch (after.when) {
    case 'at_once':
      return 'at once'
    case 'moved':
      return `after ${trimZeros(after.distance)}`
    case 'first_target':
      return 'after the first target'
  }
}
