/**
 * Every setting of the terminal: name, valid values, and default. The type of the settings, main's checks of the file and of windows, and the choices
 * of the View menu derive from this table. Pure.
 */
import type { Decimal } from './decimal.ts'
import type { ExitTemplates } from './exit-templates.ts'
import type { KeyChoices } from './key.ts'
import { ARM_LABELS, DEFAULT_LIMITS, LIMIT_FIELDS, type LimitField, limitIssue, type TradingLimits } from './limits.ts'
import type { ChoiceSetting, DecimalSetting, FlagSetting, SettingSection, ValueOf, WholeSetting } from './settings.ts'
import type { SizePresets } from './size-presets.ts'

type Own<S> = Omit<S, 'kind' | 'scope'>

const choice = <const Value extends string>(
  entry: Own<ChoiceSetting<Value>> & { readonly initial: NoInfer<Value> },
): ChoiceSetting<Value> => ({ kind: 'choice', scope: 'app', ...entry })
const flag = (entry: Own<FlagSetting>): FlagSetting => ({ kind: 'flag', scope: 'app', ...entry })
const whole = (entry: Own<WholeSetting>): WholeSetting => ({ kind: 'whole', scope: 'app', ...entry })

/** Choices of the close distance for probabilities, cents. */
const CLOSE_CENTS = ['1', '2', '5', '10'] as const
const centsText = (value: string): string => (value === '1' ? '1 cent' : `${value} cents`)

const SOUNDS: SettingSection = 'Sounds'

