/** The last reading against the mark, the day and the hours ahead, and what settles the market. */
import { type ReactNode, useState } from 'react'
import { type Decimal, fromFloat, greater, type Price, subtract } from '../../../contract/decimal.ts'
import { TWAP_WINDOW } from '../../../contract/market.ts'
import {
  dayStart,
  forecastAt,
  measured,
  type StationDay,
  type StationId,
  type StationView,
  statedDay,
  stationDay,
  stationPage,
  type WeatherForecast,
  type WeatherMarket,
} from '../../../contract/weather/index.ts'
import { errorText, useCall } from '../../bridge/index.ts'
import { degreesText, minuteText, NONE, temperatureText, zoneText } from '../../format/index.ts'
import { useSession } from '../../queries/index.ts'
import { Button, EmptyState } from '../../ui/index.ts'
import {
  bandText,
  distanceOf,
  KIND_NAMES,
  lastReading,
  minutesText,
  nextText,
  precisionText,
  SOURCE_NAMES,
  signedDegrees,
} from '../../weather/index.ts'
import { MESSAGES, NAMED_BY } from './messages.ts'
import styles from './station.module.css'
import { StationChart } from './station-chart.tsx'

interface StationNowProps {
  readonly station: StationView
  readonly market: WeatherMarket
  /** Null while there is none. */
  readonly mark: Price | null
  /** The venue's time, ms. */
  readonly now: number
  readonly children: ReactNode
}

export function StationNow({ station, market, mark, now, children }: StationNowProps): ReactNode {
  return (
    <div className={styles.now}>
      <LastFigures station={station} mark={mark} now={now} />
      <StationChart station={station} now={now} />
      <Forecasts station={station} now={now} />
      <Settles station={station} market={market}>
        {children}
      </Settles>
    </div>
  )
}

const HOUR = 3_600_000

function LastFigures({ station, mark, now }: Pick<StationNowProps, 'station' | 'mark' | 'now'>): ReactNode {
  const last = lastReading(station, now)
  if (last === null) return <EmptyState>{MESSAGES.waiting}</EmptyState>
  const { reading, temperature, age, next } = last
  const distance = mark === null ? null : distanceOf(mark, temperature)
  const isLate = next?.missingSince != null
  return (
    <dl className={styles.figures}>
      <div data-main>
        <dt>
          {station.id} at {minuteText(reading.observedAt)} {zoneText(reading.observedAt)}
        </dt>
        <dd title={precisionText(temperature)}>{bandText(temperature)}</dd>
        <dd className={styles.small}>
          {minutesText(age)} ago · {KIND_NAMES[reading.kind]}
        </dd>
      </div>
      <div>
        <dt>Mark minus reading</dt>
        <dd>{distance === null ? NONE : signedDegrees(distance.difference)}</dd>
        <dd className={styles.small}>
          {distance === null ? '' : distance.isInBand ? 'inside the band' : 'outside the band'}
        </dd>
      </div>
      <div>
        <dt>Next routine report</dt>
        <dd data-late={isLate || undefined}>{next === null ? NONE : minuteText(next.at)}</dd>
        <dd className={styles.small} data-late={isLate || undefined}>
          {next === null ? '' : nextText(next, now)}
        </dd>
      </div>
      <Days station={station} now={now} />
    </dl>
  )
}

/** High and low since midnight of the station's standard time, and the official ones of the day before. */
function Days({ station, now }: Pick<StationNowProps, 'station' | 'now'>): ReactNode {
  const { zone } = station
  if (zone === null) return <Day title={MESSAGES.day} day={null} note={MESSAGES.noDay} />
  const start = dayStart(zone, now)
  const before = statedDay(station.day24, dayStart(zone, start - 1))
  return (
    <>
      <Day title={MESSAGES.day} day={stationDay(station, start)} note={`since ${minuteText(start)} ${zoneText(now)}`} />
      <Day
        title={MESSAGES.dayBefore}
        day={before}
        note={
          before === null ? MESSAGES.notStated : MESSAGES.stated(minuteText(before.high.at), precisionOfDay(before))
        }
      />
    </>
  )
}

interface DayProps {
  readonly title: string
  readonly day: StationDay | null
  readonly note: string
}

function Day({ title, day, note }: DayProps): ReactNode {
  const [high, low] = day === null ? [] : [measured(day.high.celsius), measured(day.low.celsius)]
  return (
    <div>
      <dt title={MESSAGES.dayExplained}>{title}</dt>
      <dd title={high && low && `${bandText(high)}, ${bandText(low)}`}>
        {high ? temperatureText(high.value) : NONE} / {low ? temperatureText(low.value) : NONE}
      </dd>
      <dd className={styles.small}>{note}</dd>
    </div>
  )
}

