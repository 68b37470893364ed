/** The dialog "Market info" of a scalar market; opened from the bucket panel and by a command. */
import type { ReactNode } from 'react'
import { create } from 'zustand'
import { instrumentOf } from '../contract/instrument.ts'
import { TWAP_WINDOW } from '../contract/market.ts'
import { LIVE, type MarketRef } from '../contract/market-ref.ts'
import type { Millis } from '../contract/time.ts'
import { type Command, useCommands } from './commands/index.ts'
import { minuteText, zoneText } from './format/index.ts'
import { useTopic, useTopicValue } from './market-data/index.ts'
import { Button, Dialog, Facts } from './ui/index.ts'

// Rows contain only what the service reports; a missing value is shown as not reported.

interface StationFacts {
  /** The station as the service describes it; null when it does not. */
  readonly station: string | null
  /** IANA time zone; null when the profile omits it. */
  readonly zone: string | null
  /** Length of the settlement average at the end of the bucket, ms. */
  readonly twapWindow: number
  /** Start and end of the bucket as text; null when the service reports none. */
  readonly hours: string | null
  /** Assets of the current bucket and of the next one; null where the service reports none. */
  readonly live: string | null
  readonly next: string | null
}

interface StationRow {
  readonly name: string
  readonly text: string
}

/** The rows of the dialog; the rules are those of docs/service/buckets.md. */
export function stationRows({ station, zone, twapWindow, hours, live, next }: StationFacts): readonly StationRow[] {
  const seconds = twapWindow / 1000
  return [
    { name: 'Station', text: station ?? 'Not reported by the venue' },
    { name: 'Time zone', text: zone ?? 'Not in the deployment’s profile' },
    { name: 'Mark', text: '500 plus the temperature in °F: 68.0 °F is 568.0' },
    { name: 'One °F', text: '1 USDC per contract, before fees' },
    {
      name: 'Settles at',
      text: `The time-weighted average of the mark over the last ${seconds} s of the bucket (TWAP-${seconds}). Positions settle at this average, and resting orders expire`,
    },
    {
      name: 'Bucket',
      text:
        hours === null
          ? '120 minutes, aligned to UTC. None announced right now'
          : `120 minutes, aligned to UTC. This one: ${hours}`,
    },
    {
      name: 'Assets',
      text: `Two alternate, one bucket each. Live: ${live ?? 'not reported'}. Next: ${next ?? 'not reported'}`,
    },
  ]
}

const useShown = create<{ readonly shown: MarketRef | null }>(() => ({ shown: null }))
const close = (): void => useShown.setState({ shown: null })

/** Opens the dialog for a scalar market. */
export const showStation = (market: MarketRef): void => useShown.setState({ shown: market })

/** The command that opens the dialog; `run` does so for the live market. Pure. */
export const stationCommand = (run: () => void): Command => ({
  id: 'help/station',
  title: 'Market info',
  scope: 'app',
  aliases: ['weather', 'temperature', 'contract', 'settlement', 'help', 'about'],
  menu: { menu: 'View', section: 'Help', label: 'Market info' },
  run,
})

const COMMANDS = [stationCommand(() => showStation(LIVE))]

/** Render once per window. */
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
        {rows.flatMap(({ name, text }) => [<dt key={`${name} name`}>{name}</dt>, <dd key={name}>{text}</dd>])}
      </Facts>
    </Dialog>
  )
}

const hoursOf = (start: Millis | null, end: Millis | null): string | null =>
  start === null || end === null ? null : `${minuteText(start)} to ${minuteText(end)} ${zoneText(end)}`
