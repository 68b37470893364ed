/** The distribution of the settlement, drawn and in figures, or why there is none. */
import type { ReactNode } from 'react'
import { type Forecast, LEAST_STRETCHES } from '../../../contract/settlement/index.ts'
import { spanText } from '../../market-data/index.ts'
import { Banner, EmptyState, ErrorState, Skeleton } from '../../ui/index.ts'
import type { Desk, SectionProps } from './desk.ts'
import { DistributionChart } from './distribution-chart.tsx'
import { MESSAGES } from './messages.ts'
import { bandsOf, degreesOf, markOf } from './model-texts.ts'
import styles from './settlement-desk.module.css'

export function WhereItSettles({ desk }: SectionProps): ReactNode {
  const { forecast } = desk
  switch (forecast.is) {
    case 'loading':
      return <Skeleton rows={3} label="Loading past marks" />
    case 'error':
      return <ErrorState title="Past marks could not be read" message={forecast.message} onRetry={forecast.again} />
    case 'missing':
      return <EmptyState>{forecast.reason}</EmptyState>
    case 'not_enough':
      return (
        <Banner title={MESSAGES.notEnough}>
          {` The marks that were read hold ${forecast.have} stretches as long as what is left (${spanText(forecast.stretch)}); ${LEAST_STRETCHES} are the least that tell how far it may go. Nothing is drawn. An own volatility may be set under Assumptions.`}
        </Banner>
      )
    case 'forecast':
      return <Drawn desk={desk} forecast={forecast} />
  }
}

function Drawn({ desk, forecast }: { readonly desk: Desk; readonly forecast: Forecast }): ReactNode {
  const { distribution, remainingDeviation, drift, openShare, proven } = forecast
  return (
    <>
      <DistributionChart desk={desk} forecast={forecast} />
      <dl className={styles.figures} aria-label="Distribution of the settlement">
        <div data-main>
          <dt>Mean</dt>
          <dd>
            {degreesOf(distribution.mean)} <small>{markOf(distribution.mean)}</small>
          </dd>
        </div>
        {bandsOf(distribution).map(({ name, low, high }) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{`${degreesOf(low, false)} to ${degreesOf(high)}`}</dd>
          </div>
        ))}
        <div title="Standard deviation of what the rest will average, around what is expected of it">
          <dt>Volatility of the rest</dt>
          <dd>
            {`${remainingDeviation.toFixed(3)} °F`}
            {openShare < 1 && <small>{` × ${Math.round(openShare * 100)} % open`}</small>}
          </dd>
        </div>
        <div title="What the past says the rest moves from the mark, once that has proven nearer than expecting no move">
          <dt>Drift</dt>
          <dd>{driftText(drift, proven, desk.chosen.drift)}</dd>
        </div>
      </dl>
    </>
  )
}

const driftText = (drift: number, proven: Forecast['proven'], isWanted: boolean): ReactNode => {
  if (!isWanted) return 'off'
  if (proven === null) return 'not known'
  if (!proven.isProven) return 'none proven'
  return (
    <>
      {`${drift < 0 ? '−' : '+'} ${Math.abs(drift).toFixed(2)} °F`}
      <small>{`, squared error ${Math.round(proven.takesAway * 100)} % smaller`}</small>
    </>
  )
}
