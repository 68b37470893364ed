/** Alerts: what the trader wants to be notified of, and what fired. Watched by main while the terminal runs. */
import { z } from 'zod'
import { type Decimal, type Fahrenheit, type Price, parseDecimal } from './decimal.ts'
import { fahrenheitOfMark, markOfFahrenheit } from './mark.ts'
import type { Feature } from './session.ts'
import type { Millis } from './time.ts'

const decimalText = z
  .string()
  .max(60)
  .refine((text) => parseDecimal(text) !== null, 'must be plain decimal text')
const direction = z.enum(['up', 'down', 'either'])
const minutes = z
  .number()
  .int()
  .min(1)
  .max(24 * 60)
/** How long before an end it may be told, minutes. */
export const END_MINUTES = [5, 15, 30, 60] as const
/** Unless another is chosen, and of the alert that a deployment begins with. */
export const USUAL_END_MINUTES = 15
const phase = z.enum(['trading', 'final_window', 'settling', 'waiting'])

/** What an alert waits for. `asset` null is whichever asset is live. */
export const alertRule = z.discriminatedUnion('kind', [
  /** The mark comes to or through a mark. */
  z.strictObject({
    kind: z.literal('price'),
    asset: z.string().min(1).max(40).nullable(),
    price: decimalText.transform((text) => text as Price),
    direction,
  }),
  /** The mark's temperature comes to or through a temperature. */
  z.strictObject({
    kind: z.literal('temperature'),
    asset: z.string().min(1).max(40).nullable(),
    temperature: decimalText.transform((text) => text as Fahrenheit),
    direction,
  }),
  /** The chance that an outcome market gives comes to or through a probability, 0 to 1. */
  z.strictObject({
    kind: z.literal('probability'),
    asset: z.string().min(1).max(40),
    probability: decimalText.transform((text) => text as Price),
    direction,
  }),
  /** One of the trader's orders filled, in whole or in part. */
  z.strictObject({ kind: z.literal('fill'), asset: z.string().min(1).max(40).nullable() }),
  /** A position comes this close to its liquidation; `asset` null is any of them. */
  z.strictObject({
    kind: z.literal('liquidation'),
    asset: z.string().min(1).max(40).nullable(),
    /** `distance`: the unit of the market is left, or less. `percent`: so much of the way from entry to liquidation is gone, or more. */
    by: z.enum(['distance', 'percent']),
    value: decimalText.transform((text): Decimal => text as Decimal),
  }),
  /** An order that rested is over. */
  z.strictObject({
    kind: z.literal('order_end'),
    asset: z.string().min(1).max(40).nullable(),
    end: z.enum(['any', 'filled', 'cancelled', 'refused']),
    /** Whether it tells of those, too, that were canceled by hand in this terminal. */
    byHand: z.boolean(),
  }),
  /** A position ended that was not closed by hand in this terminal. */
  z.strictObject({
    kind: z.literal('position_end'),
    asset: z.string().min(1).max(40).nullable(),
    end: z.enum(['any', 'settled', 'stopped', 'liquidated', 'elsewhere']),
  }),
  /** The live bucket closes in this many minutes. */
  z.strictObject({ kind: z.literal('bucket_close'), minutes }),
  /** A market in which something is held settles, cuts off or expires in this many minutes; `asset` null is any. */
  z.strictObject({
    kind: z.literal('market_end'),
    asset: z.string().min(1).max(40).nullable(),
    minutes: z.literal(END_MINUTES),
  }),
  /** The bucket enters this phase; null for any. */
  z.strictObject({ kind: z.literal('phase'), phase: phase.nullable() }),
  /** The access token expires in this many minutes. */
  z.strictObject({ kind: z.literal('token_expiry'), minutes }),
])

/** What an alert waits for. */
export type AlertRule = z.output<typeof alertRule>
/** The kinds of what it can wait for. */
export type AlertKind = AlertRule['kind']
/** Whose an alert is: the deployment's, whoever is signed in, or the wallet's that set it. */
type AlertScope = 'deployment' | 'wallet'

