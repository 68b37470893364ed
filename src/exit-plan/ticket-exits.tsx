/** The exit plan of a ticket: it protects the order's fills, and is set before the order is sent. */

import { type ReactNode, type RefObject, useMemo, useRef, useState } from 'react'
import type { Family } from '../../contract/account.ts'
import { type Decimal, type Money, type Price, type Size, trimZeros } from '../../contract/decimal.ts'
import type { ExitTemplate, ExitTerms } from '../../contract/exit-plan.ts'
import type { ExitSide } from '../../contract/exit-rules.ts'
import { FAMILY_RULES } from '../../contract/family-rules.ts'
import { plural } from '../../contract/plural.ts'
import { closeDistanceText } from '../../contract/protection.ts'
import { safeBlock } from '../../contract/safe-text.ts'
import { TerminalFailure } from '../bridge/index.ts'
import { useCloseDistances } from '../queries/index.ts'
import type { Ahead } from '../trade-forms/index.ts'
import { Segmented, Toggle } from '../ui/index.ts'
import { type ExitDraft, type StopAt, stopAtOf, withTexts } from './exit-draft.ts'
import { ExitFields } from './exit-fields.tsx'
import styles from './exit-plan.module.css'
import { type ExitReading, type ReadExits, readExits } from './exit-texts.ts'
import { sideOpened, usePlanAhead } from './plan-ahead.ts'
import { firstOf, sharesOfTemplate, TemplateMenu, textsOfTemplate, useTemplates } from './template-menu.tsx'

interface TicketExitsProps {
  readonly family: Family
  readonly asset: string
  readonly tick: Price | null
  /** The order's expected entry price and size, for the result at each exit; null while unknown. */
  readonly entry: Price | null
  readonly size: Size | null
  /** Smallest value of a sale of shares, USDH; undefined where none is known. */
  readonly minimumValue?: Money | null
  /** Its draft, saved with the panel, so that it survives a switch to another form. */
  readonly draft: ExitDraft
  readonly onChange: (draft: ExitDraft) => void
}

interface TicketExits {
  /** Its block in the ticket: one line until it is opened. */
  readonly block: ReactNode
  /** For the ticket's Enter order: from the stop to the target, and on to the button. */
  readonly fields: readonly ExitField[]
  /** For `useSubmission`: main receives the plan before the order. */
  readonly ahead: Ahead
}

interface ExitField {
  readonly name: string
  readonly input: RefObject<HTMLInputElement | null>
  readonly aside: true
  readonly leadsTo?: string
}

const SHARES = [
  { value: 'position', label: '%' },
  { value: 'contracts', label: 'Contracts' },
] as const

