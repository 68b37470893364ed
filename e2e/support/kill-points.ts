/** The points at which the kill tests kill main: every step of every act, or a seeded selection. */

/** What a kill round makes the terminal do. Several acts may use the same kind of intent. */
export const ACTS = [
  'gtc',
  'ioc',
  'direct',
  'predict',
  'cancel',
  'cancel_all',
  'move',
  'move_place',
  'scale',
  'slices',
  'reverse',
  'reverse_open',
  'exit_plan',
  'plan_fills',
  'plan_stop',
  'plan_widen',
  'plan_target',
  'plan_time',
  'plan_trail',
  'plan_even',
  'close',
  'widen',
  'flatten',
  'stop',
  'leverage',
  'approve_agent',
  'binary_setup',
  'binary_predict',
  'binary_close',
  'outcome_limit',
  'outcome_market',
  'outcome_cancel',
  'outcome_close',
  'transfer',
  'split',
  'merge',
] as const
export type Act = (typeof ACTS)[number]

export interface KillPoint {
  readonly act: Act
  readonly state: string
  /** Delay of the kill after the step, ms; null kills before anything follows the step. */
  readonly later: number | null
}

/** States that every action passes through before its last one. */
const BEFORE = ['drafted', 'checked', 'journalled', 'prepared', 'verified', 'signed', 'sent', 'acknowledged']
/** Placeholder of the state that an act ends in. */
const LAST = 'last'
/** The kind of intent by which main's kill switch finds the action, and the action's last state; null for acts that submit nothing. */
const KIND_AND_LAST_STATE: Readonly<Record<Act, readonly [kind: string, last: string] | null>> = {
  gtc: ['place', 'resting'],
  ioc: ['place', 'filled'],
  direct: ['place', 'resting'],
  predict: ['predict', 'filled'],
  cancel: ['cancel', 'done'],
  cancel_all: ['cancel', 'done'],
  move: ['cancel', 'done'],
  move_place: ['place', 'resting'],
  scale: ['place', 'resting'],
  slices: ['place', 'filled'],
  reverse: ['close', 'filled'],
  reverse_open: ['place', 'filled'],
  exit_plan: ['place', 'filled'],
  plan_fills: ['place', 'resting'],
  plan_stop: ['close', 'filled'],
  // The fall has passed the first price.
  plan_widen: ['close', 'filled'],
  plan_target: ['close', 'filled'],
  plan_time: ['close', 'filled'],
  plan_trail: null,
  plan_even: null,
  close: ['close', 'filled'],
  // The first price meets no order, so that the second order is sent; it meets none either.
  widen: ['close', 'cancelled'],
  flatten: ['close', 'filled'],
  stop: ['close', 'filled'],
  leverage: ['leverage', 'done'],
  approve_agent: ['approve_agent', 'done'],
  binary_setup: ['binary_setup', 'done'],
  binary_predict: ['binary_predict', 'filled'],
  binary_close: ['close', 'filled'],
  outcome_limit: ['outcome_order', 'resting'],
  outcome_market: ['outcome_order', 'filled'],
  outcome_cancel: ['cancel', 'done'],
  outcome_close: ['close', 'filled'],
  transfer: ['transfer', 'done'],
  split: ['convert', 'done'],
  merge: ['convert', 'done'],
}

/** Writes of other records during an act, which are kill points too, in the form of `ISOTHERM_TEST_KILL_AT`. */
const RECORDS: { readonly [A in Act]?: readonly string[] } = {
  move: ['move:cancelling', 'move:reading', 'move:placing', 'move:moved'],
  reverse: ['reversal:closing', 'reversal:opening', 'reversal:reversed'],
  // The scale starts, places its three orders, and has all of them resting.
  scale: ['algo:working', 'algo#2:working', 'algo#3:working', 'algo#4:working', 'algo:resting'],
  slices: [1, 2, 3, 4, 5, 6, 7].map((write) => `algo#${write}:working`),
  // Waiting; armed by the first fill; enlarged or repriced by a later one.
  plan_fills: ['exit_stop:waiting', 'exit_stop:armed', 'exit_stop#2:armed', 'exit_target:armed', 'exit_target#2:armed'],
  plan_stop: closingSteps('exit_stop'),
  plan_widen: closingSteps('exit_stop'),
  plan_target: closingSteps('exit_target'),
  plan_time: closingSteps('exit_time'),
  plan_trail: ['exit_stop:armed', 'exit_stop#2:armed'],
  plan_even: ['exit_stop:armed', 'exit_stop#2:armed'],
}

