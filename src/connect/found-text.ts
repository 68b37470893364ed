/** Texts of a service found at an address. Pure. */

import { assertNever } from '../../contract/brand.ts'
import type { ConnectNetwork, FamilyFound, ServiceFound } from '../../contract/connect.ts'
import { FAMILY_RULES } from '../../contract/family-rules.ts'
import { counted } from '../../contract/plural.ts'

export const NETWORK_LABELS: Readonly<Record<ConnectNetwork, string>> = {
  mainnet: 'Mainnet',
  testnet: 'Testnet',
  practice: 'Practice',
}

/** The description of one family: a mark, so that it is readable without color, and the text. */
export interface FamilyText {
  readonly name: string
  readonly mark: '✓' | '–' | '⚠'
  readonly text: string
  /** The service's reason; null where there is nothing to add. */
  readonly reason: string | null
}

export function familyText({ family, state, markets, reason }: FamilyFound): FamilyText {
  const name = FAMILY_RULES[family].name
  switch (state) {
    case 'offered':
      return { name, mark: '✓', text: marketsText(markets ?? 0), reason }
    case 'absent':
      return { name, mark: '–', text: 'not offered', reason }
    case 'closed':
      return { name, mark: '–', text: 'only when signed in', reason }
    case 'unread':
      return { name, mark: '⚠', text: 'could not be read', reason }
    default:
      return assertNever(state, 'state of a family')
  }
}

function marketsText(markets: number): string {
  if (markets === 0) return 'available, no market now'
  return counted(markets, 'market', 'markets')
}

/** The service's statement on who may trade. */
export const waitlistText = (waitlist: boolean): string =>
  waitlist ? 'On: only admitted traders can trade.' : 'Off: any access token can trade.'

/** Smaller clock differences are within the measurement error, ms. */
const SAME = 1500

/** The service's clock relative to this computer's. */
export function clockText(aheadMs: number | null): string {
  if (aheadMs === null) return 'The venue does not report its time.'
  const off = Math.abs(aheadMs)
  if (off <= SAME) return 'Matches this computer within a second or two.'
  return aheadMs > 0
    ? `${spanText(off)} ahead of this computer’s. Isotherm uses the venue’s.`
    : `${spanText(off)} behind this computer’s. Isotherm uses the venue’s.`
}

/** `3 s`, `12 min`, `5 h`, `267 days`: in the largest appropriate unit. */
function spanText(ms: number): string {
  const seconds = Math.round(ms / 1000)
  if (seconds < 120) return `${seconds} s`
  const minutes = Math.round(seconds / 60)
  if (minutes < 120) return `${minutes} min`
  const hours = Math.round(minutes / 60)
  return hours < 48 ? `${hours} h` : `${Math.round(hours / 24)} days`
}

/** The warning for a service on which nothing could be traded by its current answers; null where something could. */
export function nothingOffered({ families }: Pick<ServiceFound, 'families'>): string | null {
  if (families.some(({ state }) => state === 'offered' || state === 'closed')) return null
  return 'No market family answered. You can add it; Isotherm retries while a window uses it.'
}

/** The form field that an error belongs to. */
export type FormField = 'address' | 'network' | 'name' | 'file'

export function fieldOf(about: string | null): FormField | null {
  if (about === null) return null
  if (about === 'baseUrl') return 'address'
  if (about === 'address' || about === 'network' || about === 'name' || about === 'file') return about
  // All other profile fields come from its file.
  return 'file'
}
