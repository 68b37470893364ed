/** Scales and slices among the open orders: their columns, progress and actions. */
import { createContext, type ReactNode, useContext, useEffect, useRef, useState } from 'react'
import { type AlgoView, isAlgoFinal } from '../../../contract/algo.ts'
import { type Decimal, subtract } from '../../../contract/decimal.ts'
import { sizeOfAll } from '../../../contract/scale.ts'
import { algoTitle, leftText, progressText, restsOf, resumeLabel, resumeText, stateText } from '../../algo/index.ts'
import { errorText, useCall } from '../../bridge/index.ts'
import type { LiveReads } from '../../orders/index.ts'
import type { AssetSpec } from '../../queries/index.ts'
import { Button, classNames, DetailRow, Menu, type TableSpec } from '../../ui/index.ts'
import { useRequestedRow } from '../../workspace/index.ts'
import { buttonsColumn, decimalColumn, textColumn } from '../columns.tsx'
import { heldColumns } from './automated-columns.tsx'
import { MESSAGES } from './messages.ts'
import styles from './open-orders.module.css'

interface Props {
  readonly row: { readonly one: AlgoView }
}

interface RowState {
  /** Why the last click had no effect. */
  readonly text: string | null
  /** Whether the effect of resuming is shown, and waits for confirmation. */
  readonly asks: boolean
  readonly say: (state: { readonly text?: string; readonly asks?: boolean }) => void
}
const RowContext = createContext<RowState>({ text: null, asks: false, say: () => undefined })

function RowProvider({ row, children }: Props & { readonly children: ReactNode }): ReactNode {
  const [{ text: message, asks }, set] = useState<{ text: string | null; asks: boolean }>({ text: null, asks: false })
  const isAsking = asks && row.one.state === 'paused'
  const say: RowState['say'] = (next) => set({ text: next.text ?? null, asks: next.asks ?? false })
  useRequestedRow('go-on', row.one.id, () => say({ asks: true }))
  return <RowContext value={{ text: message, asks: isAsking, say }}>{children}</RowContext>
}

/** The effect of resuming, and the button that does it. */
function ResumePreview({ row: { one } }: Props): ReactNode {
  const call = useCall()
  const { say } = useContext(RowContext)
  // As it was at the request: if it would be more by now, main refuses it.
  const [shown] = useState(one)
  const { id, resumesWith } = shown
  const group = useRef<HTMLDivElement>(null)
  // It may be below the end of a low panel. Focuses the group, not its button, so that a key still held triggers nothing.
  useEffect(() => group.current?.focus(), [])
  const resume = (): void => {
    call('resumeAlgo', { id, most: resumesWith === null ? null : sizeOfAll(resumesWith) }).then(
      () => say({}),
      (error: unknown) => say({ text: errorText(error) }),
    )
  }
  return (
    <DetailRow>
      {/* biome-ignore lint/a11y/useSemanticElements: a fieldset takes no part in the row's line. */}
      <div
        ref={group}
        tabIndex={-1}
        className={styles.resume}
        role="group"
        aria-label={`Preview: resume ${algoTitle(one)}`}
      >
        <span>{resumeText(shown)}</span>
        <Button size="small" variant="primary" onClick={resume}>
          {resumeLabel(shown)}
        </Button>
        <Button size="small" onClick={() => say({})}>
          Back
        </Button>
      </div>
    </DetailRow>
  )
}

function Detail({ row }: Props): ReactNode {
  const { text: message, asks } = useContext(RowContext)
  if (asks) return <ResumePreview row={row} />
  if (message === null) return null
  return (
    <DetailRow role="alert">
      <span className={styles.down}>{message}</span>
    </DetailRow>
  )
}

