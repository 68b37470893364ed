/** What the card says, row by row: only what the service or its interface says; what is not said is named as that. Pure. */

export interface StationFacts {
  /** In the service's words; null where it does not say. */
  readonly station: string | null
  /** IANA name; null where the profile does not say it. */
  readonly zone: string | null
  /** Of the average at the end, ms. */
  readonly twapWindow: number
  /** When the bucket runs, in words; null where the service names none. */
  readonly hours: string | null
  /** Assets of the bucket that runs and of the one after it; null where the service names none. */
  readonly live: string | null
  readonly next: string | null
}

export interface StationRow {
  readonly name: string
  readonly words: string
}

/** By docs/service/buckets.md. */
export function stationRows({ station, zone, twapWindow, hours, live, next }: StationFacts): readonly StationRow[] {
  const seconds = twapWindow / 1000
  return [
    { name: 'Station', words: station ?? 'Not said by the service' },
    { name: 'Time zone', words: zone ?? 'Not said by the deployment’s profile' },
    { name: 'Mark', words: '500 plus the temperature in °F: 68.0 °F is 568.0' },
    { name: 'One °F', words: '1 USDC for each contract, up or down, before fees' },
    {
      name: 'Settles at',
      words: `The time-weighted average of the mark over the last ${seconds} s of the bucket (TWAP-${seconds}). Positions are closed at it, and resting orders expire`,
    },
    {
      name: 'Bucket',
      words: `120 minutes, aligned to UTC. ${hours === null ? 'The service names none right now' : `This one: ${hours}`}`,
    },
    {
      name: 'Assets',
      words: `Two take turns, one bucket each; which one is live, the service alone says. Live: ${live ?? 'not said right now'}. Next: ${next ?? 'not said right now'}`,
    },
  ]
}
