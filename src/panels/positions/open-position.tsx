/** One open position: the shared state of its cells, and the content below it. */
import { createContext, type ReactNode, useContext, useState } from 'react'
import type { Position } from '../../../contract/account.ts'
import type { ConditionalView } from '../../../contract/conditional.ts'
import { absolute, type Price, type Size, signOf, trimZeros } from '../../../contract/decimal.ts'
import { FAMILY_RULES } from '../../../contract/family-rules.ts'
import { CancelPlan, exitName, type HeldPlan, heldPlans } from '../../exit-plan/index.ts'
import { moneyUnit } from '../../format/index.ts'
import { useTopic, useTopicValue } from '../../market-data/index.ts'
import { quickOrderRulesOf } from '../../markets/family/index.ts'
import { PartClose, partResult, ReverseForm, useClose, usePartTerms } from '../../positions/index.ts'
import { useCloseFees } from '../../queries/index.ts'
import { fractionOf, useEntriesOff } from '../../trade-forms/index.ts'
import { Below, Button, DetailRow, Menu, useKeepsRow } from '../../ui/index.ts'
import { useRequestedRow } from '../../workspace/index.ts'
import { BreakEvenForm } from './break-even-form.tsx'
import { useConditionalForm } from './conditional-form.tsx'
import { MESSAGES } from './messages.ts'
import { figuresOf, type PositionFigures } from './position-figures.ts'
import type { OpenLine, PositionLine } from './position-lines.ts'
import styles from './positions.module.css'

interface PositionMenuProps {
  readonly line: OpenLine
  readonly sizeDecimals: number
  /** Why no other close may start now, as text; null where one may. */
  readonly closeOff: string | null
  /** Closes a part at once, like the Close button does all of it. */
  readonly onClose: (size: Size) => void
  readonly onReverse: () => void
  readonly onBreakEven: () => void
  readonly onCancelPlan: (plan: string) => void
}

/** All entries except closing half open a form below the row. */
function PositionMenu(props: PositionMenuProps): ReactNode {
  const { line, sizeDecimals, closeOff, onClose, onReverse, onBreakEven, onCancelPlan } = props
  const { position, spec } = line
  const half = fractionOf(absolute(position.size), 50, sizeDecimals)
  const cannotHalve = closeOff ?? (signOf(half) > 0 ? null : 'Already the minimum size.')
  const plans = plansOf(useTopic({ kind: 'conditionals' }) ?? NONE_HELD, position)
  const entriesOff = useEntriesOff()
  const cannotReverse = quickOrderRulesOf(position.family).reverseOff ?? entriesOff
  return (
    <Menu
      bare
      label={`More for ${spec.name}`}
      entries={[
        {
          id: 'half',
          label: `Close half, ${trimZeros(half)}`,
          onAction: () => onClose(half),
          ...(cannotHalve === null ? {} : { impossible: cannotHalve }),
        },
        {
          id: 'reverse',
          label: 'Reverse…',
          onAction: onReverse,
          ...(cannotReverse === null ? {} : { impossible: cannotReverse }),
        },
        { id: 'break-even', label: 'Stop at break-even…', onAction: onBreakEven },
        ...plans.map(({ id, exits, covers }) => ({
          id: `plan/${id}`,
          label: MESSAGES.cancelPlan(exits.at(-1)?.plan.name ?? exits.map(exitName).join(', '), covers),
          onAction: () => onCancelPlan(id),
        })),
      ]}
    >
      <span aria-hidden>⋯</span>
    </Menu>
  )
}

const NONE_HELD: readonly ConditionalView[] = []

/** The plans that protect a position and have a watched exit. */
const plansOf = (held: readonly ConditionalView[], position: Position): readonly HeldPlan[] =>
  heldPlans(held, position).filter(({ exits }) => exits.some(({ state }) => state === 'armed'))

interface OpenPosition {
  readonly line: OpenLine
  readonly mark: Price | null
  readonly figures: PositionFigures
  readonly buttons: ReactNode
  /** The forms that are open below it. */
  readonly partForm: ReactNode
  readonly reverseForm: ReactNode
  readonly planForm: ReactNode
  readonly breakEvenForm: ReactNode
  readonly conditionalForm: ReactNode
  readonly failure: string | null
  readonly progress: ReactNode
}

const OpenPositionContext = createContext<OpenPosition | null>(null)

/** The open position of the surrounding row; null in the row of one that ended. */
export const useOpenPosition = (): OpenPosition | null => useContext(OpenPositionContext)

export function PositionProvider({ row, children }: { row: PositionLine; children: ReactNode }): ReactNode {
  return row.kind === 'ended' ? children : <OpenProvider line={row}>{children}</OpenProvider>
}

