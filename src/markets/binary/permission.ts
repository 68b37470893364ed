/** Whether the binary market takes orders from this trader now, and if not, why, in words. Pure. */
import type { BinaryPhase, BinaryView } from '../../../contract/binary.ts'
import type { MarketStatus } from '../../../contract/market.ts'
import { NOT_ARMED, type Permission, type SessionStanding, sessionReason } from '../../trade-forms/index.ts'

interface BinaryPermissionInput {
  readonly session: SessionStanding
  readonly view: Pick<BinaryView, 'markets' | 'status' | 'bucket'> | undefined
  /** The service's time. */
  readonly now: number
  readonly armed: boolean
}

/** What may be sent in the active binary asset (docs/service/binary.md#phases): a close is never held back by the phase. */
export function binaryPermission({ session, view, now, armed }: BinaryPermissionInput): Permission {
  const identity = sessionReason(session)
  if (identity !== null) return { orders: 'none', reason: identity }
  const reason = entryReason(view, now) ?? (armed ? null : NOT_ARMED)
  return reason === null ? { orders: 'any' } : { orders: 'reducing', reason }
}

function entryReason(view: BinaryPermissionInput['view'], now: number): string | null {
  const status = view?.status ?? null
  if (view === undefined || status === null) return 'Waiting for the binary markets.'
  if (status.paused) return 'Binary trading is paused: no entries for now.'
  const asset = status.activeAsset
  if (asset === null) return 'No binary asset is active: entries open with the next one.'
  // A market that takes no entries because of its phase says so in its status too: the phase says more.
  const phase = phaseReason(asset, status.phase, status.phaseText)
  if (phase !== null) return phase
  if (status.entryCutoff !== null && now >= status.entryCutoff) {
    return `Entries in ${asset} have ended: the next bucket opens soon.`
  }
  const market = view.markets.find((one) => one.asset === asset)
  return market === undefined ? null : statusReason(asset, market.status, market.statusText)
}

function phaseReason(asset: string, phase: BinaryPhase, text: string | null): string | null {
  switch (phase) {
    case 'trading':
      return null
    case 'staging':
      return `${asset} is being staged: entries open when it trades.`
    case 'ramp':
      return `The settlement of ${asset} is being struck: entries have ended.`
    case 'settled':
      return `${asset} has settled: the next bucket opens soon.`
    case 'unknown':
      return `The service calls the phase “${text ?? '?'}”, which the terminal does not know: no entries.`
  }
}

function statusReason(asset: string, status: MarketStatus, text: string): string | null {
  switch (status) {
    case 'active':
      return null
    case 'paused':
      return `${asset} is paused: no entries for now.`
    case 'close_only':
      return `${asset} is close-only: no entries.`
    case 'settling':
    case 'settled':
    case 'waiting':
    case 'unavailable':
      return `${asset} is ${status}: no entries.`
    case 'unknown':
      return `The service calls ${asset} “${text}”, which the terminal does not know: no entries.`
  }
}
