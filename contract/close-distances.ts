/** How far from the price closes may go, as the settings have it: of tickets, lines, keys and exits, and of panels without a choice of their own. Pure. */
import type { Family } from './account.ts'
import { type Decimal, lesser, type Price } from './decimal.ts'
import { type CloseDistance, ofCents } from './protection.ts'
import type { Settings } from './settings-table.ts'

export type CloseDistances = { readonly [F in Family]: CloseDistance }

type Chosen = Pick<
  Settings,
  | 'closeDegrees'
  | 'closeDegreesBound'
  | 'closeBinaryCents'
  | 'closeBinaryCentsBound'
  | 'closeShareCents'
  | 'closeShareCentsBound'
>

export const closeDistancesOf = (chosen: Chosen): CloseDistances => ({
  scalar: closeReach(chosen.closeDegrees as string as Price, chosen.closeDegreesBound as string as Price),
  binary: closeReach(cents(chosen.closeBinaryCents), cents(chosen.closeBinaryCentsBound)),
  outcome: closeReach(cents(chosen.closeShareCents), cents(chosen.closeShareCentsBound)),
})

/** A first distance beyond the bound begins at the bound. */
export const closeReach = (first: Price, bound: Price): CloseDistance => ({ distance: lesser(first, bound), bound })

const cents = (text: string): Price => ofCents(text as Decimal)
