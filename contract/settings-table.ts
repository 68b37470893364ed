/**
 * Every setting of the terminal: name, valid values, and default. The type of the settings, main's checks of the file and of windows, and the choices
 * of the View menu derive from this table. Pure.
 */

import type { Decimal } from './decimal.ts'
import type { ExitTemplates } from './exit-templates.ts'
import type { KeyChoices } from './key.ts'
import {
  ARM_LABELS,
  ARM_TITLE,
  DEFAULT_LIMITS,
  LIMIT_FIELDS,
  type LimitField,
  limitIssue,
  type TradingLimits,
} from './limits.ts'
import { counted } from './plural.ts'
import type { ChoiceSetting, DecimalSetting, FlagSetting, IntegerSetting, SettingSection, ValueOf } from './settings.ts'
import type { SizePresets } from './size-presets.ts'

type Own<S> = Omit<S, 'kind' | 'scope'>

const choice = <const Value extends string>(
  entry: Own<ChoiceSetting<Value>> & { readonly initial: NoInfer<Value> },
): ChoiceSetting<Value> => ({ kind: 'choice', scope: 'app', ...entry })
const flag = (entry: Own<FlagSetting>): FlagSetting => ({ kind: 'flag', scope: 'app', ...entry })
const whole = (entry: Own<IntegerSetting>): IntegerSetting => ({ kind: 'whole', scope: 'app', ...entry })

/** A choice for each value. */
const each = <const Value extends string>(values: readonly Value[], textOf: (value: Value) => string) =>
  values.map((value) => ({ value, text: textOf(value) }))

/** Choices of the close distance for probabilities, cents. */
const CLOSE_CENTS = ['1', '2', '5', '10'] as const

const SOUNDS: SettingSection = 'Sounds'