export function useTicketExits(props: TicketExitsProps): TicketExits {
  const { family, asset, tick, entry, size, minimumValue = null, draft, onChange } = props
  const setAhead = usePlanAhead(family)
  const { texts, shares, accepts, name } = draft
  const templates = useTemplates(family)
  const closes = useCloseDistances()[family]
  /** The warning about a plan that would not stay active until the market ends, which the trader may accept. */
  const [early, setEarly] = useState<string | null>(null)
  const [open, setOpen] = useState(false)
  const stop = useRef<HTMLInputElement>(null)
  const target = useRef<HTMLInputElement>(null)
  // A plan with shares implies a buy; for contracts the same form buys and sells.
  const side = FAMILY_RULES[family].sides === null ? 'long' : null
  const reading = useMemo<ExitReading>(
    () => ({ family, levels: 'distance', unit: 'mark', shares, side, now: null, tick, held: null }),
    [family, shares, side, tick],
  )
  const stopAt = stopAtOf(draft, asset)
  const plain = useMemo(() => readExits(texts, reading), [texts, reading])
  const read = useMemo(() => withStopAt(plain, stopAt), [plain, stopAt])
  const wrong = [...read.issues.values()][0] ?? null

  const ahead: Ahead = (requestId, intent) => {
    const position = sideOpened(intent)
    if (read.isEmpty || position === null) return null
    if (wrong !== null) return Promise.reject(planFailure(wrong))
    const otherSide = stopAt === null ? null : otherSideText(stopAt, position, family)
    if (otherSide !== null) return Promise.reject(planFailure(otherSide))
    const set = setAhead(requestId, intent, { asset, name, terms: read.terms, acceptsUntil: accepts })
    set?.catch((error: unknown) => {
      if (error instanceof TerminalFailure && error.code === 'acts_until') setEarly(error.message)
    })
    return set
  }
  const choose = ({ name, terms }: ExitTemplate): void => {
    const typed = textsOfTemplate(terms, reading, { side: null, entry: null })
    if (typed !== null)
      onChange({ ...draft, texts: typed, shares: sharesOfTemplate(terms) ?? shares, name, risk: null, stopAt: null })
  }
  const toggle = (isOpen: boolean): void => {
    const first = firstOf(templates)
    if (isOpen && !open && read.isEmpty && first !== null) choose(first)
    setOpen(isOpen)
  }
  const typed = read.isEmpty ? { cannot: 'No exits entered.' } : wrong === null ? plain.terms : { cannot: wrong }
  const block = (
    <details className={styles.block} data-exits onToggle={(event) => toggle(event.currentTarget.open)}>
      <summary>
        Exit plan{' '}
        <span className={wrong === null ? styles.summary : styles.issue}>
          {read.isEmpty ? 'none' : (wrong ?? termsText(read.terms, family))}
        </span>
      </summary>
      {open && (
        <div className={styles.inBlock}>
          <TemplateMenu {...{ family, typed }} chosen={name} onChoose={choose} />
          <ExitFields
            {...{ texts, reading, read, entry, size, minimumValue }}
            onChange={(texts) => onChange(withTexts(draft, texts))}
            onEnter={() => undefined}
            inputs={{ stop, target }}
          />
          <div className={styles.labelled}>
            <span className={styles.label} aria-hidden>
              Target size in
            </span>
            <Segmented
              label="Target size in"
              options={SHARES}
              value={shares}
              onChange={(shares) => onChange({ ...draft, shares, name: null })}
            />
          </div>
          {(early !== null || accepts) && (
            <Toggle label="Set anyway" checked={accepts} onChange={(accepts) => onChange({ ...draft, accepts })} />
          )}
          <p className={styles.note}>
            Local, from the first fill: works only while Isotherm is running, signed in and connected. Triggers on the
            mark. Each exit closes its part of the fill, {closeDistanceText(closes, family)}.
          </p>
        </div>
      )}
    </details>
  )
  const fields: readonly ExitField[] = [
    { name: 'Stop', input: stop, aside: true, leadsTo: 'Target' },
    { name: 'Target', input: target, aside: true },
  ]
  return { block, ahead, fields }
}

/** The parsed terms, with the stop at its typed price. */
function withStopAt(read: ReadExits, stopAt: StopAt | null): ReadExits {
  if (stopAt === null || read.terms.stop === null) return read
  return { ...read, terms: { ...read.terms, stop: { by: 'price', price: stopAt.price } } }
}

const BUY_OR_SELL = { long: 'a buy', short: 'a sell' } as const
/** What a stop of each side is for. */
const STOP_FOR: { readonly [F in Family]: { readonly [S in ExitSide]: string } } = {
  scalar: BUY_OR_SELL,
  binary: { long: 'UP', short: 'DOWN' },
  outcome: BUY_OR_SELL,
}

/** Why an order cannot have a stop at a price: it would protect a position of the other side. Null where it can. */
export const otherSideText = ({ price, side }: StopAt, opened: ExitSide, family: Family): string | null =>
  side === opened
    ? null
    : `the stop at ${price} is for ${STOP_FOR[family][side]}. Enter one for ${STOP_FOR[family][opened]}, or a distance.`

/** Nothing was sent: the plan's issue is shown where the order's own refusal would be. */
const planFailure = (text: string): TerminalFailure =>
  new TerminalFailure({
    code: 'exit_plan',
    message: safeBlock(`Exit plan: ${text} Nothing was sent.`),
    status: null,
    about: null,
  })

/** `stop 0.35 · targets 0.50, 1.00 · trail 0.25 · out 30 s before the final window` */
function termsText({ stop, targets, breakEven, trail, outBefore }: ExitTerms, family: Family): string {
  const level = (one: ExitTerms['stop']): Decimal | null =>
    one === null ? null : trimZeros(one.by === 'price' ? one.price : one.distance)
  const far = targets.map(({ level: one }) => level(one)).join(', ')
  return [
    ...(stop === null ? [] : [`stop ${level(stop)}`]),
    ...(targets.length === 0 ? [] : [plural(targets.length, `target ${far}`, `targets ${far}`)]),
    ...(breakEven === null ? [] : ['break-even']),
    ...(trail === null ? [] : [`trail ${trimZeros(trail.distance)}`]),
    ...(outBefore === null ? [] : [`exit ${outBefore} s before ${FAMILY_RULES[family].lastMoment}`]),
  ].join(' · ')
}
