/** Sets and edits the exits of a position: held by this terminal, not by the service. */
import { type ComponentProps, type ReactNode, useEffect, useRef, useState } from 'react'
import type { Position } from '../../../contract/account.ts'
import type { ConditionalView, TriggerSource } from '../../../contract/conditional.ts'
import { absolute, type Price, signOf } from '../../../contract/decimal.ts'
import type { ExitTemplate, ExitTerms } from '../../../contract/exit-plan.ts'
import type { ExitSide } from '../../../contract/exit-rules.ts'
import { FAMILY_RULES, isOtherSide } from '../../../contract/family-rules.ts'
import { grouped } from '../../../contract/grouped.ts'
import { type CloseDistance, closeDistanceText } from '../../../contract/protection.ts'
import { errorText, TerminalFailure, useCall } from '../../bridge/index.ts'
import {
  coveredByOthers,
  ExitFields,
  type ExitReading,
  type ExitTexts,
  exitName,
  firstOf,
  firstUnit,
  freeOf,
  type HeldPlan,
  heldPlans,
  inUnit,
  NO_EXITS,
  type ReadExits,
  readExits,
  sharesOfPlan,
  sharesOfTemplate,
  TemplateMenu,
  templateOf,
  textsOfPlan,
  textsOfTemplate,
  useTemplates,
} from '../../exit-plan/index.ts'
import { useFormat } from '../../format/index.ts'
import { useTopic, useTopicValue } from '../../market-data/index.ts'
import { type AssetSpec, useMinimumValue } from '../../queries/index.ts'
import { Button, Segmented } from '../../ui/index.ts'
import { useRequestedRow } from '../../workspace/index.ts'
import { MESSAGES } from './messages.ts'
import { sideOf } from './position-figures.ts'
import styles from './positions.module.css'

interface ConditionalFormProps {
  readonly position: Position
  readonly spec: AssetSpec
  /** Maximum distance of its close from the price. */
  readonly distance: CloseDistance
  /** Whether the first field takes the focus as it opens. */
  readonly takesFocus: boolean
  readonly onDone: () => void
}

const UNITS = [
  { value: 'fahrenheit', label: '°F' },
  { value: 'mark', label: 'Mark' },
] as const
/** The trigger sources of a position: every family's markets have all three. */
const sourcesOf = (side: ExitSide): readonly { readonly value: TriggerSource; readonly label: string }[] => [
  { value: 'mark', label: 'Mark' },
  { value: 'touch', label: side === 'long' ? 'Best bid' : 'Best ask' },
  { value: 'last', label: 'Last trade' },
]
const ABOUT_SOURCE: Readonly<Record<TriggerSource, string>> = {
  mark: 'They trigger on the mark, which is independent of the book.',
  touch:
    'They trigger on the price you could exit at now. A thin book can move it; an exit waits while the book is stale or empty.',
  last: 'They trigger on the last trade, which may be old.',
}
const SHARES = [
  { value: 'position', label: '%' },
  { value: 'contracts', label: 'Contracts' },
] as const

/** The button that opens the form, and the form while it is open. */
export function useConditionalForm(props: Omit<ConditionalFormProps, 'onDone' | 'takesFocus'>): {
  readonly button: ReactNode
  readonly form: ReactNode
} {
  const [open, setOpen] = useState(false)
  /** When requested from elsewhere, it takes the focus as it opens. */
  const [isAsked, setAsked] = useState(false)
  useRequestedRow('exits', props.position.asset, () => {
    setAsked(true)
    setOpen(true)
  })
  return {
    button: (
      <Button
        size="small"
        aria-label={MESSAGES.setExitsOf(props.position.asset)}
        aria-expanded={open}
        onClick={() => {
          setAsked(false)
          setOpen(!open)
        }}
      >
        Exits…
      </Button>
    ),
    form: open ? <ConditionalForm {...props} takesFocus={isAsked} onDone={() => setOpen(false)} /> : null,
  }
}

interface Failure {
  readonly text: string
  /** The exit would not stay active as long as the market trades, which the trader may accept. */
  readonly asks: boolean
}

