/** Sizes as they are typed in the dialog that changes them. Pure. */
import { type Decimal, type Price, parseTyped, trimZeros } from '../../contract/decimal.ts'
import type { Family } from '../../contract/market-ref.ts'
import { presetsIssue, type SizePreset, type SizeUnit, UNITS_OF } from '../../contract/size-presets.ts'

/** One row, just as typed. `stop` counts for a risk only. */
export interface TypedPreset {
  readonly by: SizeUnit
  readonly amount: string
  readonly stop: string
}

export const typedOf = (preset: SizePreset): TypedPreset => ({
  by: preset.by,
  amount: trimZeros(preset.amount),
  stop: preset.by === 'risk' ? trimZeros(preset.stop) : '',
})

/** A new row. */
export const newRow = (family: Family): TypedPreset => ({ by: UNITS_OF[family][0], amount: '', stop: '' })

/** The sizes of the rows, or what is wrong with them. */
export function presetsOf(
  family: Family,
  rows: readonly TypedPreset[],
): { readonly presets: readonly SizePreset[] } | { readonly issue: string } {
  const presets: SizePreset[] = []
  for (const [at, { by, amount: text, stop: stopText }] of rows.entries()) {
    const amount = parseTyped(text)
    if (amount === null) return { issue: `Size ${at + 1}: ${text.trim() === '' ? 'is missing' : 'is not a number'}.` }
    if (by !== 'risk') {
      presets.push({ by, amount: trimZeros(amount) })
      continue
    }
    const stop = parseTyped(stopText)
    if (stop === null) return { issue: `Size ${at + 1}: a risk needs the distance of its stop.` }
    presets.push({ by, amount: trimZeros(amount), stop: trimZeros(stop as Decimal) as Price })
  }
  const issue = presetsIssue(family, presets)
  return issue === null ? { presets } : { issue }
}
