/** A dialog that says what a scalar market is about; opened from the bucket and by a command. */
import type { ReactNode } from 'react'
import { create } from 'zustand'
import { instrumentOf } from '../../contract/instrument.ts'
import { TWAP_WINDOW } from '../../contract/market.ts'
import { LIVE, type MarketRef } from '../../contract/market-ref.ts'
import type { Millis } from '../../contract/time.ts'
import { type Command, useCommands } from '../commands/index.ts'
import { minuteText, zoneText } from '../format/index.ts'
import { useTopic, useTopicValue } from '../market-data/index.ts'
import { Button, Dialog, Facts } from '../ui/index.ts'
import { stationRows } from './station-rows.ts'

const useShown = create<{ readonly shown: MarketRef | null }>(() => ({ shown: null }))
const close = (): void => useShown.setState({ shown: null })

/** Opens the card of a scalar market. */
export const showStation = (market: MarketRef): void => useShown.setState({ shown: market })

/** The command that opens it for the live market. Pure. */
export const stationCommand = (run: () => void): Command => ({
  id: 'help/station',
  title: 'Market info: the station, and how it settles',
  scope: 'app',
  words: ['weather', 'temperature', 'contract', 'settlement', 'help', 'about'],
  menu: { menu: 'View', section: 'Help', label: 'Market info' },
  run,
})

const COMMANDS = [stationCommand(() => showStation(LIVE))]

/** Once in a window. */
export function StationCard(): ReactNode {
  const shown = useShown((state) => state.shown)
  useCommands(COMMANDS)
  return shown === null ? null : <Card market={shown} />
}

function Card({ market }: { readonly market: MarketRef }): ReactNode {
  const instrument = useTopic({ kind: 'instrument', market })
  const bucket = useTopic({ kind: 'bucket' })
  const zone = useTopicValue({ kind: 'session' }, ({ profile }) => profile.stationTimeZone) ?? null
  const scalar = instrumentOf(instrument, 'scalar')
  const rows = stationRows({
    station: scalar?.station ?? null,
    zone,
    twapWindow: scalar?.twapWindow ?? TWAP_WINDOW,
    hours: scalar === null ? null : hoursOf(scalar.start, scalar.end),
    live: bucket?.current?.asset ?? null,
    next: bucket?.next?.asset ?? null,
  })
  return (
    <Dialog
      title="Market info"
      onClose={close}
      onSubmit={close}
      actions={
        <Button variant="primary" type="submit">
          Close
        </Button>
      }
    >
      <Facts aria-label="Market info">
        {rows.flatMap(({ name, words }) => [<dt key={`${name} name`}>{name}</dt>, <dd key={name}>{words}</dd>])}
      </Facts>
    </Dialog>
  )
}

const hoursOf = (start: Millis | null, end: Millis | null): string | null =>
  start === null || end === null ? null : `${minuteText(start)} to ${minuteText(end)} ${zoneText(end)}`
