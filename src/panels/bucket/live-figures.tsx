/** Link, market and phase over the two figures that matter: temperature, and the mark that trades. */
import type { ReactNode } from 'react'
import { absolute, type Price, placesOf, signOf, subtract } from '../../../contract/decimal.ts'
import { instrumentOf } from '../../../contract/instrument.ts'
import type { BucketPhase } from '../../../contract/market.ts'
import { atPlaces, NONE, temperatureOf } from '../../format/index.ts'
import { useTopicValue } from '../../market-data/index.ts'
import { showStation } from '../../station-card.tsx'
import { classNames, PanelStart } from '../../ui/index.ts'
import { useInstrument, useShownAsset } from '../../workspace/index.ts'
import styles from './bucket-panel.module.css'

interface LiveFiguresProps {
  /** Null of a bucket that does not run. */
  readonly phase: BucketPhase | null
  /** The phase in words. */
  readonly words: string
}

export function LiveFigures({ phase, words }: LiveFiguresProps): ReactNode {
  const asset = useShownAsset()
  const ticker = asset === null ? null : ({ kind: 'ticker', asset } as const)
  const mark = useTopicValue(ticker, (value) => value.mark) ?? null
  const prevDay = useTopicValue(ticker, (value) => value.prevDay) ?? null
  return (
    <>
      <div className={styles.lead}>
        <div className={styles.market}>
          <PanelStart />
          <span className={classNames(styles.phase, styles[phase ?? 'waiting'])}>{words}</span>
        </div>
        <p className={styles.hero}>{temperatureOf(mark)}</p>
      </div>
      <div className={styles.lead}>
        <p className={styles.markHead}>
          <span className={styles.label}>Mark</span>
          <StationButton />
        </p>
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

/** Its code, and as much of its name as the mark below it leaves room for: it moves nothing, and the name in full stands in the card. */
function StationButton(): ReactNode {
  const instrument = instrumentOf(useInstrument(), 'scalar')
  if (instrument === null) return null
  const station = instrument.station ?? 'Station not said'
  const code = station.split(' ', 1)[0] ?? station
  return (
    <button
      type="button"
      className={styles.stationButton}
      title={`${station}. Market info, and how it settles`}
      aria-label={`${station}. Market info`}
      onClick={() => showStation(instrument.ref)}
    >
      <span>{code}</span>
      <span className={styles.stationName}>{station.slice(code.length)}</span>
    </button>
  )
}