/** The wider band of the two: `± 0.5 °F`. Stated in tenths, both bands are symmetric. */
function precisionOfDay({ high, low }: StationDay): string {
  const [a, b] = [high, low].map(({ celsius }) => {
    const { value, high: upper } = measured(celsius)
    return subtract<Decimal>(upper, value)
  }) as [Decimal, Decimal]
  return `± ${degreesText(greater(a, b))}`
}

/** Whole hours ahead, with the temperature of each source between its points. */
function Forecasts({ station: { forecasts }, now }: Pick<StationNowProps, 'station' | 'now'>): ReactNode {
  const first = Math.ceil(now / HOUR) * HOUR
  const hours = Array.from({ length: 6 }, (_, i) => first + i * HOUR)
  return (
    <section className={styles.section} aria-label={MESSAGES.forecast}>
      <h3 className={styles.title}>{MESSAGES.forecast}</h3>
      {forecasts.length === 0 ? (
        <p className={styles.note}>{MESSAGES.noForecast}</p>
      ) : (
        <>
          <table className={styles.forecast}>
            <thead>
              <tr>
                <th scope="col">Time</th>
                {hours.map((at) => (
                  <th key={at} scope="col">
                    {minuteText(at)}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {forecasts.map((forecast) => (
                <tr key={forecast.source}>
                  <th scope="row" title={issuedText(forecast)}>
                    {SOURCE_NAMES[forecast.source]}
                    <small>{issuedText(forecast)}</small>
                  </th>
                  {hours.map((at) => (
                    <td key={at}>{figureText(forecastAt(forecast.points, at))}</td>
                  ))}
                </tr>
              ))}
              {forecasts.length > 1 && (
                <tr>
                  <th scope="row">Spread</th>
                  {hours.map((at) => (
                    <td key={at}>{spreadText(forecasts.map(({ points }) => forecastAt(points, at)))}</td>
                  ))}
                </tr>
              )}
            </tbody>
          </table>
          {forecasts.length === 1 && <p className={styles.note}>{MESSAGES.oneForecast}</p>}
        </>
      )}
    </section>
  )
}

const issuedText = ({ source, issuedAt, receivedAt }: WeatherForecast): string =>
  source === 'open_meteo' ? `read ${minuteText(receivedAt)}` : `issued ${minuteText(issuedAt)}`

/** Statistics, to a tenth. */
const rounded = (value: number) => fromFloat(Math.round(value * 10) / 10, 1)
const figureText = (value: number | null): string => (value === null ? NONE : temperatureText(rounded(value) as never))

function spreadText(values: readonly (number | null)[]): string {
  const known = values.filter((value) => value !== null)
  return known.length < 2 ? NONE : degreesText(rounded(Math.max(...known) - Math.min(...known)))
}

interface SettlesProps extends Pick<StationNowProps, 'station' | 'market'> {
  readonly children: ReactNode
}

function Settles({ station: { id, readings }, market, children }: SettlesProps): ReactNode {
  const isPractice = useSession()?.profile.network === 'practice'
  const raw = readings.find((reading) => reading.raw !== null)?.raw ?? null
  return (
    <section className={styles.section} aria-label={MESSAGES.settles}>
      <h3 className={styles.title}>{MESSAGES.settles}</h3>
      <p className={styles.note}>
        <strong>
          {market.asset}: {id}
        </strong>
        {market.by !== null && `, ${NAMED_BY[market.by]}`}. {MESSAGES.settlesAt(TWAP_WINDOW / 1000)} {MESSAGES.differs}
        {isPractice && ` ${MESSAGES.practice}`}
      </p>
      {raw !== null && <p className={styles.raw}>{raw}</p>}
      <p className={styles.actions}>
        {raw !== null && <CopyButton text={raw} label={MESSAGES.copyReport} />}
        {!isPractice && <PageButton station={id} />}
        {children}
      </p>
    </section>
  )
}

function PageButton({ station }: { readonly station: StationId }): ReactNode {
  const call = useCall()
  const [issue, setIssue] = useState<string | null>(null)
  return (
    <Button
      size="small"
      title={stationPage(station)}
      onClick={() =>
        void call('openStationPage', { station }).then(
          () => setIssue(null),
          (error: unknown) => setIssue(errorText(error)),
        )
      }
    >
      {issue ?? MESSAGES.openPage}
    </Button>
  )
}

function CopyButton({ text, label }: { readonly text: string; readonly label: string }): ReactNode {
  const call = useCall()
  const [said, setSaid] = useState<string | null>(null)
  return (
    <Button
      size="small"
      title={text}
      onClick={() =>
        void call('copyText', { text }).then(
          () => setSaid(MESSAGES.copied),
          (error: unknown) => setSaid(errorText(error)),
        )
      }
    >
      {said ?? label}
    </Button>
  )
}