/** All but the limits, keys, sizes and exit plans, in display order. */
export const SETTINGS = {
  theme: choice({
    title: 'Theme',
    explanation: 'Dark or light, or whichever of them the system uses.',
    section: 'Appearance',
    choices: [
      { value: 'dark', text: 'Dark theme' },
      { value: 'light', text: 'Light theme' },
      { value: 'system', text: 'Theme of the system' },
    ],
    initial: 'dark',
  }),
  density: choice({
    title: 'Rows',
    explanation: 'How high the rows of tables, books and lists are.',
    section: 'Appearance',
    choices: [
      { value: 'compact', text: 'Compact rows' },
      { value: 'normal', text: 'Normal rows' },
      { value: 'roomy', text: 'Roomy rows' },
    ],
    initial: 'normal',
  }),
  textSize: whole({
    title: 'Text size',
    explanation: 'How large text is, and with it what holds it, against the usual size for the window.',
    section: 'Appearance',
    least: 80,
    most: 150,
    step: 10,
    unit: '%',
    initial: 100,
  }),
  palette: choice({
    title: 'Colors of the sides',
    explanation: 'Green and red, or blue and orange, which can be told apart without seeing red or green.',
    section: 'Appearance',
    choices: [
      { value: 'green-red', text: 'Green and red' },
      { value: 'blue-orange', text: 'Blue and orange' },
    ],
    initial: 'green-red',
  }),
  offerTemplates: flag({
    title: 'Offer other layouts',
    explanation:
      'A line under the top bar names the layouts to begin from, and Getting started, until one of your own is saved.',
    section: 'Appearance',
    initial: true,
  }),
  timeZone: choice({
    title: 'Time zone',
    explanation:
      "The clock of times on screen. Where the deployment does not name the weather station's zone, times stay in UTC and say so. The service's days begin at 00:00 UTC whatever is chosen.",
    section: 'Figures and times',
    choices: [
      { value: 'utc', text: 'UTC' },
      { value: 'computer', text: 'Time of this computer' },
      { value: 'station', text: 'Time at the weather station' },
    ],
    initial: 'utc',
  }),
  temperature: choice({
    title: 'Temperature',
    explanation:
      'The unit of temperatures beside marks. Orders, targets, stops and alerts are typed and sent in the units of the market, °F and mark, whatever is chosen.',
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
      'What positions, orders, tickets, messages and new books and ladders write first, with the other one beside it. A book, ladder or chart whose unit you chose keeps it.',
    section: 'Figures and times',
    choices: [
      { value: 'mark', text: 'Mark' },
      { value: 'temperature', text: '°F' },
    ],
    initial: 'mark',
  }),
  grouping: choice({
    title: 'Thousands',
    explanation: 'What stands between the thousands of a number. The decimal point stays a point, shown and typed.',
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
      'For spreadsheets: the encoding is marked, and ids are text, so that no digit is lost. With a decimal comma, columns are separated by ;.',
    section: 'Figures and times',
    choices: [
      { value: 'plain', text: 'Plain' },
      { value: 'sheet', text: 'For spreadsheets' },
      { value: 'sheet_comma', text: 'For spreadsheets, decimal comma' },
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
    title: 'Second forecast, of Open-Meteo',
    explanation:
      'api.open-meteo.com is free for non-commercial use only. It learns your IP address and where the station is. Its data is licensed under CC BY 4.0.',
    section: 'Weather',
    choices: [
      { value: 'off', text: 'Off' },
      { value: 'non_commercial', text: 'On: my use is non-commercial' },
    ],
    initial: 'off',
  }),
  announcements: choice({
    title: 'Announced prices',
    explanation:
      'Has a screen reader say mark, bid and ask of the market that was asked about last, else of the panel in use, when they changed, no more often than chosen.',
    section: 'Accessibility',
    choices: [
      { value: 'off', text: 'On request only' },
      { value: 'every-5-s', text: 'Every 5 s at most' },
      { value: 'every-15-s', text: 'Every 15 s at most' },
      { value: 'every-60-s', text: 'Every minute at most' },
    ],
    initial: 'off',
  }),
  highContrast: flag({
    title: 'High contrast',
    explanation:
      'Text, figures and lines stand out as far as they can, in either theme, as when the system asks for it.',
    section: 'Accessibility',
    initial: false,
  }),
  lessMotion: flag({
    title: 'Less motion',
    explanation: 'Nothing fades in and changed figures do not tint, as when the system asks for reduced motion.',
    section: 'Accessibility',
    initial: false,
  }),
  sounds: flag({
    title: 'Sounds',
    explanation: 'Whether anything is told by ear; off is mute. One window plays each sound, however many are open.',
    section: SOUNDS,
    initial: true,
  }),
  soundVolume: whole({
    title: 'Volume of sounds',
    explanation: "How loud they are, as a part of what this computer's own volume allows.",
    section: SOUNDS,
    least: 10,
    most: 100,
    step: 10,
    unit: '%',
    initial: 60,
  }),
  soundFills: flag({
    title: 'Sound of a fill',
    explanation: 'An order of yours filled, in whole or in part. Fills that come together are heard once.',
    section: SOUNDS,
    initial: true,
  }),
  soundRefusals: flag({
    title: 'Sound of a refusal',
    explanation: 'An order was refused here or by the service, or nobody can say yet what became of it.',
    section: SOUNDS,
    initial: true,
  }),
  soundHeld: flag({
    title: 'Sound of stops and automated orders',
    explanation: 'A stop, target, plan or slice that this terminal holds triggered or is done, or a position ended.',
    section: SOUNDS,
    initial: true,
  }),
  soundAlerts: flag({
    title: 'Sound of an alert',
    explanation: 'An alert that you set fired.',
    section: SOUNDS,
    initial: true,
  }),
  soundConnection: flag({
    title: 'Sound of the connection',
    explanation: 'Live data has been missing for three seconds, and again when it is back.',
    section: SOUNDS,
    initial: true,
  }),
  soundNeedsYou: flag({
    title: 'Sound of what needs you',
    explanation:
      'A stop failed, a liquidation or an end is near, an order shows up that you did not send: what must be seen to.',
    section: SOUNDS,
    initial: true,
  }),
  outwardWhat: choice({
    title: 'Remote notifications',
    explanation:
      'What a webhook or ntfy is told: all alerts, with notices that warn, or only errors and what needs you. Places are set in Remote notifications.',
    section: 'Alerts and notifications',
    choices: [
      { value: 'all', text: 'All alerts and warnings' },
      { value: 'acting', text: 'Errors and what needs me' },
    ],
    initial: 'all',
  }),
  outwardDetails: flag({
    title: 'Details elsewhere',
    explanation:
      'Whether what is told elsewhere has its sizes, prices and words, or only says what it is about. Whoever can read there reads it.',
    section: 'Alerts and notifications',
    initial: false,
  }),
  heartbeatWhen: choice({
    title: 'Heartbeat',
    explanation: 'When pings are sent: while the terminal holds stops, plans, slices or alerts, or whenever it runs.',
    section: 'Alerts and notifications',
    choices: [
      { value: 'held', text: 'While something is held' },
      { value: 'always', text: 'Whenever it runs' },
    ],
    initial: 'held',
  }),
  heartbeatEvery: choice({
    title: 'Between heartbeats',
    explanation: 'How long. Have the service that waits for them wait a few minutes longer than that.',
    section: 'Alerts and notifications',
    choices: (['1', '2', '5', '10', '15', '30', '60'] as const).map((value) => ({
      value,
      text: value === '1' ? '1 minute' : `${value} minutes`,
    })),
    initial: '5',
  }),
  updateChecks: flag({
    title: 'Look for updates',
    explanation:
      'Looks for a newer version of the terminal a minute after the start and every six hours. Nothing is downloaded or installed by itself; where updates are off, nothing is looked for.',
    section: 'Updates',
    initial: true,
  }),
  updateChannel: choice({
    title: 'Releases',
    explanation: 'Which newer versions are offered: finished ones, or betas that are tried out before, too.',
    section: 'Updates',
    choices: [
      { value: 'stable', text: 'Finished releases' },
      { value: 'beta', text: 'Betas, too' },
    ],
    initial: 'stable',
  }),
  keepSteps: choice({
    title: 'Steps of old actions',
    explanation:
      'How long the single steps of actions that are over are kept. The actions themselves, their ids and their results are kept for good.',
    section: 'Records and data',
    choices: [
      { value: 'always', text: 'Keep all steps' },
      { value: '24', text: 'Drop after 24 months' },
      { value: '36', text: 'Drop after 36 months' },
      { value: '60', text: 'Drop after 60 months' },
    ],
    initial: 'always',
  }),
  unverifiedActions: choice({
    title: 'Actions that cannot be verified',
    explanation: 'Whether you may confirm what the service gave too little to check, or it is refused.',
    section: 'Trading',
    choices: [
      { value: 'confirm', text: 'Ask me' },
      { value: 'refuse', text: 'Refuse' },
    ],
    initial: 'confirm',
  }),
  throughDegrees: choice({
    title: 'Limit prices through the best price, °F',
    explanation:
      'A limit order that goes further through the ask or the bid of a temperature market takes a second press.',
    section: 'Trading',
    choices: [
      { value: '0.25', text: 'Ask beyond 0.25 °F' },
      { value: '0.5', text: 'Ask beyond 0.5 °F' },
      { value: '1', text: 'Ask beyond 1 °F' },
      { value: '2', text: 'Ask beyond 2 °F' },
      { value: '5', text: 'Ask beyond 5 °F' },
    ],
    initial: '1',
  }),
  throughCents: choice({
    title: 'Limit prices through the best price, cents',
    explanation: 'The same for shares, whose prices are probabilities.',
    section: 'Trading',
    choices: [
      { value: '2', text: 'Ask beyond 2 cents' },
      { value: '5', text: 'Ask beyond 5 cents' },
      { value: '10', text: 'Ask beyond 10 cents' },
      { value: '25', text: 'Ask beyond 25 cents' },
    ],
    initial: '10',
  }),
  closeDegrees: choice({
    title: 'Closes of temperature positions at first, °F',
    explanation:
      'How far from the price a close, an exit and Flatten go at first, in tickets, lines and keys, and in Positions until that panel has a distance of its own.',
    section: 'Trading',
    choices: (['0.02', '0.05', '0.10', '0.25'] as const).map((value) => ({
      value,
      text: `Close ${value} °F from the price`,
    })),
    initial: '0.10',
  }),
  closeDegreesBound: choice({
    title: 'Closes of temperature positions at most, °F',
    explanation: 'How far they may widen, step by step, until they have filled.',
    section: 'Trading',
    choices: (['0.25', '0.5', '1', '2', '5'] as const).map((value) => ({ value, text: `Widen to ${value} °F` })),
    initial: '1',
  }),
  closeBinaryCents: choice({
    title: 'Closes of binary contracts at first, cents',
    explanation: 'The same for UP and DOWN contracts, whose prices are probabilities.',
    section: 'Trading',
    choices: CLOSE_CENTS.map((value) => ({ value, text: `Close ${centsText(value)} from the price` })),
    initial: '2',
  }),
  closeBinaryCentsBound: choice({
    title: 'Closes of binary contracts at most, cents',
    explanation: 'How far they may widen, step by step, until they have filled.',
    section: 'Trading',
    choices: CLOSE_CENTS.map((value) => ({ value, text: `Widen to ${centsText(value)}` })),
    initial: '5',
  }),
  closeShareCents: choice({
    title: 'Sales of shares at first, cents',
    explanation: 'The same for shares of outcomes, which are closed by a sale.',
    section: 'Trading',
    choices: CLOSE_CENTS.map((value) => ({ value, text: `Sell ${centsText(value)} from the price` })),
    initial: '2',
  }),
  closeShareCentsBound: choice({
    title: 'Sales of shares at most, cents',
    explanation: 'How far they may widen, step by step, until they have filled.',
    section: 'Trading',
    choices: CLOSE_CENTS.map((value) => ({ value, text: `Widen to ${centsText(value)}` })),
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
    title: 'Windows that must be armed',
    explanation: 'Where a window must be armed by hand before it may send what adds exposure.',
    section: LIMITS,
    choices: (['live', 'always', 'never'] as const).map((value) => ({ value, text: ARM_LABELS[value] })),
    initial: DEFAULT_LIMITS.arm,
  }),
} as const

type LimitSetting<Value> = [Value] extends [number]
  ? WholeSetting
  : null extends Value
    ? DecimalSetting<Extract<Value, Decimal>, null>
    : DecimalSetting<Extract<Value, Decimal>>

function limitSetting(field: LimitField): WholeSetting | DecimalSetting<Decimal, null> {
  const { name, unit, explanation, whole: isWhole, most, optional } = LIMIT_FIELDS[field]
  const described = {
    title: name,
    explanation,
    section: LIMITS,
  }
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
