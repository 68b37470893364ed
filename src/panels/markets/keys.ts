/** The keys of the list of markets beside those of any table: what it does by them, and what the sheet of keys says of them. */
import type { ToldKey } from '../../ui/index.ts'

export const MARKETS_KEYS: readonly ToldKey<'favourite'>[] = [
  { act: 'favourite', keys: ['f'], shift: false, does: 'Keep the market of the row as a favorite, or no longer' },
]
