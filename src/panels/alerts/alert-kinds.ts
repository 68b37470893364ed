/**
 * Each kind of alert in the form and the list: its name and fields, the conversion between its rule and typed text, and its description. A new kind
 * is one more row. Pure.
 */

import {
  type AlertKind,
  type AlertOrderEnd,
  type AlertPositionEnd,
  type AlertRecord,
  type AlertRule,
  type CrossingDirection,
  END_MINUTES,
  USUAL_END_MINUTES,
} from '../../../contract/alert.ts'
import {
  compare,
  type Decimal,
  type Fahrenheit,
  HUNDRED,
  notNumber,
  parseTyped,
  signOf,
  trimZeros,
} from '../../../contract/decimal.ts'
import type { BucketPhase } from '../../../contract/market.ts'
import { positive } from '../../../contract/messages.ts'
import { fahrenheitText, priceLabel } from '../../format/index.ts'
import { CROSSINGS, ORDER_ENDS, PHASE_NAMES, POSITION_ENDS } from './messages.ts'

export interface AlertDraft {
  readonly kind: AlertKind
  /** For a probability: the binary asset or the coin, empty while none is chosen; for other kinds the chosen market, empty for any. */
  readonly asset: string
  /** A mark, °F, a probability or minutes, as typed. */
  readonly value: string
  readonly direction: CrossingDirection
  readonly phase: BucketPhase | 'any'
  /** Of an order or a position. */
  readonly orderEnd: AlertOrderEnd
  readonly positionEnd: AlertPositionEnd
  readonly includesManual: boolean
  /** How the closeness of a liquidation is measured. */
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
  includesManual: false,
  by: 'distance',
  repeat: false,
}

/** Controls of the form, in display order. */
export type AlertField =
  | 'market'
  | 'direction'
  | 'near'
  | 'value'
  | 'minutes_before'
  | 'phase'
  | 'order_end'
  | 'position_end'

/** Groups of kinds in the list of the form. */
const GROUPS = ['Prices', 'Orders and positions', 'Times', 'Weather'] as const

type OfKind<Kind extends AlertKind> = Extract<AlertRule, { readonly kind: Kind }>
/** Typed values, with the chosen market; null for any. */
type Typed = Omit<AlertDraft, 'asset'> & { readonly asset: string | null }
type Read<Rule> = { readonly rule: Rule } | { readonly issue: string }

interface AlertKindRow<Rule extends AlertRule> {
  readonly name: string
  readonly group: (typeof GROUPS)[number]
  readonly fields: readonly AlertField[]
  /** Unit of the value. */
  readonly unit?: (draft: AlertDraft) => string
  /** The rule, or its error. `value` is the typed number where `fields` has one; else 0. */
  readonly read: (typed: Typed, value: Decimal) => Read<Rule>
  /** The form values of a rule besides its kind, its market and whether it repeats. */
  readonly draft: (rule: Rule) => Partial<AlertDraft>
  /** @param name returns the display name of an asset */
  readonly text: (rule: Rule, name: (asset: string) => string) => string
}

/** Minutes before an end; the default where the value is not one of the choices. */
export const endMinutesOf = (value: string): (typeof END_MINUTES)[number] =>
  END_MINUTES.find((minutes) => String(minutes) === value) ?? USUAL_END_MINUTES

/** A kind that triggers whole minutes before an event. */
const timed = <Kind extends 'bucket_close' | 'token_expiry'>(
  kind: Kind,
  more: Pick<AlertKindRow<OfKind<Kind>>, 'name' | 'text'>,
): AlertKindRow<OfKind<Kind>> => ({
  ...more,
  group: 'Times',
  fields: ['value'],
  unit: () => 'min before',
  read(_typed, value) {
    const text = trimZeros(value)
    const isWhole = /^\d+$/.test(text) && signOf(value) > 0 && compare(value, '1440' as Decimal) <= 0
    return isWhole
      ? { rule: { kind, minutes: Number(text) } as OfKind<Kind> }
      : { issue: 'Whole minutes, from 1 to 1440.' }
  },
  draft: (rule: OfKind<'bucket_close' | 'token_expiry'>) => ({ value: String(rule.minutes) }),
})