/** The writes of an exit that closes: triggered, sized, submitted, done. */
function closingSteps(exit: string): readonly string[] {
  return [`${exit}:triggered`, `${exit}#2:triggered`, `${exit}:submitted`, `${exit}:done`]
}

/** Whether the act submits an action. */
export const submits = (act: Act): boolean => KIND_AND_LAST_STATE[act] !== null

const stepsOf = (act: Act): readonly string[] => {
  const kindAndLast = KIND_AND_LAST_STATE[act]
  return [...(kindAndLast === null ? [] : [...BEFORE, kindAndLast[1]]), ...(RECORDS[act] ?? [])]
}

const ALL_POINTS: readonly KillPoint[] = ACTS.flatMap((act) =>
  stepsOf(act).map((state) => ({ act, state, later: null })),
)

/** Acts that are killed in a later action of their kind, counted from 1; the earlier ones have ended by then. */
const ACTION_NUMBER: { readonly [A in Act]?: number } = { widen: 2, move_place: 2 }

/** Acts on a position that exists before them, so that their own order is the only one of its kind in the round. */
const ON_A_POSITION: ReadonlySet<Act> = new Set([
  'reverse',
  'reverse_open',
  'widen',
  'plan_stop',
  'plan_widen',
  'plan_target',
  'plan_time',
  'plan_trail',
  'plan_even',
])

export const needsPosition = ({ act }: KillPoint): boolean => ON_A_POSITION.has(act)

/** Kind of the action that the point is a step of; null for a record write. */
export const kindOf = ({ act, state }: KillPoint): string | null =>
  state.includes(':') ? null : (KIND_AND_LAST_STATE[act]?.[0] ?? null)

export const nameOf = ({ act, state, later }: KillPoint): string =>
  `${act} at ${state}${later === null ? '' : ` and ${later} ms`}`

/** The value of `ISOTHERM_TEST_KILL_AT` for a point. */
export const switchOf = (point: KillPoint): string => {
  const { act, state, later } = point
  const kind = kindOf(point)
  const step =
    kind === null ? state : `${kind}${ACTION_NUMBER[act] === undefined ? '' : `#${ACTION_NUMBER[act]}`}:${state}`
  return `${step}${later === null ? '' : `+${later}`}`
}

/** Mulberry32: the same numbers in [0, 1) for the same seed. */
export function seeded(seed: number): () => number {
  let a = seed
  return () => {
    a = (a + 0x6d2b79f5) | 0
    let t = Math.imul(a ^ (a >>> 15), 1 | a)
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296
  }
}

/**
 * Every act once. Acts with record writes are killed at a random one of those; the others take the states in turn from a shuffled list
 * (Fisher-Yates).
 */
export function chosenPoints(random: () => number): KillPoint[] {
  const pack = [...BEFORE, LAST]
  for (let i = 0; i < pack.length; i += 1) {
    const j = i + Math.floor(random() * (pack.length - i))
    ;[pack[i], pack[j]] = [pack[j] as string, pack[i] as string]
  }
  return ACTS.map((act, i): KillPoint => {
    const step = pack[i % pack.length] as string
    const records = RECORDS[act] ?? []
    const ofRecord = records[Math.floor(random() * records.length)]
    return { act, state: ofRecord ?? (step === LAST ? (KIND_AND_LAST_STATE[act]?.[1] ?? step) : step), later: null }
  })
}

/** Every point once, in random order; about half of them kill 0 to 20 ms after the step instead of right after it. */
export function everyPoint(random: () => number): KillPoint[] {
  const pack = [...ALL_POINTS]
  for (let i = pack.length - 1; i > 0; i -= 1) {
    const j = Math.floor(random() * (i + 1))
    ;[pack[i], pack[j]] = [pack[j] as KillPoint, pack[i] as KillPoint]
  }
  return pack.map((point) => (random() < 0.5 ? point : { ...point, later: Math.floor(random() * 21) }))
}
