/** `GET /v1/binary/markets`, `/status` and `/bucket` (docs/service/binary.md#reads). */
import type { BinaryBucket, BinaryMarket, BinaryPhase, BinaryStatus } from '../../../contract/binary.ts'
import { isMillis, type Millis } from '../../../contract/time.ts'
import { distinct } from '../rows.ts'
import type { Wire } from '../wire.ts'
import { ownMinimum, rulesOf } from './market-rules.ts'
import { binaryPhaseOf, marketStatusOf } from './texts.ts'

export const binaryMarketsOf = (answer: Wire): readonly BinaryMarket[] =>
  distinct(answer.items('markets').map(marketOf), ({ asset }) => asset)

function marketOf(market: Wire): BinaryMarket {
  const statusText = market.at('status').text()
  const { maxLeverage: _, ...rules } = rulesOf(market)
  return {
    asset: market.at('asset', 'coin').text(),
    assetId: market.at('asset_id').optional((wire) => wire.integer()),
    status: marketStatusOf(statusText),
    statusText,
    midpoint: market.at('midpoint').optional((wire) => wire.decimal()),
    ...rules,
    ...ownMinimum(market),
  }
}

/** Whether it is paused decides whether anything may be offered, so the field is required. */
export function binaryStatusOf(answer: Wire): BinaryStatus {
  const status = answer.unwrapped('status', 'binary_status')
  return {
    paused: status.at('paused', 'is_paused').flag(),
    activeAsset: status.at('active_asset', 'asset').optional((wire) => wire.text()),
    ...phaseOf(status),
    entryCutoff: status.at('entry_cutoff').optional((wire) => wire.time()) ?? cutoffFrom(status),
  }
}

/** A service that reports only the remaining time counts from its answer on; null when it does not date the answer. */
function cutoffFrom(status: Wire): Millis | null {
  const left = status.at('seconds_to_cutoff').optional((wire) => Math.round(Number(wire.decimal()) * 1000))
  const now = status.at('server_time', 'time').optional((wire) => wire.time()) ?? status.answeredAt
  if (left === null || now === null) return null
  const cutoff = now + left
  return isMillis(cutoff) ? cutoff : status.at('seconds_to_cutoff').fail('should be seconds')
}

/** Every field may be missing: between two buckets there is none. */
export function binaryBucketOf(answer: Wire): BinaryBucket {
  const bucket = answer.unwrapped('bucket', 'current')
  const server = [bucket, answer, answer.at('data')].map((wire) => wire.at('server_time'))
  return {
    asset: bucket.at('asset', 'active_asset').optional((wire) => wire.text()),
    start: bucket.at('start', 'start_time').optional((wire) => wire.time()),
    end: bucket.at('end', 'end_time').optional((wire) => wire.time()),
    ...phaseOf(bucket),
    midpoint: bucket.at('midpoint').optional((wire) => wire.decimal()),
    serverTime: server.find((wire) => !wire.missing)?.time() ?? null,
    answeredAt: answer.answeredAt ?? undefined,
  }
}

function phaseOf(wire: Wire): { phase: BinaryPhase; phaseText: string | null } {
  const phaseText = wire.at('phase').optional((text) => text.text())
  return { phase: phaseText === null ? 'unknown' : binaryPhaseOf(phaseText), phaseText }
}
