/** The steps at which main is killed: every state of every kind of action, or a seeded choice of them. */

/** What a round does before it kills main. Several acts may be of one kind of intent. */
export const ACTS = [
  'gtc',
  'ioc',
  'direct',
  'predict',
  'cancel',
  'cancel_all',
  'move',
  'scale',
  'slices',
  'reverse',
  'reverse_open',
  'exit_plan',
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
  /** Dies this long after the step, ms; null dies before anything follows the step. */
  readonly later: number | null
}

const BEFORE = ['drafted', 'checked', 'journalled', 'prepared', 'verified', 'signed', 'sent', 'acknowledged']
/** Stands for the state that an act ends in. */
const LAST = 'last'
/** The kind of intent that the hook in main sees, and the last state that the act comes to. */
const ENDS: Readonly<Record<Act, readonly [kind: string, last: string]>> = {
  gtc: ['place', 'resting'],
  ioc: ['place', 'filled'],
  direct: ['place', 'resting'],
  predict: ['predict', 'filled'],
  cancel: ['cancel', 'done'],
  cancel_all: ['cancel', 'done'],
  move: ['cancel', 'done'],
  scale: ['place', 'resting'],
  slices: ['place', 'filled'],
  reverse: ['close', 'filled'],
  reverse_open: ['place', 'filled'],
  exit_plan: ['place', 'filled'],
  close: ['close', 'filled'],
  // The first price is met by nobody, so that the second order is out; nor is that one's.
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

const ALL_POINTS: readonly KillPoint[] = ACTS.flatMap((act) =>
  [...BEFORE, ENDS[act][1]].map((state) => ({ act, state, later: null })),
)

/** Acts of which the kill is for a later action of the kind: what was begun before it is over by then. */
const WHICH: { readonly [A in Act]?: number } = { widen: 2 }

/** Acts that take a position that is there: their own order is the only one of its kind in the round. */
const ON_A_POSITION: ReadonlySet<Act> = new Set(['reverse', 'reverse_open', 'widen'])

export const needsPosition = ({ act }: KillPoint): boolean => ON_A_POSITION.has(act)

export const kindOf = (act: Act): string => ENDS[act][0]

export const nameOf = ({ act, state, later }: KillPoint): string =>
  `${act} at ${state}${later === null ? '' : ` and ${later} ms`}`

/** As `ISOTHERM_TEST_KILL_AT` takes it. */
export const switchOf = ({ act, state, later }: KillPoint): string =>
  `${kindOf(act)}${WHICH[act] === undefined ? '' : `#${WHICH[act]}`}:${state}${later === null ? '' : `+${later}`}`

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

/** Every act once, at steps dealt from a shuffled pack (Fisher and Yates) of all of them: each is dealt at least twice. */
export function chosenPoints(random: () => number): KillPoint[] {
  const pack = [...BEFORE, LAST]
  for (let i = 0; i < pack.length; i += 1) {
    const j = i + Math.floor(random() * (pack.length - i))
    ;[pack[i], pack[j]] = [pack[j] as string, pack[i] as string]
  }
  return ACTS.map((act, i) => {
    const step = pack[i % pack.length] as string
    return { act, state: step === LAST ? ENDS[act][1] : step, later: null }
  })
}

/** `count` random points; half of them die up to 20 ms after the step, in the middle of what follows. */
export function randomPoints(count: number, random: () => number): KillPoint[] {
  return Array.from({ length: count }, () => {
    const point = ALL_POINTS[Math.floor(random() * ALL_POINTS.length)] as KillPoint
    return random() < 0.5 ? point : { ...point, later: Math.floor(random() * 21) }
  })
}