/** All but the limits, keys, sizes and exit plans, in display order. */
export const SETTINGS = {
  theme: choice({
    title: 'Theme',
    explanation: 'Dark, light, or the same as the system.',
    section: 'Appearance',
    choices: [
      { value: 'dark', text: 'Dark theme' },
      { value: 'light', text: 'Light theme' },
      { value: 'system', text: 'Match system' },
    ],
    initial: 'dark',
  }),
  density: choice({
    title: 'Row height',
    explanation: 'Height of rows in tables, books and lists.',
    section: 'Appearance',
    choices: [
      { value: 'compact', text: 'Compact' },
      { value: 'normal', text: 'Normal' },
      { value: 'roomy', text: 'Comfortable' },
    ],
    initial: 'normal',
  }),
  textSize: whole({
    title: 'Text size',
    explanation: 'Size of text and controls, relative to the default.',
    section: 'Appearance',
    least: 80,
    most: 150,
    step: 10,
    unit: '%',
    initial: 100,
  }),
  palette: choice({
    title: 'Buy and sell colors',
    explanation: 'Green and red, or blue and orange for color-blind users.',
    section: 'Appearance',
    choices: [
      { value: 'green-red', text: 'Green and red' },
      { value: 'blue-orange', text: 'Blue and orange' },
    ],
    initial: 'green-red',
  }),
  offerTemplates: flag({
    title: 'Suggest other layouts',
    explanation: 'Shows a notice with other layouts and Getting started until you save a workspace.',
    section: 'Appearance',
    initial: true,
  }),
  timeZone: choice({
    title: 'Time zone',
    explanation:
      "Time zone of all times on screen. If the deployment does not name the station's time zone, times stay in UTC. The trading day always starts at 00:00 UTC.",
    section: 'Figures and times',
    choices: [
      { value: 'utc', text: 'UTC' },
      { value: 'computer', text: 'Local time' },
      { value: 'station', text: 'Station time' },
    ],
    initial: 'utc',
  }),
  temperature: choice({
    title: 'Temperature',
    explanation:
      "Unit of temperatures shown next to marks. Orders, targets, stops and alerts always use the market's own units, °F and mark.",
    section: 'Figures and times',
    choices: [
      { value: 'fahrenheit', text: '°F' },
      { value: 'celsius', text: '°C' },
    ],
    initial: 'fahrenheit',
  }),
  prices: choice({
    title: 'Scalar prices',
    explanation:
      'Whether the mark or °F comes first in positions, orders, tickets, messages, and new books and ladders. A book, ladder or chart with its own unit keeps it.',
    section: 'Figures and times',
    choices: [
      { value: 'mark', text: 'Mark' },
      { value: 'temperature', text: '°F' },
    ],
    initial: 'mark',
  }),
  grouping: choice({
    title: 'Thousands separator',
    explanation: 'Separator between thousands. The decimal separator is always a point.',
    section: 'Figures and times',
    choices: [
      { value: 'comma', text: '1,234,567.8' },
      { value: 'space', text: '1 234 567.8' },
      { value: 'none', text: '1234567.8' },
    ],
    initial: 'comma',
  }),
  csv: choice({
    title: 'CSV files',
    explanation:
      'Spreadsheet formats mark the encoding and write ids as text, so that no digit is lost. With a decimal comma, columns are separated by semicolons.',
    section: 'Figures and times',
    choices: [
      { value: 'plain', text: 'Plain' },
      { value: 'sheet', text: 'Spreadsheet' },
      { value: 'sheet_comma', text: 'Spreadsheet, decimal comma' },
    ],
    initial: 'plain',
  }),
  weather: choice({
    title: 'Weather at the station',
    explanation:
      'Readings and forecasts beside prices. On live deployments they come from aviationweather.gov and api.weather.gov, which learn your IP address and the stations you look at, and nothing else. On practice they come from the practice venue.',
    section: 'Weather',
    choices: [
      { value: 'off', text: 'Off' },
      { value: 'practice', text: 'On practice only' },
      { value: 'all', text: 'On every deployment' },
    ],
    initial: 'practice',
  }),
  openMeteo: choice({
    title: 'Second forecast (Open-Meteo)',
    explanation:
      'api.open-meteo.com is free for non-commercial use only. With your API key, customer-api.open-meteo.com is used instead. It learns your IP address and where the station is. Its data is licensed under CC BY 4.0.',
    section: 'Weather',
    choices: [
      { value: 'off', text: 'Off' },
      { value: 'non_commercial', text: 'On: my use is non-commercial' },
      { value: 'key', text: 'On: with my API key' },
    ],
    initial: 'off',
  }),
  announcements: choice({
    title: 'Price announcements',
    explanation:
      'How often a screen reader reads changes in mark, bid and ask, for the market you last asked for or the active panel.',
    section: 'Accessibility',
    choices: [
      { value: 'off', text: 'On request only' },
      { value: 'every-5-s', text: 'At most every 5 s' },
      { value: 'every-15-s', text: 'At most every 15 s' },
      { value: 'every-60-s', text: 'At most every minute' },
    ],
    initial: 'off',
  }),
  highContrast: flag({
    title: 'High contrast',
    explanation: 'Stronger contrast of text, figures and lines in both themes. Also follows the system setting.',
    section: 'Accessibility',
    initial: false,
  }),
  lessMotion: flag({
    title: 'Reduce motion',
    explanation: 'No fades, and no tint on changed figures. Also follows the system setting.',
    section: 'Accessibility',
    initial: false,
  }),
  sounds: flag({
    title: 'Sounds',
    explanation: 'Off mutes everything. Each sound plays once, no matter how many windows are open.',
    section: SOUNDS,
    initial: true,
  }),
  soundVolume: whole({
    title: 'Sound volume',
    explanation: 'Relative to the volume of this computer.',
    section: SOUNDS,
    least: 10,
    most: 100,
    step: 10,
    unit: '%',
    initial: 60,
  }),
  soundFills: flag({
    title: 'Fill sound',
    explanation: 'One of your orders filled, fully or partially. Simultaneous fills play once.',
    section: SOUNDS,
    initial: true,
  }),
  soundRefusals: flag({
    title: 'Rejection sound',
    explanation: 'An order was refused or rejected, or its outcome is unknown.',
    section: SOUNDS,
    initial: true,
  }),
  soundHeld: flag({
    title: 'Automation sound',
    explanation: 'A local exit triggered, a scale or slices finished, or a position ended.',
    section: SOUNDS,
    initial: true,
  }),
  soundAlerts: flag({
    title: 'Alert sound',
    explanation: 'One of your alerts fired.',
    section: SOUNDS,
    initial: true,
  }),
  soundConnection: flag({
    title: 'Connection sound',
    explanation: 'Live data missing for 3 s, and when it is back.',
    section: SOUNDS,
    initial: true,
  }),
  soundNeedsYou: flag({
    title: 'Urgent sound',
    explanation:
      'Needs action: a stop failed, a liquidation or expiry is near, or an order appeared that you did not send.',
    section: SOUNDS,
    initial: true,
  }),
  remoteNotificationScope: choice({
    title: 'Remote notifications',
    explanation:
      'What a webhook or ntfy receives: all alerts and warnings, or only errors and what needs you. Set the addresses under Remote notifications.',
    section: 'Alerts and notifications',
    choices: [
      { value: 'all', text: 'All alerts and warnings' },
      { value: 'acting', text: 'Errors and what needs me' },
    ],
    initial: 'all',
  }),
  remoteNotificationDetails: flag({
    title: 'Include details',
    explanation:
      'Whether remote notifications contain sizes, prices and messages, or titles only. Anyone with access to that address can read them.',
    section: 'Alerts and notifications',
    initial: false,
  }),
  heartbeatWhen: choice({
    title: 'Heartbeat',
    explanation:
      'When pings are sent: while stops, plans, slices or alerts are active, or whenever Isotherm is running.',
    section: 'Alerts and notifications',
    choices: [
      { value: 'held', text: 'While something is watched' },
      { value: 'always', text: 'Always' },
    ],
    initial: 'held',
  }),
  heartbeatEvery: choice({
    title: 'Heartbeat interval',
    explanation: 'Set the timeout of your monitoring service a few minutes longer.',
    section: 'Alerts and notifications',
    choices: each(['1', '2', '5', '10', '15', '30', '60'], (value) => counted(value, 'minute', 'minutes')),
    initial: '5',
  }),
  updateChecks: flag({
    title: 'Check for updates',
    explanation:
      'Checks a minute after startup and every six hours. Nothing is downloaded or installed until you say so.',
    section: 'Updates',
    initial: true,
  }),
  updateChannel: choice({
    title: 'Release channel',
    explanation: 'Stable releases only, or betas as well.',
    section: 'Updates',
    choices: [
      { value: 'stable', text: 'Stable' },
      { value: 'beta', text: 'Stable and beta' },
    ],
    initial: 'stable',
  }),
  keepSteps: choice({
    title: 'Action step history',
    explanation:
      'How long the steps of finished actions are kept. The actions, their ids and results are kept forever.',
    section: 'Records and data',
    choices: [
      { value: 'always', text: 'Forever' },
      { value: '24', text: '24 months' },
      { value: '36', text: '36 months' },
      { value: '60', text: '60 months' },
    ],
    initial: 'always',
  }),
  unverifiedActions: choice({
    title: 'Unverified actions',
    explanation: 'What happens when the venue sends too little to verify an action before signing.',
    section: 'Trading',
    choices: [
      { value: 'confirm', text: 'Ask me' },
      { value: 'refuse', text: 'Refuse' },
    ],
    initial: 'confirm',
  }),
  throughDegrees: choice({
    title: 'Limit through best price, °F',
    explanation: 'A limit order that crosses the bid or ask of a scalar market by more than this needs a second press.',
    section: 'Trading',
    choices: each(['0.25', '0.5', '1', '2', '5'], (value) => `Confirm beyond ${value} °F`),
    initial: '1',
  }),
  throughCents: choice({
    title: 'Limit through best price, ¢',
    explanation: 'A limit order that crosses the bid or ask of shares by more than this needs a second press.',
    section: 'Trading',
    choices: each(['2', '5', '10', '25'], (value) => `Confirm beyond ${value} ¢`),
    initial: '10',
  }),
  closeDegrees: choice({
    title: 'Scalar close slippage, °F',
    explanation: 'First slippage of closes, exits and Flatten. The Positions panel can override it.',
    section: 'Trading',
    choices: each(['0.02', '0.05', '0.10', '0.25'], (value) => `${value} °F slippage`),
    initial: '0.10',
  }),
  closeDegreesBound: choice({
    title: 'Scalar slippage cap, °F',
    explanation: 'How far closes, exits and Flatten widen, step by step, until filled.',
    section: 'Trading',
    choices: each(['0.25', '0.5', '1', '2', '5'], (value) => `Cap ${value} °F`),
    initial: '1',
  }),
  closeBinaryCents: choice({
    title: 'Binary close slippage, ¢',
    explanation: 'First slippage of closes and exits of UP and DOWN contracts. The Positions panel can override it.',
    section: 'Trading',
    choices: each(CLOSE_CENTS, (value) => `${value} ¢ slippage`),
    initial: '2',
  }),
  closeBinaryCentsBound: choice({
    title: 'Binary slippage cap, ¢',
    explanation: 'How far closes and exits of UP and DOWN contracts widen, step by step, until filled.',
    section: 'Trading',
    choices: each(CLOSE_CENTS, (value) => `Cap ${value} ¢`),
    initial: '5',
  }),
  closeShareCents: choice({
    title: 'Share close slippage, ¢',
    explanation: 'First slippage of sales that close outcome shares. The Positions panel can override it.',
    section: 'Trading',
    choices: each(CLOSE_CENTS, (value) => `${value} ¢ slippage`),
    initial: '2',
  }),
  closeShareCentsBound: choice({
    title: 'Share slippage cap, ¢',
    explanation: 'How far sales that close outcome shares widen, step by step, until filled.',
    section: 'Trading',
    choices: each(CLOSE_CENTS, (value) => `Cap ${value} ¢`),
    initial: '5',
  }),
} as const

