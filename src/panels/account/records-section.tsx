/** The trader's records: how many there are since when, the file that they are in, and for how long they are kept one by one. */
import type { ReactNode } from 'react'
import type { Decimal } from '../../../contract/decimal.ts'
import type { PastReach } from '../../../contract/past.ts'
import { BAR_WORDS, type PrunedView, type RecordsView } from '../../../contract/record-keeping.ts'
import { grouped, momentText, utcDateText } from '../../format/index.ts'
import { usePastView, useRecords } from '../../queries/index.ts'
import { Banner, Button, Facts, Skeleton } from '../../ui/index.ts'
import { KeepRecordsForm } from './keep-records-form.tsx'
import { Section } from './parts.tsx'
import { countWords, listWords } from './record-words.ts'

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
      {data !== undefined && (
        <>
          <RecordFacts records={data} />
          <KeepRecordsForm records={data} onChanged={() => void refetch()} />
        </>
      )}
    </Section>
  )
}

const MEGABYTE = 1e6
const megabytes = (bytes: number): string => `${grouped((bytes / MEGABYTE).toFixed(1) as Decimal)} MB`

function RecordFacts({ records }: { readonly records: RecordsView }): ReactNode {
  const { fills, orders, oldestFill, oldestOrder, pruned, file } = records
  const view = usePastView()
  return (
    <Facts aria-label="What is kept">
      <dt>Fills</dt>
      <dd>{keptWords(fills, oldestFill, view?.fills)}</dd>
      <dt>Orders</dt>
      <dd>{keptWords(orders, oldestOrder, view?.orders)}</dd>
      {pruned !== null && pruned.fills + pruned.orders > 0 && (
        <>
          <dt>As sums</dt>
          <dd>{sumWords(pruned)}</dd>
        </>
      )}
      <dt>File</dt>
      <dd>
        {megabytes(file.bytes)}
        {file.free >= MEGABYTE / 10 && `, of which ${megabytes(file.free)} are free for what comes next`}
      </dd>
      {waitWords(records).map((words) => (
        <WaitLine key={words} words={words} />
      ))}
    </Facts>
  )
}

const WaitLine = ({ words }: { readonly words: string }): ReactNode => (
  <>
    <dt>Waits</dt>
    <dd role="status">{words}</dd>
  </>
)

/** `1,204 one by one, the oldest 2026-05-26 14:02 UTC; all that the service has` */
function keptWords(count: number, oldest: number | null, reach: PastReach | undefined): string {
  const kept =
    oldest === null ? 'None' : `${grouped(String(count) as Decimal)} one by one, the oldest ${momentText(oldest)}`
  if (reach === undefined) return kept
  if (reach.isWhole) return `${kept}; read back to the beginning`
  return reach.since === null
    ? `${kept}; how far back they reach is not known yet`
    : `${kept}; complete since ${momentText(reach.since)}`
}

const sumWords = ({ fills, orders, cut, openings, isDone }: PrunedView): string =>
  `${countWords(fills, orders)} before ${utcDateText(cut)}; ${
    openings === 0
      ? 'nothing was held then'
      : `opening balances of ${openings === 1 ? 'one market' : `${openings} markets`}`
  }.${isDone ? '' : ' More are being put together…'}`

/** What keeps the choice from being carried out. */
function waitWords({ keep, plans, pruned }: RecordsView): readonly string[] {
  if (keep === 'everything') return []
  const { cut, fills, orders, bars } = plans[keep]
  if (fills + orders === 0 || bars.length === 0 || (pruned !== null && pruned.cut >= cut)) return []
  return [
    `${countWords(fills, orders)} before ${utcDateText(cut)} are put together once ${listWords(bars.map((bar) => BAR_WORDS[bar]))}.`,
  ]
}
