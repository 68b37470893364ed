/** From an exit plan under a name to what is typed in a form, and back: a template holds distances only. Pure. */
import { type Price, signOf, subtract, trimZeros } from '../../contract/decimal.ts'
import { type ExitAfter, type ExitLevel, type ExitTerms, isTemplate } from '../../contract/exit-plan.ts'
import { type ExitSide, levelPrice } from '../../contract/exit-rules.ts'
import { type ExitReading, type ExitTexts, NO_EXITS, typedPrice } from './exit-texts.ts'

/** What is protected, as far as it is known. */
interface Entered {
  readonly side: ExitSide | null
  readonly entry: Price | null
}

/** A template as it is typed in a form; null where the form asks for prices and there is no entry to count them from. */
export function textsOfTemplate(
  { stop, targets, breakEven, trail, outBefore }: ExitTerms,
  { levels, unit, tick }: Pick<ExitReading, 'levels' | 'unit' | 'tick'>,
  { side, entry }: Entered,
): ExitTexts | null {
  if (levels === 'price' && (side === null || entry === null)) return null
  const typed = (kind: 'stop' | 'target', level: ExitLevel): string => {
    if (level.by === 'price') return typedPrice(level.price, unit)
    if (levels === 'distance' || side === null || entry === null) return trimZeros(level.distance)
    return typedPrice(levelPrice(kind, level, { side, entry, tick }), unit)
  }
  return {
    ...NO_EXITS,
    stop: stop === null ? '' : typed('stop', stop),
    targets:
      targets.length === 0
        ? NO_EXITS.targets
        : targets.map(({ level, share }) => ({
            level: typed('target', level),
            share: trimZeros(share.of === 'position' ? share.percent : share.size),
          })),
    breakEven: breakEven === null || breakEven.when === 'at_once' ? 'off' : breakEven.when,
    breakEvenBy: distanceOf(breakEven),
    trail: trail === null ? '' : trimZeros(trail.distance),
    trailAfter: trail?.after.when ?? NO_EXITS.trailAfter,
    trailBy: distanceOf(trail?.after ?? null),
    outBefore: outBefore === null ? '' : String(outBefore),
  }
}

const distanceOf = (after: ExitAfter | null): string => (after?.when === 'moved' ? trimZeros(after.distance) : '')

/** Whether targets of a template share in per cent or in contracts; null where it has none. */
export const sharesOfTemplate = ({ targets }: ExitTerms): ExitReading['shares'] | null => targets[0]?.share.of ?? null

/** Terms with every price as its distance from the entry; null where one lies on the side where it is none. */
export function templateOf(terms: ExitTerms, { side, entry }: Entered): ExitTerms | null {
  if (isTemplate(terms)) return terms
  if (side === null || entry === null) return null
  const away = (kind: 'stop' | 'target', level: ExitLevel): ExitLevel | null => {
    if (level.by === 'distance') return level
    const isUp = (kind === 'target') === (side === 'long')
    const distance = isUp ? subtract(level.price, entry) : subtract(entry, level.price)
    return signOf(distance) > 0 ? { by: 'distance', distance } : null
  }
  const stop = terms.stop === null ? null : away('stop', terms.stop)
  const targets = terms.targets.flatMap(({ level, share }) => {
    const at = away('target', level)
    return at === null ? [] : [{ level: at, share }]
  })
  if (targets.length < terms.targets.length || (terms.stop !== null && stop === null)) return null
  return { ...terms, stop, targets }
}
