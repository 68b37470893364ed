/** The phase of a market, in a term shared by all families and in a specific text. Pure. */
import type { BinaryPhase, BinaryView } from '../../contract/binary.ts'
import type { InstrumentPhase } from '../../contract/instrument.ts'
import type { BucketPhase, MarketStatus } from '../../contract/market.ts'
import type { OutcomeMarket } from '../../contract/outcome.ts'

const phase = (label: InstrumentPhase['state'], text: string): InstrumentPhase => ({ state: label, text })

/** For a market without a reported phase. */
export const NOT_REPORTED = phase('unknown', 'State unknown')

/** From the market's own status (docs/service/buckets.md#statuses); in the service's term where the terminal does not know it. */
export function statusPhase(status: MarketStatus, statusText: string | null): InstrumentPhase {
  switch (status) {
    case 'active':
      return phase('open', 'Trading')
    case 'waiting':
      return phase('waiting', 'Waiting')
    case 'settling':
      return phase('settling', 'Settling')
    case 'settled':
      return phase('over', 'Settled')
    case 'paused':
      return phase('paused', 'Paused')
    case 'close_only':
      return phase('paused', 'Close-only')
    case 'unavailable':
      return phase('paused', 'Unavailable')
    case 'unknown':
      return phase('unknown', statusText ?? 'State unknown')
  }
}

/** @param byStatus phase from the asset's own status, null for none: it may be paused while its bucket trades. */
export function bucketPhase(bucket: BucketPhase, byStatus: InstrumentPhase | null): InstrumentPhase {
  const isOpen = byStatus === null || byStatus.state === 'open'
  switch (bucket) {
    case 'trading':
      return isOpen ? phase('open', 'Trading') : byStatus
    case 'final_window':
      return isOpen ? phase('final', 'Final window') : byStatus
    case 'settling':
      return phase('settling', 'Settling')
    case 'waiting':
      return phase('waiting', 'Waiting')
  }
}

const BINARY: Readonly<Record<Exclude<BinaryPhase, 'unknown'>, InstrumentPhase>> = {
  staging: phase('waiting', 'Staging'),
  trading: phase('open', 'Trading'),
  ramp: phase('settling', 'Ramp'),
  settled: phase('over', 'Settled'),
}

/**
 * Phase of the binary asset whose turn it is.
 * @param now the service's time
 */
export function binaryPhase(
  { status, bucket }: Pick<BinaryView, 'status' | 'bucket'>,
  byStatus: InstrumentPhase | null,
  now: number,
): InstrumentPhase {
  if (status?.paused === true) return phase('paused', 'Paused')
  const text = status?.phase ?? bucket?.phase ?? 'unknown'
  if (text === 'unknown') return phase('unknown', status?.phaseText ?? bucket?.phaseText ?? 'Phase unknown')
  if (text !== 'trading') return BINARY[text]
  if (byStatus !== null && byStatus.state !== 'open') return byStatus
  const cutoff = status?.entryCutoff ?? null
  return cutoff !== null && now >= cutoff ? phase('final', 'Entries closed') : BINARY.trading
}

/** @param now the service's time */
export function outcomePhase(
  { expired, settling, expiry, winner, sides }: Omit<OutcomeMarket, 'outcomeId' | 'name' | 'questions'>,
  now: number,
): InstrumentPhase {
  if (expired) {
    const won = sides.find(({ index }) => index === winner)
    return phase('over', won === undefined ? 'Expired' : `Paid ${won.name}`)
  }
  if (settling) return phase('settling', 'Settling')
  return expiry !== null && now >= expiry ? phase('settling', 'Expired') : phase('open', 'Trading')
}
