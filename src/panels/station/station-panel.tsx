/** The panel "Station": what the weather station of a market reports and what is forecast for it, each with its precision, its age and its source. */

import { type ReactNode, useMemo, useState } from 'react'
import { MESSAGES as COMMON } from '../../../contract/messages.ts'
import { SETTINGS } from '../../../contract/settings-table.ts'
import {
  measured,
  parseStationId,
  type Reading,
  type StationView,
  type WeatherMarket,
} from '../../../contract/weather/index.ts'
import { errorText, useCall } from '../../bridge/index.ts'
import { dayText, minuteText, NONE, temperatureText } from '../../format/index.ts'
import { useServerClock, useTopicValue } from '../../market-data/index.ts'
import { useSession } from '../../queries/index.ts'
import {
  Banner,
  Button,
  type Column,
  EmptyState,
  OffState,
  Panel,
  Segmented,
  Skeleton,
  Table,
  type TableSpec,
  TextField,
} from '../../ui/index.ts'
import { bandText, KIND_NAMES, SOURCE_NAMES, useMarketWeather } from '../../weather/index.ts'
import { usePanelOption, useShownAsset, useTableState } from '../../workspace/index.ts'
import { decimalColumn, plainColumn, textColumn, timeColumn } from '../columns.tsx'
import { MESSAGES } from './messages.ts'
import styles from './station.module.css'
import { StationNow } from './station-now.tsx'

const VIEWS = [
  { value: 'now', label: 'Now' },
  { value: 'readings', label: MESSAGES.readings },
] as const
type View = (typeof VIEWS)[number]['value']
const viewFrom = (kept: unknown): View => VIEWS.find(({ value }) => value === kept)?.value ?? 'now'

export function StationPanel(): ReactNode {
  const [view, choose] = usePanelOption('view', viewFrom)
  const asset = useShownAsset()
  const weather = useMarketWeather(asset)
  const scalar = useSession()?.features.scalar
  return (
    <Panel
      title="Station"
      actions={<ExportButton />}
      lead={<Segmented<View> look="plain" label="View" options={VIEWS} value={view} onChange={choose} />}
    >
      {scalar?.on === false ? (
        <OffState title={COMMON.scalarOff} reason={scalar.reason} />
      ) : weather === undefined ? (
        <Skeleton rows={6} label={MESSAGES.loading} />
      ) : !weather.view.isOn ? (
        <WeatherOff />
      ) : weather.market === null ? (
        <EmptyState>{MESSAGES.noMarket}</EmptyState>
      ) : weather.market.station === null ? (
        <ChooseStation market={weather.market} />
      ) : weather.station === null ? (
        <Skeleton rows={6} label={MESSAGES.loading} />
      ) : (
        <Station station={weather.station} market={weather.market} view={view} />
      )}
    </Panel>
  )
}

/** Readings are kept for 400 days. */
function ExportButton(): ReactNode {
  const call = useCall()
  const [said, setSaid] = useState<string | null>(null)
  const write = (): void => {
    void call('exportReadings', {}).then(
      ({ path, rows }) => setSaid(path === null ? null : MESSAGES.exported(rows)),
      (error: unknown) => setSaid(errorText(error)),
    )
  }
  return (
    <>
      {said !== null && <span role="status">{said}</span>}
      <Button size="small" title={MESSAGES.exportAll} onClick={write}>
        CSV…
      </Button>
    </>
  )
}

const timeText = ({ observedAt }: Reading): string => `${dayText(observedAt)} ${minuteText(observedAt)}`
const valueText = ({ celsius }: Reading): string => temperatureText(measured(celsius).value)

const COLUMNS: readonly Column<Reading>[] = [
  timeColumn('time', 'Observed', 92, ({ observedAt }) => observedAt, { text: timeText, stays: true }),
  decimalColumn('temperature', 'Reading', 66, ({ celsius }) => measured(celsius).value, {
    text: valueText,
    stays: true,
    Cell: ({ row }) => <strong>{valueText(row)}</strong>,
  }),
  plainColumn('band', 'Band', 132, ({ celsius }) => bandText(measured(celsius)), {
    explanation: 'Temperatures that round to the reported value',
    isNumeric: true,
  }),
  decimalColumn('celsius', 'Reported', 72, ({ celsius }) => celsius, { unit: '°C' }),
  textColumn('kind', 'Kind', 62, kindText),
  textColumn('source', 'Source', 120, ({ source }) => SOURCE_NAMES[source], { fit: 'clip', share: 0.2 }),
  plainColumn('report', 'Report', 120, ({ raw }) => raw ?? '', {
    fit: 'clip',
    share: 0.3,
    Cell: ({ row }) => <span title={row.raw ?? undefined}>{row.raw ?? NONE}</span>,
  }),
]