/** Name of a setting, in the file and in calls. */
export type SettingKey = keyof typeof SETTINGS

const LIMITS: SettingSection = 'Limits'

/** The limits as settings; they are stored and saved together under `limits`. */
export const LIMIT_SETTINGS = {
  ...(Object.fromEntries(
    (Object.keys(LIMIT_FIELDS) as LimitField[]).map((field) => [field, limitSetting(field)]),
  ) as unknown as { readonly [Field in LimitField]: LimitSetting<TradingLimits[Field]> }),
  arm: choice({
    title: ARM_TITLE,
    explanation: 'Where a window must be armed before it can send orders that add exposure.',
    section: LIMITS,
    choices: each(['live', 'always', 'never'], (value) => ARM_LABELS[value]),
    initial: DEFAULT_LIMITS.arm,
  }),
} as const

type LimitSetting<Value> = [Value] extends [number]
  ? IntegerSetting
  : null extends Value
    ? DecimalSetting<Extract<Value, Decimal>, null>
    : DecimalSetting<Extract<Value, Decimal>>

function limitSetting(field: LimitField): IntegerSetting | DecimalSetting<Decimal, null> {
  const { name, unit, explanation, whole: isWhole, most, optional } = LIMIT_FIELDS[field]
  const described = { title: name, explanation, section: LIMITS }
  const initial = DEFAULT_LIMITS[field]
  if (isWhole) return whole({ ...described, unit, least: 1, most: Number(most), step: 1, initial: Number(initial) })
  return {
    kind: 'decimal',
    scope: 'app',
    ...described,
    unit,
    optional,
    issue: (text) => limitIssue(field, text),
    initial: initial as Decimal | null,
  }
}

/** The settings of the terminal, shared by all windows. */
export type Settings = { readonly [Key in SettingKey]: ValueOf<(typeof SETTINGS)[Key]> } & {
  readonly limits: TradingLimits
  /** Stored like the limits, and changed by its own call. */
  readonly keys: KeyChoices
  /** Stored like the keys, and changed by its own call. */
  readonly sizes: SizePresets
  /** Named exit plans, stored like the sizes. */
  readonly exitTemplates: ExitTemplates
}

/** Defaults until the trader changes them. */
export const DEFAULT_SETTINGS: Settings = {
  ...(Object.fromEntries(Object.entries(SETTINGS).map(([key, { initial }]) => [key, initial])) as unknown as Omit<
    Settings,
    'limits' | 'keys' | 'sizes' | 'exitTemplates'
  >),
  limits: DEFAULT_LIMITS,
  keys: {},
  sizes: {},
  exitTemplates: {},
}
