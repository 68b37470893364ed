/** Asset and phase over the two figures that matter: temperature, and the mark that trades. */
import type { ReactNode } from 'react'
import { absolute, type Price, placesOf, signOf, subtract } from '../../../contract/decimal.ts'
import type { BucketView } from '../../../contract/market.ts'
import { atPlaces, NONE, temperatureOf } from '../../format/index.ts'
import { useTopicValue } from '../../market-data/index.ts'
import { PHASE_WORDS } from '../../markets/scalar/index.ts'
import { classNames } from '../../ui/index.ts'
import { useActiveAsset } from '../../workspace/index.ts'
import styles from './bucket-panel.module.css'

export function LiveFigures({ view }: { view: BucketView }): ReactNode {
  const asset = useActiveAsset()
  const ticker = asset === null ? null : ({ kind: 'ticker', asset } as const)
  const mark = useTopicValue(ticker, (value) => value.mark) ?? null
  const prevDay = useTopicValue(ticker, (value) => value.prevDay) ?? null
  return (
    <>
      <div className={styles.lead}>
        <p className={styles.label}>
          {asset ?? 'No asset'}
          <span className={classNames(styles.phase, styles[view.phase])}>{PHASE_WORDS[view.phase]}</span>
        </p>
        <p className={styles.hero}>{temperatureOf(mark)}</p>
      </div>
      <div className={styles.lead}>
        <p className={styles.label}>Mark</p>
        <p className={styles.mark}>
          {mark ?? NONE}
          {mark !== null && prevDay !== null && <DayChange mark={mark} prevDay={prevDay} />}
        </p>
      </div>
    </>
  )
}

function DayChange({ mark, prevDay }: { mark: Price; prevDay: Price }): ReactNode {
  const change = subtract(mark, prevDay)
  const sign = signOf(change)
  return (
    <span className={classNames(styles.change, sign > 0 && styles.up, sign < 0 && styles.down)}>
      <span aria-hidden="true">{sign > 0 ? '▲' : sign < 0 ? '▼' : ''}</span>
      <span className="visually-hidden">{sign > 0 ? 'up' : sign < 0 ? 'down' : 'unchanged'}</span>{' '}
      {atPlaces(absolute(change), placesOf(mark))}
      <span className={styles.against}> in 24 h</span>
    </span>
  )
}
