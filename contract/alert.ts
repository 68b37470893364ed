/** Alerts: the trader's rules for notifications, and their firings. Main watches them while the terminal runs. */

import { z } from 'zod'
import type { Decimal, Fahrenheit, Price } from './decimal.ts'
import { fahrenheitOfMark, markOfFahrenheit } from './mark.ts'
import { decimalText } from './safe-schema.ts'
import type { Feature } from './session.ts'
import type { Millis } from './time.ts'

const direction = z.enum(['up', 'down', 'either'])
const minutes = z
  .number()
  .int()
  .min(1)
  .max(24 * 60)
/** Choices for how long before an end an alert fires, minutes. */
export const END_MINUTES = [5, 15, 30, 60] as const
/** The default, also of the alert that a new deployment starts with, minutes. */
export const USUAL_END_MINUTES = 15
const phase = z.enum(['trading', 'final_window', 'settling', 'waiting'])

/** What an alert waits for. `asset` null means the live asset. */
export const alertRule = z.discriminatedUnion('kind', [
  /** The mark reaches or crosses a mark. */
  z.strictObject({
    kind: z.literal('price'),
    asset: z.string().min(1).max(40).nullable(),
    price: decimalText.transform((text) => text as Price),
    direction,
  }),
  /** The mark's temperature reaches or crosses a temperature. */
  z.strictObject({
    kind: z.literal('temperature'),
    asset: z.string().min(1).max(40).nullable(),
    temperature: decimalText.transform((text) => text as Fahrenheit),
    direction,
  }),
  /** The implied probability of an outcome market reaches or crosses a level, 0 to 1. */
  z.strictObject({
    kind: z.literal('probability'),
    asset: z.string().min(1).max(40),
    probability: decimalText.transform((text) => text as Price),
    direction,
  }),
  /** One of the trader's orders fills, in whole or in part. */
  z.strictObject({ kind: z.literal('fill'), asset: z.string().min(1).max(40).nullable() }),
  /** A position comes this close to its liquidation price; `asset` null means any position. */
  z.strictObject({
    kind: z.literal('liquidation'),
    asset: z.string().min(1).max(40).nullable(),
    /**
     * `distance`: at most this much is left, in the unit of the market. `percent`: at least this much of the way from entry to liquidation is gone.
     */
    by: z.enum(['distance', 'percent']),
    value: decimalText.transform((text): Decimal => text as Decimal),
  }),
  /** A resting order ends. */
  z.strictObject({
    kind: z.literal('order_end'),
    asset: z.string().min(1).max(40).nullable(),
    end: z.enum(['any', 'filled', 'cancelled', 'refused']),
    /** Whether orders canceled by the trader in this terminal count too. */
    includesManual: z.boolean(),
  }),
  /** A position ends that the trader did not close in this terminal. */
  z.strictObject({
    kind: z.literal('position_end'),
    asset: z.string().min(1).max(40).nullable(),
    end: z.enum(['any', 'settled', 'stopped', 'liquidated', 'elsewhere']),
  }),
  /** The live bucket closes in this many minutes. */
  z.strictObject({ kind: z.literal('bucket_close'), minutes }),
  /** A market with a position settles, cuts off or expires in this many minutes; `asset` null means any market. */
  z.strictObject({
    kind: z.literal('market_end'),
    asset: z.string().min(1).max(40).nullable(),
    minutes: z.literal(END_MINUTES),
  }),
  /** The bucket enters this phase; null means any phase. */
  z.strictObject({ kind: z.literal('phase'), phase: phase.nullable() }),
  /** The access token expires in this many minutes. */
  z.strictObject({ kind: z.literal('token_expiry'), minutes }),
  /** The station's last report differs from the mark by more than this, °F. */
  z.strictObject({
    kind: z.literal('reading_gap'),
    asset: z.string().min(1).max(40).nullable(),
    degrees: decimalText.transform((text): Decimal => text as Decimal),
  }),
  /** The temperature of the station's reports reaches or crosses a level. */
  z.strictObject({
    kind: z.literal('reading_level'),
    asset: z.string().min(1).max(40).nullable(),
    temperature: decimalText.transform((text) => text as Fahrenheit),
    direction,
  }),
  /** The station sends a report. */
  z.strictObject({ kind: z.literal('reading_new'), asset: z.string().min(1).max(40).nullable() }),
  /** The station's routine report is overdue. */
  z.strictObject({ kind: z.literal('reading_late'), asset: z.string().min(1).max(40).nullable() }),
])

