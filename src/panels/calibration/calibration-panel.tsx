/** The panel "Calibration": prices paid for shares and contracts, compared with their results. */
import { type ReactNode, useMemo } from 'react'
import {
  type Calibration,
  type CalibrationBand,
  calibrationOf,
  WEIGHTS,
  type Weight,
} from '../../../contract/books/index.ts'
import type { CalibrationView } from '../../../contract/books-view.ts'
import { Known, PeriodChoice, usePeriod } from '../../books/index.ts'
import { NONE } from '../../format/index.ts'
import { ReadStates, useOfBooks, useSession } from '../../queries/index.ts'
import { EmptyState, type KeyFigure, KeyFigures, Panel, Segmented, Table, type TableSpec } from '../../ui/index.ts'
import { usePanelOption, useTableState } from '../../workspace/index.ts'
import { countColumn, integerColumn, sizeColumn } from '../columns.tsx'
import styles from './calibration.module.css'
import { MESSAGES } from './messages.ts'

/** A fraction of a count in whole percent. */
const percent = (share: number): string => `${Math.round(100 * share)} %`

/** `10–20 %` */
const bandText = (band: number): string => `${band * 10}–${band * 10 + 10} %`

const share = (id: string, title: string, explanation: string, of: (row: CalibrationBand) => number) =>
  countColumn<CalibrationBand>(id, title, 64, of, {
    text: (row) => percent(of(row)),
    explanation,
    csv: (row) => String(of(row)),
  })

const SPEC: TableSpec<CalibrationBand> = {
  columns: [
    countColumn('band', 'Price', 84, ({ band }) => band, {
      text: ({ band }) => bandText(band),
      isNumeric: false,
      stays: true,
    }),
    share('paid', 'Paid', 'Average price of the side bought', ({ average }) => average),
    share('true', 'Won', 'Share that won', ({ cameTrue }) => cameTrue),
    integerColumn('entries', 'Entries', 56, ({ entries }) => entries, { explanation: 'Buy fills' }),
    sizeColumn('size', 'Contracts', 72, ({ size }) => size, { explanation: 'Contracts and shares bought' }),
  ],
  idOf: ({ band }) => String(band),
  nameOf: ({ band }) => bandText(band),
  givesWay: ['size'],
  isUniform: true,
}

/** Radius of the band with the most entries, and the smallest radius, px. */
const LARGEST = 13

const SMALLEST = 4

const WEIGHT_OPTIONS = [
  { value: 'entries', label: 'Entries', name: 'Each entry counts equally' },
  { value: 'contracts', label: 'Contracts', name: 'Each contract or share counts equally' },
] as const
const weightFrom = (kept: unknown): Weight => WEIGHTS.find((weight) => weight === kept) ?? 'entries'

/** With fewer entries, chance alone moves the dots by more than a band. */
const FEW = 30

export function CalibrationPanel(): ReactNode {
  const period = usePeriod({ fallback: 'month', days: 'utc' })
  const [weight, chooseWeight] = usePanelOption('weight', weightFrom)
  const openings = useOfBooks('readCalibration', period.asked)
  const isSignedIn = useSession()?.identity != null
  return (
    <Panel
      title="Calibration"
      lead={<PeriodChoice period={period} />}
      actions={
        <Segmented<Weight>
          look="plain"
          label="Weighting"
          options={WEIGHT_OPTIONS}
          value={weight}
          onChange={chooseWeight}
        />
      }
    >
      {isSignedIn ? (
        <ReadStates
          read={openings}
          what="Calibration"
          skeletonRows={4}
          isEmpty={(view) => view.openings.length === 0 && view.isWhole}
          empty={period.nothing(MESSAGES.none, MESSAGES.ever)}
        >
          {(view) => <Judged view={view} weight={weight} />}
        </ReadStates>
      ) : (
        <EmptyState>Sign in to see your calibration.</EmptyState>
      )}
    </Panel>
  )
}

function Judged({ view, weight }: { readonly view: CalibrationView; readonly weight: Weight }): ReactNode {
  const table = useTableState('calibration')
  const calibration = useMemo(() => calibrationOf(view.openings, weight), [view, weight])
  return (
    <div className={styles.body}>
      <KeyFigures label="Price paid versus win rate" figures={figuresOf(calibration)} />
      <Known view={view} also={wordsOf(calibration)} />
      {calibration.entries > 0 && (
        <>
          <Dots bands={calibration.bands} />
          <Table label="Calibration by price" spec={SPEC} rows={calibration.bands} {...table} />
        </>
      )}
    </div>
  )
}

const figuresOf = ({ brier, entries }: Calibration): readonly KeyFigure[] => [
  {
    name: 'Brier score',
    value: { text: brier === null ? NONE : brier.toFixed(3) },
    isMain: true,
    explanation: 'Mean squared difference of price paid and result: 0 is perfect, always paying 50 % scores 0.25',
  },
  {
    name: 'Entries',
    value: { text: String(entries) },
    explanation: 'Buy fills with a known result, held to the end or closed before',
  },
]

function wordsOf({ entries, unknown }: Calibration): readonly (string | null)[] {
  return [
    entries >= FEW ? null : entries === 0 ? MESSAGES.notKnown : MESSAGES.few(entries, FEW),
    unknown === 0 ? null : `${unknown} still open or without a known result.`,
  ]
}

/** Decorative: the table beside it has the same content. */
function Dots({ bands }: { readonly bands: readonly CalibrationBand[] }): ReactNode {
  const most = Math.max(...bands.map(({ entries }) => entries))
  const terms = bands.map(({ average, cameTrue }) => `${percent(average)} paid, ${percent(cameTrue)} won`)
  return (
    <div className={styles.plot}>
      <span className={styles.upright}>won</span>
      <svg className={styles.dots} role="img" aria-label={`Paid versus won: ${terms.join('; ')}`}>
        <title>Dots above the line won more often than their price implied, dots below less often.</title>
        {[0, 50, 100].map((at) => (
          <g key={at}>
            <line className={styles.grid} x1="0" x2="100%" y1={`${at}%`} y2={`${at}%`} />
            <line className={styles.grid} x1={`${at}%`} x2={`${at}%`} y1="0" y2="100%" />
            <text className={styles.tick} x="-6" y={`${100 - at}%`} textAnchor="end" dominantBaseline="middle">
              {at}
            </text>
            <text className={styles.tick} x={`${at}%`} y="100%" dy="1.4em" textAnchor="middle">
              {at}
            </text>
          </g>
        ))}
        <line className={styles.diagonal} x1="0" y1="100%" x2="100%" y2="0" />
        {bands.map(({ band, average, cameTrue, entries }) => (
          <circle
            key={band}
            className={styles.dot}
            cx={`${100 * average}%`}
            cy={`${100 * (1 - cameTrue)}%`}
            r={SMALLEST + (LARGEST - SMALLEST) * Math.sqrt(entries / most)}
          />
        ))}
      </svg>
      <span className={styles.along}>paid, %</span>
    </div>
  )
}