const SCOPES: Readonly<Record<AlertKind, AlertScope>> = {
  price: 'deployment',
  temperature: 'deployment',
  probability: 'deployment',
  phase: 'deployment',
  bucket_close: 'deployment',
  token_expiry: 'deployment',
  fill: 'wallet',
  order_end: 'wallet',
  position_end: 'wallet',
  liquidation: 'wallet',
  market_end: 'wallet',
}

/** What an alert of a kind watches: the market, which needs nobody to be signed in, or what a wallet holds and does. */
export const alertScope = (kind: AlertKind): AlertScope => SCOPES[kind]

/** How an order ends that an alert waits for. */
export type AlertOrderEnd = Extract<AlertRule, { readonly kind: 'order_end' }>['end']
/** How a position ends that an alert waits for. */
export type AlertPositionEnd = Extract<AlertRule, { readonly kind: 'position_end' }>['end']
/** From which side a level is to be crossed. */
export type CrossingDirection = 'up' | 'down' | 'either'

/** `on`: watched. `fired`: a one-shot alert that has fired. `off`: switched off by the trader. */
type AlertState = 'on' | 'fired' | 'off'

/** An alert. */
export interface AlertRecord {
  readonly id: string
  readonly rule: AlertRule
  /** A repeating alert stays on after it fired. */
  readonly repeat: boolean
  readonly state: AlertState
  readonly createdAt: Millis
  /** By the service's clock. */
  readonly lastFiredAt: Millis | null
  /** What it said when it last fired. */
  readonly lastMessage: string | null
  readonly timesFired: number
  /**
   * Address of the wallet that it belongs to; null for what belongs to the deployment, and for the alert that a deployment begins with, which is about
   * the wallet that is signed in.
   */
  readonly account: string | null
}

/** An alert as windows see it. */
export interface AlertView extends AlertRecord {
  /** Why it is not watched at this moment, as a sentence; null while it is, and while it is not on. */
  readonly paused: string | null
}

/** One firing, for its sound and for the list. */
export interface AlertFiring {
  /** Counts up over all firings since the terminal started. */
  readonly seq: number
  readonly alertId: string
  readonly title: string
  readonly words: string
  /** By the service's clock. */
  readonly at: Millis
  /** It must be seen to. */
  readonly isActing: boolean
  /** It tells what came of something that has just sounded: it stands in the list without a sound of its own. */
  readonly isSilent: boolean
}

/** How alerts are told, beside the list and the settings of sounds. */
export interface AlertSettings {
  /** A notification of the operating system. */
  readonly notifications: boolean
}

/** The `alerts` topic. */
export interface AlertsView {
  /** Every alert of the deployment, whichever wallet set it, oldest first. */
  readonly alerts: readonly AlertView[]
  /** Newest first, at most 20, of this run: the deployment's, and those of the wallet that is signed in. */
  readonly firings: readonly AlertFiring[]
  readonly settings: AlertSettings
  /** Which kinds can be watched here, and why others cannot. */
  readonly kinds: Readonly<Record<AlertKind, Feature>>
  /** Whether this machine shows notifications. */
  readonly notifications: Feature
}

/** A rule that waits for a price. */
export type LevelRule = Extract<AlertRule, { readonly kind: 'price' | 'temperature' | 'probability' }>

/** Whether a rule waits for a price. */
export const isLevelRule = (rule: AlertRule): rule is LevelRule =>
  rule.kind === 'price' || rule.kind === 'temperature' || rule.kind === 'probability'

/** Where it stands, in the market's own unit. */
export function levelOfRule(rule: LevelRule): Price {
  if (rule.kind === 'probability') return rule.probability
  return rule.kind === 'price' ? rule.price : markOfFahrenheit(rule.temperature)
}

/** The same rule at another price of the market, in the unit in which it was set. */
export function ruleAt(rule: LevelRule, price: Price): LevelRule {
  if (rule.kind === 'probability') return { ...rule, probability: price }
  return rule.kind === 'price' ? { ...rule, price } : { ...rule, temperature: fahrenheitOfMark(price) }
}
