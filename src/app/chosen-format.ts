/** Has the window write times, temperatures and numbers as the settings say, and money in what the deployment's markets are settled in. */
import { useLayoutEffect } from 'react'
import { DEFAULT_OUTCOME_COLLATERAL } from '../../contract/collateral.ts'
import type { Settings } from '../../contract/settings-table.ts'
import { DEFAULT_SETTINGS } from '../../contract/settings-table.ts'
import { isZone, ownZone, setFormat, useFormat } from '../format/index.ts'
import { useTopic } from '../market-data/index.ts'
import { useSession, useSettings } from '../queries/index.ts'

/** The zone that times are told in; UTC where the deployment does not name the station's, or names one that is not known here. */
export function zoneOf(choice: Settings['timeZone'], station: string | null, computer: () => string): string {
  if (choice === 'computer') return computer()
  return choice === 'station' && station !== null && isZone(station) ? station : 'UTC'
}

/** Keeps the format of the window as the settings say; whoever calls it is rendered again when it changes. */
export function useChosenFormat(): void {
  const { timeZone, temperature, grouping, prices } = useSettings() ?? DEFAULT_SETTINGS
  const zone = zoneOf(timeZone, useSession()?.profile.stationTimeZone ?? null, ownZone)
  const outcomes = useTopic({ kind: 'outcome_collateral' }) ?? DEFAULT_OUTCOME_COLLATERAL
  useLayoutEffect(
    () => setFormat({ zone, temperature, grouping, prices, outcomes }),
    [zone, temperature, grouping, prices, outcomes],
  )
  useFormat()
}