/** A kind that triggers when a temperature crosses a level. */
const temperatureLevel = <Kind extends 'temperature' | 'reading_level'>(
  kind: Kind,
  group: (typeof GROUPS)[number],
  what: string,
  name: string,
): AlertKindRow<OfKind<Kind>> => ({
  name,
  group,
  fields: ['direction', 'value'],
  unit: () => '°F',
  read({ asset, direction }, value) {
    const rule: OfKind<'temperature' | 'reading_level'> = { kind, asset, direction, temperature: value as Fahrenheit }
    return { rule: rule as OfKind<Kind> }
  },
  draft: ({ temperature, direction }: OfKind<'temperature' | 'reading_level'>) => ({ value: temperature, direction }),
  text: ({ asset, direction, temperature }: OfKind<'temperature' | 'reading_level'>) =>
    CROSSINGS[direction](asset === null ? what : `${what} of ${asset}`, fahrenheitText(temperature)),
})

/** In display order. */
const KINDS: { readonly [Kind in AlertKind]: AlertKindRow<OfKind<Kind>> } = {
  temperature: temperatureLevel('temperature', 'Prices', 'Temperature', 'Temperature, °F'),
  price: {
    name: 'Mark',
    group: 'Prices',
    fields: ['direction', 'value'],
    unit: () => 'mark',
    read: ({ asset, direction }, value) =>
      signOf(value) <= 0
        ? { issue: positive('The mark') }
        : { rule: { kind: 'price', asset, direction, price: value as never } },
    draft: ({ price, direction }) => ({ value: price, direction }),
    text: ({ asset, direction, price }) =>
      CROSSINGS[direction](asset === null ? 'Mark' : `Mark of ${asset}`, priceLabel(price)),
  },
  probability: {
    name: 'Probability',
    group: 'Prices',
    fields: ['market', 'direction', 'value'],
    unit: () => '0 to 1',
    read({ asset, direction }, value) {
      if (asset === null) return { issue: 'Choose what to watch.' }
      if (signOf(value) < 0 || compare(value, '1' as Decimal) > 0) return { issue: 'Must be between 0 and 1.' }
      return { rule: { kind: 'probability', asset, direction, probability: value as never } }
    },
    draft: ({ probability, direction }) => ({ value: probability, direction }),
    text: ({ asset, direction, probability }, name) =>
      CROSSINGS[direction](`Probability of ${name(asset)}`, probability),
  },
  fill: {
    name: 'Order filled',
    group: 'Orders and positions',
    fields: [],
    read: ({ asset }) => ({ rule: { kind: 'fill', asset } }),
    draft: () => ({}),
    text: ({ asset }) => (asset === null ? 'Any of your orders fills' : `An order in ${asset} fills`),
  },
  order_end: {
    name: 'Order ended',
    group: 'Orders and positions',
    fields: ['order_end'],
    read: ({ asset, orderEnd, includesManual }) => ({
      rule: { kind: 'order_end', asset, end: orderEnd, includesManual },
    }),
    draft: ({ end, includesManual }) => ({ orderEnd: end, includesManual }),
    text({ asset, end, includesManual }) {
      const text = ORDER_ENDS[end](asset === null ? 'An order' : `An order in ${asset}`)
      return includesManual ? `${text}, including my cancels` : text
    },
  },
  position_end: {
    name: 'Position closed',
    group: 'Orders and positions',
    fields: ['position_end'],
    read: ({ asset, positionEnd }) => ({ rule: { kind: 'position_end', asset, end: positionEnd } }),
    draft: ({ end }) => ({ positionEnd: end }),
    text: ({ asset, end }) => POSITION_ENDS[end](asset === null ? 'A position' : `A position in ${asset}`),
  },
  liquidation: {
    name: 'Near liquidation',
    group: 'Orders and positions',
    fields: ['near', 'value'],
    unit: ({ by }) => (by === 'percent' ? '%' : '°F or price'),
    read({ asset, by }, value) {
      if (signOf(value) <= 0) return { issue: 'Must be greater than 0.' }
      if (by === 'percent' && compare(value, HUNDRED) >= 0) return { issue: 'Must be below 100; 100 % is liquidation.' }
      return { rule: { kind: 'liquidation', asset, by, value } }
    },
    draft: ({ value, by }) => ({ value, by }),
    text({ asset, by, value }) {
      const position = asset === null ? 'A position' : `A position in ${asset}`
      return by === 'percent'
        ? `${position} has ${value} % of its distance to liquidation left`
        : `${position} is ${value} from its liquidation`
    },
  },
  market_end: {
    name: 'Position settles or expires soon',
    group: 'Times',
    fields: ['minutes_before'],
    read: ({ asset, value }) => ({ rule: { kind: 'market_end', asset, minutes: endMinutesOf(value) } }),
    draft: ({ minutes }) => ({ value: String(minutes) }),
    text: ({ asset, minutes }, name) =>
      asset === null
        ? `Any position settles or expires in ${minutes} min`
        : `${name(asset)} settles or expires in ${minutes} min, and you hold it`,
  },
  bucket_close: timed('bucket_close', {
    name: 'Bucket closes soon',
    text: ({ minutes }) => `Bucket closes in ${minutes} min`,
  }),
  phase: {
    name: 'Market opens, pauses or settles',
    group: 'Times',
    fields: ['phase'],
    read: ({ phase }) => ({ rule: { kind: 'phase', phase: phase === 'any' ? null : phase } }),
    draft: ({ phase }) => ({ phase: phase ?? 'any' }),
    text: ({ phase }) => (phase === null ? 'Market opens, pauses or settles' : `Market phase: ${PHASE_NAMES[phase]}`),
  },
  token_expiry: timed('token_expiry', {
    name: 'Access token expires soon',
    text: ({ minutes }) => `Access token expires in ${minutes} min`,
  }),
  reading_gap: {
    name: 'Report differs from mark',
    group: 'Weather',
    fields: ['value'],
    unit: () => '°F or more',
    read: ({ asset }, value) =>
      signOf(value) <= 0
        ? { issue: 'The difference must be greater than 0.' }
        : { rule: { kind: 'reading_gap', asset, degrees: value } },
    draft: ({ degrees }) => ({ value: degrees }),
    text: ({ asset, degrees }) =>
      asset === null
        ? `Station report differs from mark by more than ${fahrenheitText(degrees)}`
        : `Station report of ${asset} differs from mark by more than ${fahrenheitText(degrees)}`,
  },
  reading_level: temperatureLevel('reading_level', 'Weather', 'Reported temperature', 'Reported temperature, °F'),
  reading_new: {
    name: 'New weather report',
    group: 'Weather',
    fields: [],
    read: ({ asset }) => ({ rule: { kind: 'reading_new', asset } }),
    draft: () => ({}),
    text: ({ asset }) => (asset === null ? 'New weather report' : `New weather report of ${asset}`),
  },
  reading_late: {
    name: 'Weather report overdue',
    group: 'Weather',
    fields: [],
    read: ({ asset }) => ({ rule: { kind: 'reading_late', asset } }),
    draft: () => ({}),
    text: ({ asset }) => (asset === null ? 'Weather report overdue' : `Weather report of ${asset} overdue`),
  },
}