function ConditionalForm(props: ConditionalFormProps): ReactNode {
  const plans = heldPlans(useTopic({ kind: 'conditionals' }) ?? NONE_HELD, props.position)
  /** The edited plan; null sets another one. It stays the chosen one when it ends: main then refuses what is sent. */
  const [edits, setEdits] = useState<string | null>(() => plans.find(({ isEditable }) => isEditable)?.id ?? null)
  const editable = plans.filter(({ id, isEditable }) => isEditable || id === edits)
  const free = freeOf(props.position.size, plans, null)
  const hasChoice = editable.length > 1 || (editable.length === 1 && (signOf(free) > 0 || edits === null))
  const choices = [
    ...editable.map(({ id, exits, covers }) => ({
      value: id,
      label: `${exits.at(-1)?.plan.name ?? exits.map(exitName).join(', ')}: ${grouped(covers)}`,
    })),
    ...(signOf(free) > 0 || edits === null ? [{ value: NEW, label: `New: ${grouped(free)}` }] : []),
  ]
  return (
    <PlanForm
      key={edits}
      {...props}
      plans={plans}
      edits={edits}
      choice={
        hasChoice && (
          <Labeled
            label="Plan"
            options={choices}
            value={edits ?? NEW}
            onChange={(value) => setEdits(value === NEW ? null : value)}
          />
        )
      }
    />
  )
}

const NONE_HELD: readonly ConditionalView[] = []
const NEW = 'new'

interface PlanFormProps extends ConditionalFormProps {
  readonly plans: readonly HeldPlan[]
  /** Id of the plan that is edited; null for a new one. */
  readonly edits: string | null
  readonly choice: ReactNode
}

function PlanForm({ position, spec, distance, takesFocus, onDone, plans, edits, choice }: PlanFormProps): ReactNode {
  const call = useCall()
  const { asset, family, entryPx } = position
  const { tickSize } = spec
  const side = signOf(position.size) < 0 ? 'short' : 'long'
  const held = absolute(position.size)
  const { pricesIn } = useFormat()
  const [unit, setUnit] = useState<ExitReading['unit']>(() => firstUnit(family, pricesIn))
  const plan = plans.find(({ id }) => id === edits)
  const [source, setSource] = useState<TriggerSource>(plan?.exits.at(-1)?.source ?? 'mark')
  const templates = useTemplates(family)
  const begin = edits === null ? firstOf(templates) : null
  const [shares, setShares] = useState<ExitReading['shares']>(
    (plan === undefined ? begin && sharesOfTemplate(begin.terms) : sharesOfPlan(plan)) ?? 'position',
  )
  const [empty] = useState<ExitTexts>(
    () =>
      (begin && textsOfTemplate(begin.terms, { levels: 'price', unit, tick: tickSize }, { side, entry: entryPx })) ??
      NO_EXITS,
  )
  /** What was typed: all else follows the edited plan, whose stop may move meanwhile. */
  const [typed, setTyped] = useState<Partial<ExitTexts>>({})
  const texts: ExitTexts = { ...(plan === undefined ? empty : textsOfPlan(plan, { unit, shares })), ...typed }
  const [name, setName] = useState<string | null>(begin?.name ?? plan?.exits.at(-1)?.plan.name ?? null)
  const [pressed, setPressed] = useState(false)
  const [failure, setFailure] = useState<Failure | null>(null)
  const [sending, setSending] = useState(false)
  // Clicks before the answer, and a retry without an answer, repeat the same request under the same id.
  const request = useRef<string | null>(null)
  const now = useWatched(asset, source, side)
  const form = useRef<HTMLFormElement>(null)
  // In a low panel it would open below the visible part.
  const focuses = useRef(takesFocus)
  useEffect(() => {
    form.current?.scrollIntoView({ block: 'nearest' })
    if (focuses.current) form.current?.querySelector<HTMLElement>('input[type="text"], input:not([type])')?.focus()
  }, [])
  const free = freeOf(position.size, plans, edits)
  const reading: ExitReading = {
    ...{ family, levels: 'price', unit, shares, side, now, tick: tickSize, held: free },
  }
  const read = readExits(texts, reading)
  const covers = read.covers ?? free
  const put = (next: Partial<ExitTexts>, of: string | null): void => {
    request.current = null
    setFailure(null)
    setTyped(next)
    setName(of)
  }
  const choose = (template: ExitTemplate): void => {
    const next = textsOfTemplate(template.terms, reading, { side, entry: entryPx })
    if (next === null) return
    put(next, template.name)
    setShares(sharesOfTemplate(template.terms) ?? shares)
  }
  const send = (acceptsUntil: boolean): void => {
    setPressed(true)
    if (read.isEmpty || read.issues.size > 0) return
    request.current ??= crypto.randomUUID()
    setSending(true)
    setFailure(null)
    call('setExitPlan', {
      ...{ requestId: request.current, asset, position: side, entry: null, name },
      ...{ covers: read.covers, source, terms: read.terms, protection: distance, acceptsUntil },
      ...(edits === null ? {} : { replaces: edits }),
    })
      .then(onDone, (error: unknown) => {
        const asks = error instanceof TerminalFailure && error.code === 'acts_until'
        setFailure({ text: errorText(error), asks })
      })
      .finally(() => setSending(false))
      .catch(() => undefined)
  }
  const minimumValue = useMinimumValue(family, {})
  const wrong = read.issues.get(null) ?? (pressed && read.isEmpty ? 'Set a stop, target, trail or time exit.' : null)
  return (
    <form
      ref={form}
      className={styles.conditional}
      aria-label={MESSAGES.exitsOf(asset)}
      onSubmit={(event) => {
        event.preventDefault()
        send(false)
      }}
    >
      {choice}
      <ExitFields
        {...{ texts, reading, read }}
        onChange={(next) => put({ ...typed, ...textsOf(next, (key) => next[key] !== texts[key]) }, null)}
        entry={entryPx}
        size={covers}
        minimumValue={minimumValue}
        onEnter={() => send(false)}
      />
      <div className={styles.exitChoices}>
        <TemplateMenu {...{ family }} chosen={name} onChoose={choose} typed={typedOf(read, { side, entry: entryPx })} />
        {FAMILY_RULES[family].isMark && (
          <Labeled
            label="Prices in"
            options={UNITS}
            value={unit}
            onChange={(next) => {
              setTyped(textsOf(inUnit(texts, next), (key) => plan === undefined || key in typed))
              setUnit(next)
            }}
          />
        )}
        <Labeled
          label="Target size in"
          options={SHARES}
          value={shares}
          onChange={(next) => {
            setShares(next)
            setName(null)
          }}
        />
        <Labeled label="Trigger on" options={sourcesOf(side)} value={source} onChange={setSource} />
      </div>
      <div className={styles.exitFoot}>
        <div className={styles.exitButtons}>
          <Button type="submit" variant="primary" disabled={sending} aria-busy={sending}>
            {edits === null ? MESSAGES.setExits : MESSAGES.changeExits}
          </Button>
          <Button onClick={onDone}>Close form</Button>
        </div>
        <span className={styles.choiceLabel}>
          {sideOf(position, spec)} {grouped(held)}, {spec.market}.{' '}
          {MESSAGES.covers({ covers, held, others: coveredByOthers(plans, edits) })}
        </span>
        {(wrong !== null || failure !== null) && (
          <p className={styles.heldIssue} role="alert">
            {failure?.text ?? wrong}{' '}
            {failure?.asks === true && (
              <Button size="small" onClick={() => send(true)}>
                {MESSAGES.setAllTheSame}
              </Button>
            )}
          </p>
        )}
      </div>
      <p className={styles.held}>
        Local exits: they work only while Isotherm is running, signed in and connected. {ABOUT_SOURCE[source]} Each
        closes its part at market, {closeDistanceText(distance, family)}, and never more than the position.
        {isOtherSide(family, side) && ' You are DOWN: you lose when the UP price rises.'}
      </p>
    </form>
  )
}

