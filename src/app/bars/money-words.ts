/** What the two figures of money in the top bar are made of, for a pointer that rests on them. */
import { negate, signOf, toPlaces } from '../../../contract/decimal.ts'
import type { CollateralClass, Equity } from '../../../contract/equity.ts'
import { grouped, signed } from '../../format/index.ts'
import type { Today } from '../../workspace/index.ts'

const COUNTED = '1 USDH is counted as 1 USDC.'

export function todayWords(today: Today | null): string {
  if (today === null) return 'What today has brought is not known yet.'
  const { realised, fees, unrealised } = today
  const spent = signOf(fees) === 0 ? fees : negate(fees)
  const done = `Since 00:00 UTC: realised ${signed(toPlaces(realised, 2))}, fees ${signed(toPlaces(spent, 2))}`
  return unrealised === null
    ? `${done}. What was unrealised at 00:00 UTC is not known: its change is not in it. ${COUNTED}`
    : `${done}, change of unrealised ${signed(toPlaces(unrealised, 2))}. ${COUNTED}`
}

const CLASS_NAMES: { readonly [C in CollateralClass]: string } = {
  usdc: 'USDC',
  usdh: 'free USDH',
  usdh_outcome: 'USDH in outcome trading',
  shares: 'shares at their mark',
}

/** What the total of the bar is in: 1 USDH counts as 1 USDC, and where there is none of it all is USDC. */
export function equityUnit(equity: Equity | null): string {
  const hasUsdh = equity?.classes.some(({ id, total }) => id !== 'usdc' && total !== null && signOf(total) !== 0)
  return hasUsdh === true ? 'USDC + USDH' : 'USDC'
}

export function equityWords(equity: Equity | null): string {
  if (equity === null) return 'The equity is not known yet.'
  const parts = equity.classes.map(
    ({ id, total }) => `${CLASS_NAMES[id]} ${total === null ? 'not told' : grouped(toPlaces(total, 2, 'down'))}`,
  )
  return `${parts.join(', ')}. ${COUNTED}`
}
