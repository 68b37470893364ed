/** Whether the live market takes orders from this trader now, and if not, why, in words. */
import type { BucketPhase, MarketStatus } from '../../../contract/market.ts'
import { NOT_ARMED, type Permission, type SessionStanding, sessionReason } from '../../trade-forms/index.ts'

export interface PermissionInput {
  readonly session: SessionStanding
  readonly phase: BucketPhase | null
  /** The live bucket's asset, null during the hand-over. */
  readonly liveAsset: string | null
  readonly asset: string
  readonly status: MarketStatus | null
  readonly statusText: string | null
  /** Whether this window may send what adds exposure; it may unless said otherwise. */
  readonly armed?: boolean
}

/** What orders may be sent in the asset (docs/service/buckets.md#phases, docs/service/buckets.md#statuses). */
export function permissionOf(input: PermissionInput): Permission {
  const identity = sessionReason(input.session)
  if (identity !== null) return { orders: 'none', reason: identity }
  if (input.phase === 'settling') {
    return { orders: 'none', reason: 'Settling: orders open again when the next bucket is live.' }
  }
  if (input.phase === 'waiting') return { orders: 'none', reason: 'Waiting for the next bucket to open.' }
  switch (input.status) {
    case 'settling':
      return { orders: 'none', reason: `${input.asset} is settling: no orders until it trades again.` }
    case 'settled':
      return { orders: 'none', reason: `${input.asset} has settled${other(input)}.` }
    case 'waiting':
      return { orders: 'none', reason: `${input.asset} waits for its bucket${other(input)}.` }
    case 'unavailable':
      return { orders: 'none', reason: `${input.asset} is unavailable.` }
    case 'paused':
      return { orders: 'reducing', reason: `${input.asset} is paused: only reduce-only orders can be sent.` }
    case 'close_only':
      return { orders: 'reducing', reason: `${input.asset} is close-only: only reduce-only orders are taken.` }
    case 'unknown':
      return {
        orders: 'reducing',
        reason: `The service calls ${input.asset} “${input.statusText ?? '?'}”, which the terminal does not know: only reduce-only orders can be sent.`,
      }
    case 'active':
    case null:
      return input.armed === false ? { orders: 'reducing', reason: NOT_ARMED } : { orders: 'any' }
  }
}

const other = ({ asset, liveAsset }: PermissionInput): string =>
  liveAsset !== null && liveAsset !== asset ? `; ${liveAsset} is live` : ''