const textsOf = (texts: ExitTexts, isTaken: (key: keyof ExitTexts) => boolean): Partial<ExitTexts> =>
  Object.fromEntries(Object.entries(texts).filter(([key]) => isTaken(key as keyof ExitTexts)))

/** The current watched price; null while unknown. Its sources stay subscribed as long as it is needed. */
function useWatched(asset: string, source: TriggerSource, side: ExitSide): Price | null {
  const mark = useTopicValue(source === 'mark' ? { kind: 'ticker', asset } : null, (ticker) => ticker.mark)
  const touch = useTopicValue(
    source === 'touch' ? { kind: 'book', asset, step: null, levels: 1 } : null,
    ({ bids, asks }) => (side === 'long' ? bids : asks)[0]?.px ?? null,
  )
  const last = useTopicValue(
    source === 'last' ? { kind: 'trades', asset } : null,
    ({ trades }) => trades[0]?.px ?? null,
  )
  return (source === 'mark' ? mark : source === 'touch' ? touch : last) ?? null
}

/** The typed template, or its error. */
function typedOf(
  { terms, isEmpty, issues }: ReadExits,
  from: Parameters<typeof templateOf>[1],
): ExitTerms | { readonly cannot: string } {
  if (isEmpty) return { cannot: 'No exits entered.' }
  const [wrong] = issues.values()
  if (wrong !== undefined) return { cannot: wrong }
  return (
    templateOf(terms, from) ?? {
      cannot: 'A stop or target on the wrong side of the entry cannot be saved as a distance.',
    }
  )
}

function Labeled<Value extends string>(props: ComponentProps<typeof Segmented<Value>>): ReactNode {
  return (
    <div className={styles.labelled}>
      <span className={styles.choiceLabel} aria-hidden>
        {props.label}
      </span>
      <Segmented {...props} />
    </div>
  )
}