function OpenProvider({ line, children }: { line: OpenLine; children: ReactNode }): ReactNode {
  const { position, spec, distance } = line
  const { asset, family } = position
  const live = useTopicValue({ kind: 'ticker', asset }, (ticker) => ticker.mark) ?? null
  const estimate = useTopicValue(FAMILY_RULES[family].isMark ? { kind: 'bucket' } : null, (bucket) =>
    bucket.current?.asset === asset ? (bucket.twapEstimate?.mark ?? null) : null,
  )
  const mark = live ?? position.markPx
  const figures = figuresOf(position, spec, mark, estimate ?? null, line.inSets)
  const { failure, off, progress, close, button } = useClose(
    { ...position, tickSize: spec.tickSize },
    spec.name,
    distance,
    mark,
  )
  const conditional = useConditionalForm({ position, spec, distance })
  const [partly, setPartly] = useState(false)
  const [reversing, setReversing] = useState(false)
  const [leaving, setLeaving] = useState<string | null>(null)
  const [evening, setEvening] = useState(false)
  const plans = plansOf(useTopic({ kind: 'conditionals' }) ?? NONE_HELD, position)
  useRequestedRow('part', asset, () => setPartly(true))
  useRequestedRow('break-even', asset, () => setEvening(true))
  useRequestedRow('cancel-plan', asset, () => setLeaving(plans[0]?.id ?? null))
  const settling = useSettling(position)
  const buttons = settling ? (
    <span className={styles.faint} title="Trading has ended. The payout is about to settle.">
      Settling: can't close
    </span>
  ) : (
    <>
      <Button
        size="small"
        variant="bare"
        aria-label={MESSAGES.closePart(spec.name)}
        aria-expanded={partly}
        onClick={() => setPartly(!partly)}
      >
        Partial…
      </Button>
      <PositionMenu
        line={line}
        sizeDecimals={figures.sizePlaces}
        closeOff={off}
        onClose={(size) => close(size, 0)}
        onReverse={() => setReversing(true)}
        onBreakEven={() => setEvening(true)}
        onCancelPlan={setLeaving}
      />
      {conditional.button}
      {button}
    </>
  )
  const closePart = (size: Size | null, clicks: number): void => close(size, clicks)
  const partForm = partly && !settling && (
    <PartOf {...{ line }} sizeDecimals={figures.sizePlaces} onClose={closePart} onDone={() => setPartly(false)} />
  )
  const reverseForm = reversing && !settling && <ReverseOf line={line} onEnd={() => setReversing(false)} />
  const planForm = leaving !== null && <LeavePlan {...{ position }} plan={leaving} onEnd={() => setLeaving(null)} />
  const breakEvenForm = evening && !settling && <BreakEvenForm {...{ line, mark }} onEnd={() => setEvening(false)} />
  useKeepsRow(
    [partForm, reverseForm, planForm, breakEvenForm].some((form) => form !== false) || conditional.form !== null,
  )
  return (
    <OpenPositionContext
      value={{
        line,
        mark,
        figures,
        buttons,
        partForm,
        reverseForm,
        planForm,
        breakEvenForm,
        conditionalForm: conditional.form,
        failure,
        progress,
      }}
    >
      {children}
    </OpenPositionContext>
  )
}

function PartOf({ line, sizeDecimals, onClose, onDone }: PartOfProps): ReactNode {
  return (
    <PartClose
      {...{ sizeDecimals, onClose, onDone, ...useMoneyOf(line) }}
      position={line.position}
      name={line.spec.name}
    />
  )
}

/** With the result of closing all of it. */
function ReverseOf({ line, onEnd }: { readonly line: OpenLine; readonly onEnd: () => void }): ReactNode {
  const { position, spec, distance } = line
  const terms = usePartTerms({ position, ...useMoneyOf(line) })
  const result = partResult({ ...terms, part: absolute(position.size) })
  return <ReverseForm {...{ position, distance, result, onEnd }} name={spec.name} tickSize={spec.tickSize} />
}

/** With the part that stays without a stop once the plan has been canceled. */
function LeavePlan({ position, plan, onEnd }: LeavePlanProps): ReactNode {
  const held = useTopic({ kind: 'conditionals' }) ?? NONE_HELD
  return <CancelPlan {...{ plan, held, onEnd }} size={absolute(position.size)} />
}

interface LeavePlanProps {
  readonly position: Position
  readonly plan: string
  readonly onEnd: () => void
}

/** The cost of closing a position, and its currency. */
export function useMoneyOf({ position: { family }, unit }: OpenLine) {
  const feeOf = useCloseFees()
  return {
    takerBps: feeOf(family),
    unit: unit ?? moneyUnit(family),
  }
}

interface PartOfProps {
  readonly line: OpenLine
  readonly sizeDecimals: number
  readonly onClose: (size: Size, clicks: number) => void
  readonly onDone: () => void
}

/** Below the row: the buttons where they do not fit into it, the forms, and the reason of a failed close. */
export function OpenDetail(): ReactNode {
  const open = useOpenPosition()
  if (open === null) return null
  const { buttons, partForm, reverseForm, planForm, breakEvenForm, conditionalForm, failure, progress } = open
  return (
    <>
      <Below column="buttons">
        <DetailRow>
          <div className={styles.buttons}>{buttons}</div>
        </DetailRow>
      </Below>
      {partForm !== false && <DetailRow>{partForm}</DetailRow>}
      {reverseForm !== false && <DetailRow>{reverseForm}</DetailRow>}
      {breakEvenForm !== false && <DetailRow>{breakEvenForm}</DetailRow>}
      {planForm !== false && <DetailRow>{planForm}</DetailRow>}
      {conditionalForm !== null && <DetailRow>{conditionalForm}</DetailRow>}
      {progress !== null && <DetailRow>{progress}</DetailRow>}
      {failure !== null && (
        <DetailRow role="alert">
          <span className={styles.failure}>{failure}</span>
        </DetailRow>
      )}
    </>
  )
}

/** Whether a share's market is in settlement, or over: it no longer trades. */
const useSettling = ({ family, asset }: Position): boolean =>
  useTopicValue(family === 'outcome' ? { kind: 'outcomes' } : null, ({ markets }) =>
    markets.some(({ sides, settling, expired }) => (settling || expired) && sides.some(({ coin }) => coin === asset)),
  ) === true
