/** What is typed in the form of an alert, and the rule it becomes. Pure. */
import type {
  AlertKind,
  AlertOrderEnd,
  AlertPositionEnd,
  AlertRecord,
  AlertRule,
  CrossingDirection,
} from '../../../contract/alert.ts'
import { END_MINUTES, USUAL_END_MINUTES } from '../../../contract/alert.ts'
import { assertNever } from '../../../contract/brand.ts'
import { compare, type Decimal, HUNDRED, parseTyped, signOf, trimZeros } from '../../../contract/decimal.ts'
import type { BucketPhase } from '../../../contract/market.ts'
import { fahrenheitText, priceWords } from '../../format/index.ts'
import { ORDER_END_NAMES, PHASE_NAMES, POSITION_END_NAMES } from './messages.ts'

export interface AlertDraft {
  readonly kind: AlertKind
  /** Of a probability: the binary asset or the coin, empty while none is chosen; of others the one market that was chosen, empty for any. */
  readonly asset: string
  /** A mark, °F, a probability or minutes, as typed. */
  readonly value: string
  readonly direction: CrossingDirection
  readonly phase: BucketPhase | 'any'
  /** Of an order or a position. */
  readonly orderEnd: AlertOrderEnd
  readonly positionEnd: AlertPositionEnd
  readonly byHand: boolean
  /** How near a liquidation is told. */
  readonly by: 'distance' | 'percent'
  readonly repeat: boolean
}

export const EMPTY_DRAFT: AlertDraft = {
  kind: 'temperature',
  asset: '',
  value: '',
  direction: 'either',
  phase: 'any',
  orderEnd: 'any',
  positionEnd: 'any',
  byHand: false,
  by: 'distance',
  repeat: false,
}

/** Whether a kind is about crossing a value. */
export const isCrossing = (kind: AlertKind): boolean =>
  kind === 'price' || kind === 'temperature' || kind === 'probability'
/** Whether a kind is about minutes before something. */
export const isTimed = (kind: AlertKind): boolean => kind === 'bucket_close' || kind === 'token_expiry'

/** How long before an end; as usual where nothing that may be chosen is. */
export const endMinutesOf = (value: string): (typeof END_MINUTES)[number] =>
  END_MINUTES.find((minutes) => String(minutes) === value) ?? USUAL_END_MINUTES

type Read = { readonly rule: AlertRule } | { readonly issue: string }

/** The rule, or what is wrong with the value. */
export function ruleOf(draft: AlertDraft): Read {
  const { kind, value, direction, phase, by } = draft
  const asset = draft.asset === '' ? null : draft.asset
  if (kind === 'fill') return { rule: { kind, asset } }
  if (kind === 'order_end') return { rule: { kind, asset, end: draft.orderEnd, byHand: draft.byHand } }
  if (kind === 'position_end') return { rule: { kind, asset, end: draft.positionEnd } }
  if (kind === 'phase') return { rule: { kind, phase: phase === 'any' ? null : phase } }
  if (kind === 'market_end') return { rule: { kind, asset, minutes: endMinutesOf(value) } }
  const typed = parseTyped(value)
  if (typed === null) return { issue: value.trim() === '' ? 'Enter a value.' : `“${value}” is not a number.` }
  switch (kind) {
    case 'price':
      if (signOf(typed) <= 0) return { issue: 'The mark must be greater than 0.' }
      return { rule: { kind, asset, direction, price: typed as never } }
    case 'temperature':
      return { rule: { kind, asset, direction, temperature: typed as never } }
    case 'bucket_close':
    case 'token_expiry': {
      const whole = /^\d+$/.test(trimZeros(typed))
      const fits = whole && signOf(typed) > 0 && compare(typed, '1440' as Decimal) <= 0
      return fits ? { rule: { kind, minutes: Number(trimZeros(typed)) } } : { issue: 'Whole minutes, from 1 to 1440.' }
    }
    case 'liquidation':
      if (signOf(typed) <= 0) return { issue: 'It must be greater than 0.' }
      if (by === 'percent' && compare(typed, HUNDRED) >= 0) return { issue: 'Below 100: there it is liquidated.' }
      return { rule: { kind, asset, by, value: typed } }
    case 'probability':
      if (asset === null) return { issue: 'Choose what to watch.' }
      if (signOf(typed) < 0 || compare(typed, '1' as Decimal) > 0)
        return { issue: 'A probability lies between 0 and 1.' }
      return { rule: { kind, asset, direction, probability: typed as never } }
    default:
      return assertNever(kind, 'kind of alert')
  }
}

