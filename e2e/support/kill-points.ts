/** The steps at which main is killed: every state of every kind of action, or a seeded choice of them. */

/** What a round does before it kills main. `ioc` and `gtc` are both of kind `place`. */
export const ACTS = ['gtc', 'ioc', 'predict', 'cancel', 'close', 'leverage', 'approve_agent'] as const
export type Act = (typeof ACTS)[number]

export interface KillPoint {
  readonly act: Act
  readonly state: string
  /** Dies this long after the step, ms; null dies before anything follows the step. */
  readonly later: number | null
}

const BEFORE = ['drafted', 'checked', 'journalled', 'prepared', 'verified', 'signed', 'sent', 'acknowledged']
const LAST: Readonly<Record<Act, string>> = {
  gtc: 'resting',
  ioc: 'filled',
  predict: 'filled',
  cancel: 'done',
  close: 'filled',
  leverage: 'done',
  approve_agent: 'done',
}

export const ALL_POINTS: readonly KillPoint[] = ACTS.flatMap((act) =>
  [...BEFORE, LAST[act]].map((state) => ({ act, state, later: null })),
)

/** The kind of intent that the hook in main sees. */
export const kindOf = (act: Act): string => (act === 'gtc' || act === 'ioc' ? 'place' : act)

export const nameOf = ({ act, state, later }: KillPoint): string =>
  `${act} at ${state}${later === null ? '' : ` and ${later} ms`}`

/** As `ISOTHERM_TEST_KILL_AT` takes it. */
export const switchOf = ({ act, state, later }: KillPoint): string =>
  `${kindOf(act)}:${state}${later === null ? '' : `+${later}`}`

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

/** A choice of `count` of all points without repetition, by Fisher and Yates. */
export function chosenPoints(count: number, random: () => number): KillPoint[] {
  const points = [...ALL_POINTS]
  for (let i = points.length - 1; i > 0; i -= 1) {
    const j = Math.floor(random() * (i + 1))
    ;[points[i], points[j]] = [points[j] as KillPoint, points[i] as KillPoint]
  }
  return points.slice(0, count)
}

/** `count` random points; half of them die up to 20 ms after the step, in the middle of what follows. */
export function randomPoints(count: number, random: () => number): KillPoint[] {
  return Array.from({ length: count }, () => {
    const point = ALL_POINTS[Math.floor(random() * ALL_POINTS.length)] as KillPoint
    return random() < 0.5 ? point : { ...point, later: Math.floor(random() * 21) }
  })
}
