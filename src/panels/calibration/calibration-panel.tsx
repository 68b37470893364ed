/** The panel "Calibration". */
import { type ReactNode, useMemo } from 'react'
import { type Calibration, calibrationOf, WEIGHTS, type Weight } from '../../../contract/books/index.ts'
import type { CalibrationView } from '../../../contract/books-view.ts'
import { Known, PeriodChoice, usePeriod } from '../../books/index.ts'
import { NONE } from '../../format/index.ts'
import { ReadStates, useCalibration, useSession } from '../../queries/index.ts'
import { EmptyState, type KeyFigure, KeyFigures, Panel, Segmented } from '../../ui/index.ts'
import { usePanelOption } from '../../workspace/index.ts'
import { BandTable } from './band-table.tsx'
import styles from './calibration.module.css'
import { Dots } from './dots.tsx'
import { MESSAGES } from './messages.ts'

const WEIGHT_OPTIONS = [
  { value: 'entries', label: 'Entries', name: 'Each entry counts the same' },
  { value: 'contracts', label: 'Contracts', name: 'Each contract or share counts the same' },
] as const
const weightFrom = (kept: unknown): Weight => WEIGHTS.find((weight) => weight === kept) ?? 'entries'

/** With fewer entries chance alone moves the dots by more than a band. */
const FEW = 30

export function CalibrationPanel(): ReactNode {
  const period = usePeriod({ fallback: 'month', days: 'utc' })
  const [weight, chooseWeight] = usePanelOption('weight', weightFrom)
  const openings = useCalibration(period.asked)
  const isSignedIn = useSession()?.identity != null
  return (
    <Panel
      title="Calibration"
      lead={<PeriodChoice period={period} />}
      actions={
        <Segmented<Weight>
          look="plain"
          label="What counts"
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
        <EmptyState>Sign in to see how well prices foretold what came true.</EmptyState>
      )}
    </Panel>
  )
}

function Judged({ view, weight }: { readonly view: CalibrationView; readonly weight: Weight }): ReactNode {
  const calibration = useMemo(() => calibrationOf(view.openings, weight), [view, weight])
  return (
    <div className={styles.body}>
      <KeyFigures label="Calibration" figures={figuresOf(calibration)} />
      <Known view={view} also={wordsOf(calibration)} />
      {calibration.entries > 0 && (
        <>
          <Dots bands={calibration.bands} />
          <BandTable bands={calibration.bands} />
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
    explanation: 'Mean square of the price paid less what came true: 0 is perfect, an even bet on everything has 0.25',
  },
  {
    name: 'Entries',
    value: { text: String(entries) },
    explanation:
      'Fills that bought, of which it is known what came true, whether they were held to the end or closed before it',
  },
]

function wordsOf({ entries, unknown }: Calibration): readonly (string | null)[] {
  return [
    entries >= FEW ? null : entries === 0 ? MESSAGES.notKnown : MESSAGES.few(entries, FEW),
    unknown === 0
      ? null
      : `Left out: ${unknown} of which it is not known what came true: their market is not over, or nothing tells how it ended.`,
  ]
}
