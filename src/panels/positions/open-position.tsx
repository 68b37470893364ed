/** One open position: the shared state of its cells, and the content below it. */
import { createContext, type ReactNode, useContext, useState } from 'react'
import type { Position } from '../../../contract/account.ts'
import type { ConditionalView } from '../../../contract/conditional.ts'
import { absolute, type Price, type Size, signOf, trimZeros } from '../../../contract/decimal.ts'
import { FAMILY_RULES, tradesShares } from '../../../contract/family-rules.ts'
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
import type { OpenLine } from './position-lines.ts'
import styles from './positions.module.css'

interface PositionMenuProps {
  readonly line: OpenLine
  readonly sizeDecimals: number
  /** Why no further close may start now; null when one may. */
  readonly closeOff: string | null
  /** Closes a part at once, like the Close button does all of it. */
  readonly onClose: (size: Size) => void
  readonly onReverse: () => void
  readonly onBreakEven: () => void
  readonly onCancelPlan: (plan: string) => void
}

/** Every entry opens a form below the row, except `Close half`, which sends at once. */
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
  /** The forms that are open below it, by name; false and null are closed. */
  readonly forms: readonly (readonly [name: string, form: ReactNode])[]
  readonly failure: string | null
  readonly progress: ReactNode
}

const OpenPositionContext = createContext<OpenPosition | null>(null)

/** The open position of the surrounding row; null in the row of one that ended. */
export const useOpenPosition = (): OpenPosition | null => useContext(OpenPositionContext)

export function OpenProvider({ line, children }: { line: OpenLine; children: ReactNode }): ReactNode {
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
  const money = useMoneyOf(line)
  const [isPartOpen, setPartOpen] = useState(false)
  const [isReverseOpen, setReverseOpen] = useState(false)
  const [canceledPlan, setCanceledPlan] = useState<string | null>(null)
  const [isBreakEvenOpen, setBreakEvenOpen] = useState(false)
  const held = useTopic({ kind: 'conditionals' }) ?? NONE_HELD
  const plans = plansOf(held, position)
  useRequestedRow('part', asset, () => setPartOpen(true))
  useRequestedRow('break-even', asset, () => setBreakEvenOpen(true))
  useRequestedRow('cancel-plan', asset, () => setCanceledPlan(plans[0]?.id ?? null))
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
        aria-expanded={isPartOpen}
        onClick={() => setPartOpen(!isPartOpen)}
      >
        Partial…
      </Button>
      <PositionMenu
        line={line}
        sizeDecimals={figures.sizePlaces}
        closeOff={off}
        onClose={(size) => close(size, 0)}
        onReverse={() => setReverseOpen(true)}
        onBreakEven={() => setBreakEvenOpen(true)}
        onCancelPlan={setCanceledPlan}
      />
      {conditional.button}
      {button}
    </>
  )
  const forms = [
    [
      'part',
      isPartOpen && !settling && (
        <PartClose
          {...{ position, ...money }}
          name={spec.name}
          sizeDecimals={figures.sizePlaces}
          onClose={close}
          onDone={() => setPartOpen(false)}
        />
      ),
    ],
    ['reverse', isReverseOpen && !settling && <ReverseOf line={line} onEnd={() => setReverseOpen(false)} />],
    [
      'break-even',
      isBreakEvenOpen && !settling && <BreakEvenForm {...{ line, mark }} onEnd={() => setBreakEvenOpen(false)} />,
    ],
    [
      'plan',
      canceledPlan !== null && (
        <CancelPlan
          plan={canceledPlan}
          held={held}
          size={absolute(position.size)}
          onEnd={() => setCanceledPlan(null)}
        />
      ),
    ],
    ['exits', conditional.form],
  ] as const
  useKeepsRow(forms.some(([, form]) => form !== false && form !== null))
  return (
    <OpenPositionContext value={{ line, mark, figures, buttons, forms, failure, progress }}>
      {children}
    </OpenPositionContext>
  )
}

/** The reverse form, with the P&L that closing the whole position would realize. */
function ReverseOf({ line, onEnd }: { readonly line: OpenLine; readonly onEnd: () => void }): ReactNode {
  const { position, spec, distance } = line
  const terms = usePartTerms({ position, ...useMoneyOf(line) })
  const result = partResult({ ...terms, part: absolute(position.size) })
  return <ReverseForm {...{ position, distance, result, onEnd }} name={spec.name} tickSize={spec.tickSize} />
}

/** Taker fee of closing a position, basis points, and the currency of its money. */
export function useMoneyOf({ position: { family }, unit }: OpenLine) {
  const feeOf = useCloseFees()
  return {
    takerBps: feeOf(family),
    unit: unit ?? moneyUnit(family),
  }
}

/** The content below the row: the buttons when they do not fit into it, the open forms, progress, and why a close failed. */
export function OpenDetail(): ReactNode {
  const open = useOpenPosition()
  if (open === null) return null
  const { buttons, forms, failure, progress } = open
  return (
    <>
      <Below column="buttons">
        <DetailRow>
          <div className={styles.buttons}>{buttons}</div>
        </DetailRow>
      </Below>
      {forms.map(([name, form]) => form !== false && form !== null && <DetailRow key={name}>{form}</DetailRow>)}
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
  useTopicValue(tradesShares(family) ? { kind: 'outcomes' } : null, ({ markets }) =>
    markets.some(({ sides, settling, expired }) => (settling || expired) && sides.some(({ coin }) => coin === asset)),
  ) === true