/** The form of an alert that is to be changed. */
export function draftOf({ rule, repeat }: AlertRecord): AlertDraft {
  const asset = 'asset' in rule ? (rule.asset ?? '') : ''
  const base: AlertDraft = { ...EMPTY_DRAFT, kind: rule.kind, asset, repeat }
  switch (rule.kind) {
    case 'price':
      return { ...base, value: rule.price, direction: rule.direction }
    case 'temperature':
      return { ...base, value: rule.temperature, direction: rule.direction }
    case 'probability':
      return { ...base, value: rule.probability, direction: rule.direction }
    case 'bucket_close':
    case 'market_end':
    case 'token_expiry':
      return { ...base, value: String(rule.minutes) }
    case 'phase':
      return { ...base, phase: rule.phase ?? 'any' }
    case 'liquidation':
      return { ...base, value: rule.value, by: rule.by }
    case 'order_end':
      return { ...base, orderEnd: rule.end, byHand: rule.byHand }
    case 'position_end':
      return { ...base, positionEnd: rule.end }
    case 'fill':
      return base
    default:
      return assertNever(rule, 'alert')
  }
}

const WAYS: Readonly<Record<CrossingDirection, string>> = { up: 'rises to', down: 'falls to', either: 'crosses' }

/** `°F rises to 72.5`; `name` says what a person calls an asset. */
export function ruleWords(rule: AlertRule, name: (asset: string) => string = (asset) => asset): string {
  const of = (asset: string | null): string => (asset === null ? '' : ` of ${asset}`)
  switch (rule.kind) {
    case 'price':
      return `Mark${of(rule.asset)} ${WAYS[rule.direction]} ${priceWords(rule.price)}`
    case 'temperature':
      return `Temperature${of(rule.asset)} ${WAYS[rule.direction]} ${fahrenheitText(rule.temperature)}`
    case 'probability':
      return `Probability of ${name(rule.asset)} ${WAYS[rule.direction]} ${rule.probability}`
    case 'fill':
      return rule.asset === null ? 'Any of your orders fills' : `An order in ${rule.asset} fills`
    case 'market_end':
      return rule.asset === null
        ? `Anything you hold settles or expires in ${rule.minutes} min`
        : `${name(rule.asset)} settles or expires in ${rule.minutes} min, and you hold it`
    case 'bucket_close':
      return `Bucket closes in ${rule.minutes} min`
    case 'phase':
      return rule.phase === null
        ? 'The market opens, pauses or settles'
        : `The market comes to: ${PHASE_NAMES[rule.phase]}`
    case 'token_expiry':
      return `Access token expires in ${rule.minutes} min`
    case 'liquidation': {
      const left = rule.by === 'percent' ? `${rule.value} % of the way to` : `${rule.value} from`
      return `A position${of(rule.asset)} is ${left} its liquidation`
    }
    case 'order_end': {
      const how = rule.end === 'any' ? 'ends' : `ends: ${ORDER_END_NAMES[rule.end].toLowerCase()}`
      return `An order${rule.asset === null ? '' : ` in ${rule.asset}`} ${how}${rule.byHand ? ', also by my hand' : ''}`
    }
    case 'position_end': {
      const how = rule.end === 'any' ? 'ends' : `ends: ${POSITION_END_NAMES[rule.end].toLowerCase()}`
      return `A position${rule.asset === null ? '' : ` in ${rule.asset}`} ${how}`
    }
    default:
      return assertNever(rule, 'alert')
  }
}