export type AlertRule = z.output<typeof alertRule>
export type AlertKind = AlertRule['kind']
/** An alert belongs to the deployment, whoever is signed in, or to the wallet that set it. */
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
  reading_gap: 'deployment',
  reading_level: 'deployment',
  reading_new: 'deployment',
  reading_late: 'deployment',
}

/** Market alerts belong to the deployment and need no sign-in; alerts on what a wallet holds and does belong to the wallet. */
export const alertScope = (kind: AlertKind): AlertScope => SCOPES[kind]

/** The end of an order that an alert waits for. */
export type AlertOrderEnd = Extract<AlertRule, { readonly kind: 'order_end' }>['end']
/** The end of a position that an alert waits for. */
export type AlertPositionEnd = Extract<AlertRule, { readonly kind: 'position_end' }>['end']
/** From which side a level must be crossed. */
export type CrossingDirection = 'up' | 'down' | 'either'

/** `on`: watched. `fired`: a one-shot alert that has fired. `off`: switched off by the trader. */
type AlertState = 'on' | 'fired' | 'off'

export interface AlertRecord {
  readonly id: string
  readonly rule: AlertRule
  /** A repeating alert stays on after it fires. */
  readonly repeat: boolean
  readonly state: AlertState
  readonly createdAt: Millis
  /** By the service's clock. */
  readonly lastFiredAt: Millis | null
  /** The message of its last firing. */
  readonly lastMessage: string | null
  readonly timesFired: number
  /** Address of the wallet that owns it; null for alerts of the deployment, and for the default alert, which follows the signed-in wallet. */
  readonly account: string | null
}

/** An alert as windows see it. */
export interface AlertView extends AlertRecord {
  /** Why it is not watched at the moment, as a sentence; null while it is watched or not on. */
  readonly paused: string | null
}

/** One firing, for its sound and the list. */
export interface AlertFiring {
  /** Counts all firings since the terminal started. */
  readonly seq: number
  readonly alertId: string
  readonly title: string
  readonly text: string
  /** By the service's clock. */
  readonly at: Millis
  /** The trader must act on it. */
  readonly isActing: boolean
  /** It reports the result of an event that has just sounded: it is listed without a sound of its own. */
  readonly isSilent: boolean
}

/** How alerts notify the trader, besides the list and the sound settings. */
export interface AlertSettings {
  /** Notifications of the operating system. */
  readonly notifications: boolean
}

/** The `alerts` topic. */
export interface AlertsView {
  /** Every alert of the deployment, for all wallets, oldest first. */
  readonly alerts: readonly AlertView[]
  /** Newest first, at most 20, of this run: those of the deployment and of the signed-in wallet. */
  readonly firings: readonly AlertFiring[]
  readonly settings: AlertSettings
  /** Which kinds can be watched here, and why the others cannot. */
  readonly kinds: Readonly<Record<AlertKind, Feature>>
  /** Whether this machine can show notifications. */
  readonly notifications: Feature
}

/** A rule that waits for a price level. */
export type LevelRule = Extract<AlertRule, { readonly kind: 'price' | 'temperature' | 'probability' }>

export const isLevelRule = (rule: AlertRule): rule is LevelRule =>
  rule.kind === 'price' || rule.kind === 'temperature' || rule.kind === 'probability'

/** Its level, in the market's own unit. */
export function levelOfRule(rule: LevelRule): Price {
  if (rule.kind === 'probability') return rule.probability
  return rule.kind === 'price' ? rule.price : markOfFahrenheit(rule.temperature)
}

/** The same rule at another price of the market, keeping the unit it was set in. */
export function ruleAt(rule: LevelRule, price: Price): LevelRule {
  if (rule.kind === 'probability') return { ...rule, probability: price }
  return rule.kind === 'price' ? { ...rule, price } : { ...rule, temperature: fahrenheitOfMark(price) }
}