const rowOf = (kind: AlertKind): AlertKindRow<AlertRule> => KINDS[kind] as unknown as AlertKindRow<AlertRule>

export const kindName = (kind: AlertKind): string => KINDS[kind].name
export const fieldsOf = (kind: AlertKind): readonly AlertField[] => KINDS[kind].fields
/** Unit of the typed value; empty where there is none. */
export const unitOf = (draft: AlertDraft): string => KINDS[draft.kind].unit?.(draft) ?? ''

/** The kinds by group, in display order. */
export const KIND_GROUPS = GROUPS.map((group) => ({
  name: group,
  kinds: (Object.keys(KINDS) as AlertKind[]).filter((kind) => KINDS[kind].group === group),
}))

/** The rule, or the error of the value. */
export function ruleOf(draft: AlertDraft): Read<AlertRule> {
  const { kind, value } = draft
  const typed = { ...draft, asset: draft.asset === '' ? null : draft.asset }
  const { fields, read } = rowOf(kind)
  if (!fields.includes('value')) return read(typed, '0' as Decimal)
  const number = parseTyped(value)
  if (number === null) return { issue: value.trim() === '' ? 'Enter a value.' : notNumber('Value', value) }
  return read(typed, number)
}

/** The form of an alert to be edited. */
export const draftOf = ({ rule, repeat }: AlertRecord): AlertDraft => ({
  ...EMPTY_DRAFT,
  kind: rule.kind,
  asset: 'asset' in rule ? (rule.asset ?? '') : '',
  repeat,
  ...rowOf(rule.kind).draft(rule),
})

/** `°F rises to 72.5`; `name` returns the display name of an asset. */
export const ruleText = (rule: AlertRule, name: (asset: string) => string = (asset) => asset): string =>
  rowOf(rule.kind).text(rule, name)