function kindText({ kind, isCorrected }: Reading): string {
  return isCorrected ? `${KIND_NAMES[kind]}, corrected` : KIND_NAMES[kind]
}

const READINGS: TableSpec<Reading> = {
  columns: COLUMNS,
  idOf: ({ station, observedAt }) => `${station} ${observedAt}`,
  nameOf: (row) => `${row.station} ${timeText(row)}`,
  givesWay: ['report', 'source', 'celsius', 'band', 'kind'],
  isUniform: true,
}

interface StationProps {
  readonly station: StationView
  readonly market: WeatherMarket
  readonly view: View
}

function Station({ station, market, view }: StationProps): ReactNode {
  const table = useTableState('readings')
  return (
    <div className={styles.body}>
      <Problems station={station} />
      {view === 'now' ? (
        <Now station={station} market={market} />
      ) : station.readings.length === 0 ? (
        <EmptyState>{MESSAGES.waiting}</EmptyState>
      ) : (
        <Table label={MESSAGES.readings} spec={READINGS} rows={station.readings} {...table} />
      )}
    </div>
  )
}

function Now({ station, market }: Omit<StationProps, 'view'>): ReactNode {
  const now = useServerClock(1000)
  const mark = useTopicValue({ kind: 'ticker', asset: market.asset }, ({ mark: value }) => value) ?? null
  // Ages are shown in whole minutes.
  const minute = Math.floor(now / 1000) * 1000
  return (
    <StationNow station={station} market={market} mark={mark} now={minute}>
      {market.by === 'trader' && <RemoveStation market={market} />}
    </StationNow>
  )
}

/** What could not be read or used, one sentence each. */
function Problems({ station: { problems } }: { readonly station: StationView }): ReactNode {
  const sentences = useMemo(() => [...new Set(problems.map(({ text }) => text))], [problems])
  if (sentences.length === 0) return null
  return (
    <div className={styles.problems}>
      {sentences.map((sentence) => (
        <Banner key={sentence} tone="warning">
          {sentence}
        </Banner>
      ))}
    </div>
  )
}

/** The switch, with the hosts and what they learn. */
function WeatherOff(): ReactNode {
  const call = useCall()
  const isPractice = useSession()?.profile.network === 'practice'
  const [issue, setIssue] = useState<string | null>(null)
  const turnOn = (): void => {
    void call('saveSettings', { weather: isPractice ? 'practice' : 'all' }).catch((error: unknown) =>
      setIssue(errorText(error)),
    )
  }
  return (
    <OffState
      title={MESSAGES.off}
      reason={issue ?? `${MESSAGES.offHere} ${SETTINGS.weather.explanation}`}
      action={<Button onClick={turnOn}>{MESSAGES.turnOn}</Button>}
    />
  )
}

/** For a market whose station the service does not name. */
function ChooseStation({ market: { asset } }: { readonly market: WeatherMarket }): ReactNode {
  const call = useCall()
  const [typed, setTyped] = useState('')
  const [issue, setIssue] = useState<string | null>(null)
  function save(): void {
    const station = parseStationId(typed.trim())
    if (station === null) {
      setIssue(MESSAGES.badStation)
      return
    }
    setIssue(null)
    void call('setStation', { asset, station }).catch((error: unknown) => setIssue(errorText(error)))
  }
  return (
    <form
      className={styles.choose}
      onSubmit={(event) => {
        event.preventDefault()
        save()
      }}
    >
      <p>{MESSAGES.chooseStation(asset)}</p>
      <TextField
        label={MESSAGES.stationField}
        value={typed}
        onChange={(text) => setTyped(text.toUpperCase())}
        maxLength={5}
        error={issue}
        placeholder="KNYC"
      />
      <Button type="submit" variant="primary">
        {MESSAGES.saveStation}
      </Button>
    </form>
  )
}

function RemoveStation({ market: { asset } }: { readonly market: WeatherMarket }): ReactNode {
  const call = useCall()
  const [issue, setIssue] = useState<string | null>(null)
  return (
    <>
      <Button
        size="small"
        onClick={() =>
          void call('setStation', { asset, station: null }).catch((error: unknown) => setIssue(errorText(error)))
        }
      >
        {MESSAGES.removeStation}
      </Button>
      {issue !== null && <Banner tone="error">{issue}</Banner>}
    </>
  )
}