function Buttons({ row: { one } }: Props): ReactNode {
  const call = useCall()
  const { say } = useContext(RowContext)
  const { id, state, resting } = one
  // An open menu must not close because its order was canceled in the meantime.
  const [isOpen, setOpen] = useState(false)
  const isMenu = restsOf(one) || isOpen
  if (isAlgoFinal(state)) return null
  const name = algoTitle(one)
  const answered = (work: Promise<unknown>): void => {
    work.then(
      () => say({}),
      (error: unknown) => say({ text: errorText(error) }),
    )
  }
  const stop = (cancel: boolean): void => answered(call('stopAlgo', { id, cancel }))
  return (
    <span className={styles.algoButtons}>
      {state === 'working' && (
        <Button size="small" aria-label={`Pause ${name}`} onClick={() => answered(call('pauseAlgo', { id }))}>
          Pause
        </Button>
      )}
      {state === 'paused' && (
        <Button size="small" aria-label={`Resume ${name}`} onClick={() => say({ asks: true })}>
          {MESSAGES.resume}
        </Button>
      )}
      {isMenu && state !== 'stopping' ? (
        <Menu
          label={MESSAGES.stop(name)}
          onOpenChange={setOpen}
          entries={[
            { id: 'cancel', label: `${MESSAGES.stopAndCancel} (${resting.orders})`, onAction: () => stop(true) },
            { id: 'leave', label: `${MESSAGES.stopAndLeave} (${resting.orders})`, onAction: () => stop(false) },
          ]}
        >
          Stop
        </Menu>
      ) : (
        <Button
          size="small"
          aria-label={MESSAGES.stop(name)}
          disabled={state === 'stopping'}
          // A pending order may come to rest in the meantime.
          onClick={() => stop(true)}
        >
          Stop
        </Button>
      )}
    </span>
  )
}

interface AlgoLine {
  readonly one: AlgoView
  readonly spec: AssetSpec
}

interface CellProps {
  readonly row: AlgoLine
}

/** Its filled part, as a bar below the text. */
function Progress({ row: { one } }: CellProps): ReactNode {
  const share = Number(one.total) > 0 ? Math.min(1, Number(one.filled) / Number(one.total)) : 0
  return (
    <>
      {progressText(one)}
      <span className={styles.progress} aria-hidden>
        <span style={{ inlineSize: `${share * 100}%` }} />
      </span>
    </>
  )
}

const State = ({ row: { one } }: CellProps): ReactNode => (
  <span
    className={classNames(
      styles.state,
      (one.state === 'paused' || one.waits !== null) && styles.paused,
      one.state === 'ended' && styles.down,
    )}
  >
    {stateText(one)}
  </span>
)

/** The unfilled remainder; null once it is over. */
const leftOf = ({ state, total, filled }: AlgoView): Decimal | null =>
  isAlgoFinal(state) ? null : subtract<Decimal>(total, filled)

const ACTS = {
  title: 'Sends until',
  explanation: 'Final window or expiry, or when the access token or agent expires',
}

/** The columns of scales and slices held by this terminal. */
export function algosSpec(live: LiveReads): TableSpec<AlgoLine> {
  const held = heldColumns<AlgoLine>(
    { at: ({ one }) => one.at, asset: ({ one }) => one.asset, until: ({ one }) => one.until },
    ACTS,
    live,
  )
  return {
    columns: [
      ...held.first,
      textColumn('kind', 'Order', 90, ({ one }) => algoTitle(one), {
        fit: 'content',
        stays: true,
        Cell: ({ row: { one } }) => (
          <>
            <span className={styles.own} aria-hidden />
            {algoTitle(one)}
          </>
        ),
      }),
      decimalColumn('progress', 'Progress', 110, ({ one }) => one.filled, {
        text: ({ one }) => progressText(one),
        isNumeric: false,
        fit: 'content',
        stays: true,
        Cell: Progress,
        csvAlso: { title: 'Placed and filled', of: ({ one }) => progressText(one) },
      }),
      decimalColumn('left', 'Left', 62, ({ one }) => leftOf(one), {
        text: ({ one }) => leftText(one),
        isNumeric: false,
        explanation: 'Unfilled size, and worst price of slices',
        fit: 'content',
        csvAlso: { title: 'Worst price', of: ({ one }) => (one.terms.kind === 'slices' ? one.terms.worst : '') },
      }),
      textColumn('state', 'State', 96, ({ one }) => stateText(one), {
        fit: 'wrap',
        stays: true,
        Cell: State,
        sort: { by: 'text', of: ({ one }) => one.state },
      }),
      held.age,
      held.until,
      buttonsColumn<AlgoLine>('Actions', 96, Buttons),
    ],
    idOf: ({ one }) => one.id,
    nameOf: ({ one }) => `${algoTitle(one)}, ${progressText(one)}`,
    givesWay: ['age', 'time', 'until', 'left'],
    Provider: RowProvider,
    Detail,
    isEnded: ({ one }) => isAlgoFinal(one.state),
  }
}
