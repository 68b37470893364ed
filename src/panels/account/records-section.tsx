/** The trader's records: how many there are since when, and the file that they are in. */
import type { ReactNode } from 'react'
import type { Decimal } from '../../../contract/decimal.ts'
import type { PastReach, RecordsView } from '../../../contract/past.ts'
import { grouped, momentText } from '../../format/index.ts'
import { usePastView, useRecords } from '../../queries/index.ts'
import { Banner, Button, Facts, Skeleton } from '../../ui/index.ts'
import { Section } from './parts.tsx'

export function RecordsSection(): ReactNode {
  const { data, error, refetch } = useRecords()
  return (
    <Section title="Records">
      {data === undefined && error === null && <Skeleton rows={4} label="Loading records" />}
      {error !== null && (
        <Banner
          tone="warning"
          title="Your records could not be read."
          action={
            <Button size="small" onClick={() => void refetch()}>
              Read again
            </Button>
          }
        >
          {error.message}
        </Banner>
      )}
      {data !== undefined && <RecordFacts records={data} />}
    </Section>
  )
}

const MEGABYTE = 1e6
const megabytes = (bytes: number): string => `${grouped((bytes / MEGABYTE).toFixed(1) as Decimal)} MB`

function RecordFacts({ records }: { readonly records: RecordsView }): ReactNode {
  const { fills, orders, oldestFill, oldestOrder, file } = records
  const view = usePastView()
  return (
    <Facts aria-label="What is kept">
      <dt>Fills</dt>
      <dd>{keptText(fills, oldestFill, view?.fills)}</dd>
      <dt>Orders</dt>
      <dd>{keptText(orders, oldestOrder, view?.orders)}</dd>
      <dt>File</dt>
      <dd>
        {megabytes(file.bytes)}
        {file.free >= MEGABYTE / 10 && `, of which ${megabytes(file.free)} are free for what comes next`}
      </dd>
    </Facts>
  )
}

/** `1,204, the oldest 2026-05-26 14:02 UTC; read back to the beginning` */
function keptText(count: number, oldest: number | null, reach: PastReach | undefined): string {
  const kept = oldest === null ? 'None' : `${grouped(String(count) as Decimal)}, the oldest ${momentText(oldest)}`
  if (reach === undefined) return kept
  if (reach.isWhole) return `${kept}; read back to the beginning`
  return reach.since === null
    ? `${kept}; how far back they reach is not known yet`
    : `${kept}; complete since ${momentText(reach.since)}`
}
