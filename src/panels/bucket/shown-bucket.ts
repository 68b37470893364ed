/** Whether the strip's market is the one that runs now, and what is to be said of one that is not. Pure. */
import type { ScalarInstrument } from '../../../contract/instrument.ts'
import type { BucketView } from '../../../contract/market.ts'
import { LIVE, sameRef } from '../../../contract/market-ref.ts'
import { minuteText, zoneText } from '../../format/index.ts'

type Market = Pick<ScalarInstrument, 'ref' | 'asset' | 'title' | 'start' | 'end'>
type Live = Pick<BucketView, 'current' | 'next'>

/** Whether the bucket's own phase, times and estimate are this market's: of the live one always, of an asset while it runs or settles. */
export function isRunning({ ref, asset }: Pick<Market, 'ref' | 'asset'>, { current, next }: Live): boolean {
  if (sameRef(ref, LIVE)) return true
  return current === null ? asset !== null && next?.asset !== asset : current.asset === asset
}

/** Of a market that does not run: when it does, and which one runs until then. @param now by the service's clock, ms */
export function notRunningText(
  { title, start, end }: Market,
  { current }: Live,
  now: number,
): { readonly whole: string; readonly short: string } {
  const running = current === null ? '' : ` ${current.asset} trades until ${at(current.end)}.`
  if (start !== null && start > now) {
    const until = end === null ? '' : ` and settles ${at(end)}`
    return { whole: `${title} opens ${at(start)}${until}.${running}`, short: `Opens ${at(start)}.` }
  }
  if (end !== null && end <= now) return { whole: `${title} ended ${at(end)}.${running}`, short: 'It has ended.' }
  return { whole: `${title} has no bucket now.${running}`, short: 'It has no bucket now.' }
}

const at = (time: number): string => `${minuteText(time)} ${zoneText(time)}`
