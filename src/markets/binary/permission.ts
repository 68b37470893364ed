/** Whether the binary market takes orders from this trader now, and if not, why, in words. Pure. */
import type { BinaryView } from '../../../contract/binary.ts'
import { binaryEntry } from '../../../contract/entry.ts'
import { type Permission, permissionIn, type SessionStanding, sessionReason } from '../../trade-forms/index.ts'

interface BinaryPermissionInput {
  readonly session: SessionStanding
  readonly view: Pick<BinaryView, 'markets' | 'status'> | undefined
  /** The asset to enter; the active one unless said. */
  readonly asset?: string
  /** The service's time. */
  readonly now: number
  readonly armed: boolean
}

/** What may be sent in a binary asset: a close is never held back by the phase. */
export function binaryPermission({ session, view, asset, now, armed }: BinaryPermissionInput): Permission {
  const identity = sessionReason(session)
  if (identity !== null) return { orders: 'none', reason: identity }
  return permissionIn(binaryEntry(asset ?? null, view ?? null, now), armed)
}
