/** What is typed in the form of an alert, and the rule it becomes. Pure. */
import type { AlertKind, AlertRecord, AlertRule, CrossingDirection } from '../../../contract/alert.ts'
import { assertNever } from '../../../contract/brand.ts'
import { compare, type Decimal, parseTyped, signOf, trimZeros } from '../../../contract/decimal.ts'
import type { BucketPhase } from '../../../contract/market.ts'
import { fahrenheitText } from '../../format/index.ts'

export interface AlertDraft {
  readonly kind: AlertKind
  /** Of a probability: the binary asset or the coin; empty while none is chosen. */
  readonly asset: string
  /** A mark, °F, a probability or minutes, as typed. */
  readonly value: string
  readonly direction: CrossingDirection
  readonly phase: BucketPhase | 'any'
  readonly repeat: boolean
}

export const EMPTY_DRAFT: AlertDraft = {
  kind: 'temperature',
  asset: '',
  value: '',
  direction: 'either',
  phase: 'any',
  repeat: false,
}

export const KIND_NAMES: Readonly<Record<AlertKind, string>> = {
  temperature: '°F',
  price: 'Mark',
  fill: 'Fill',
  bucket_close: 'Bucket closes',
  phase: 'Phase',
  token_expiry: 'Token expiry',
  probability: 'Probability',
}

export const PHASE_NAMES: Readonly<Record<BucketPhase, string>> = {
  trading: 'Trading',
  final_window: 'Final window',
  settling: 'Settling',
  waiting: 'Waiting',
}

/** Whether a kind is about crossing a value. */
export const isCrossing = (kind: AlertKind): boolean =>
  kind === 'price' || kind === 'temperature' || kind === 'probability'
/** Whether a kind is about minutes before something. */
export const isTimed = (kind: AlertKind): boolean => kind === 'bucket_close' || kind === 'token_expiry'

type Read = { readonly rule: AlertRule } | { readonly issue: string }

/** The rule, or what is wrong with the value. */
export function ruleOf({ kind, asset, value, direction, phase }: AlertDraft): Read {
  if (kind === 'fill') return { rule: { kind, asset: null } }
  if (kind === 'phase') return { rule: { kind, phase: phase === 'any' ? null : phase } }
  const typed = parseTyped(value)
  if (typed === null) return { issue: value.trim() === '' ? 'Enter a value.' : `“${value}” is not a number.` }
  switch (kind) {
    case 'price':
      if (signOf(typed) <= 0) return { issue: 'The mark must be greater than 0.' }
      return { rule: { kind, asset: null, direction, price: typed as never } }
    case 'temperature':
      return { rule: { kind, asset: null, direction, temperature: typed as never } }
    case 'bucket_close':
    case 'token_expiry': {
      const whole = /^\d+$/.test(trimZeros(typed))
      const fits = whole && signOf(typed) > 0 && compare(typed, '1440' as Decimal) <= 0
      return fits ? { rule: { kind, minutes: Number(trimZeros(typed)) } } : { issue: 'Whole minutes, from 1 to 1440.' }
    }
    case 'probability':
      if (asset === '') return { issue: 'Choose what to watch.' }
      if (signOf(typed) < 0 || compare(typed, '1' as Decimal) > 0)
        return { issue: 'A probability lies between 0 and 1.' }
      return { rule: { kind, asset, direction, probability: typed as never } }
    default:
      return assertNever(kind, 'kind of alert')
  }
}

/** The form of an alert that is to be changed. */
export function draftOf({ rule, repeat }: AlertRecord): AlertDraft {
  const base: AlertDraft = { ...EMPTY_DRAFT, kind: rule.kind, repeat }
  switch (rule.kind) {
    case 'price':
      return { ...base, value: rule.price, direction: rule.direction }
    case 'temperature':
      return { ...base, value: rule.temperature, direction: rule.direction }
    case 'probability':
      return { ...base, asset: rule.asset, value: rule.probability, direction: rule.direction }
    case 'bucket_close':
    case 'token_expiry':
      return { ...base, value: String(rule.minutes) }
    case 'phase':
      return { ...base, phase: rule.phase ?? 'any' }
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
      return `Mark${of(rule.asset)} ${WAYS[rule.direction]} ${rule.price}`
    case 'temperature':
      return `Temperature${of(rule.asset)} ${WAYS[rule.direction]} ${fahrenheitText(rule.temperature)}`
    case 'probability':
      return `Probability of ${name(rule.asset)} ${WAYS[rule.direction]} ${rule.probability}`
    case 'fill':
      return rule.asset === null ? 'Any of your orders fills' : `An order in ${rule.asset} fills`
    case 'bucket_close':
      return `Bucket closes in ${rule.minutes} min`
    case 'phase':
      return rule.phase === null ? 'Phase changes' : `Phase becomes ${PHASE_NAMES[rule.phase]}`
    case 'token_expiry':
      return `Access token expires in ${rule.minutes} min`
    default:
      return assertNever(rule, 'alert')
  }
}
