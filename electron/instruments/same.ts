/** Which instruments say something new: a list is told by what changed, and an unchanged one stays the same object. Pure. */
import type { InstrumentView, MarketsView } from '../../contract/instrument.ts'

const withoutAge = (key: string, value: unknown): unknown => (key === 'receivedAt' ? undefined : value)

/** Whether both say the same, but for when it was read. */
export const isSame = (a: InstrumentView | undefined, b: InstrumentView | undefined): boolean =>
  a === b || (a !== undefined && b !== undefined && JSON.stringify(a, withoutAge) === JSON.stringify(b, withoutAge))

/** `fresh` with every instrument of `before` that it says again; `before` itself where nothing is another. */
export function keptMarkets(before: MarketsView | null, fresh: MarketsView): MarketsView {
  if (before === null) return fresh
  const known = new Map(before.instruments.map((one) => [one.key, one]))
  const instruments = fresh.instruments.map((one) => {
    const last = known.get(one.key)
    return last !== undefined && isSame(last, one) ? last : one
  })
  const isUnchanged =
    instruments.length === before.instruments.length &&
    instruments.every((one, i) => one === before.instruments[i]) &&
    JSON.stringify([before.waiting, before.errors]) === JSON.stringify([fresh.waiting, fresh.errors])
  return isUnchanged ? before : { ...fresh, instruments }
}
