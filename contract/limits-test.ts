/** A test of the trader's own limits on a throw-away practice venue: what is tested, and the sheet that tells what came of it. Pure. */

import type { Decimal } from './decimal.ts'
import { grouped } from './grouped.ts'
import { ARM_WORDS, LIMIT_FIELDS, type LimitField, type TradingLimits } from './limits.ts'

/** What has a row in the sheet: the limits of the table, and what holds orders back without a figure. */
export type LimitsTestSubject = 'control' | LimitField | 'arm' | 'selfCross' | 'kill'

/** In the order in which they are tested and shown. */
export const LIMITS_TEST_SUBJECTS: readonly LimitsTestSubject[] = [
  'control',
  ...(Object.keys(LIMIT_FIELDS) as LimitField[]).filter((field) => field !== 'armMinutes' && field !== 'hotMinutes'),
  'selfCross',
  'arm',
  'armMinutes',
  'hotMinutes',
  'kill',
]

/**
 * `passed`: every order did what it had to. `failed`: one did not. `off`: the limit is switched off. `not_playable`: it could not be tried, which
 * says nothing of whether it holds.
 */
export type LimitsTestVerdict = 'passed' | 'failed' | 'off' | 'not_playable'

/** One thing that was tried. */
export interface LimitsTestTry {
  /** What was asked for, in words with its exact figures. */
  readonly asked: string
  /** What had to become of it. */
  readonly meant: 'goes' | 'refused' | 'cancelled'
  /** What became of it, in words; a refusal in the terminal's own. */
  readonly came: string
  /** Whether that is what had to. */
  readonly isRight: boolean
}

export interface LimitsTestRow {
  readonly subject: LimitsTestSubject
  readonly name: string
  /** As it is set, with its unit; null for what has no figure. */
  readonly value: string | null
  readonly verdict: LimitsTestVerdict
  readonly tries: readonly LimitsTestTry[]
  /** Why it could not be tried, what nothing protects against, or which other limits were set aside for it; null for nothing. */
  readonly note: string | null
}

/** What a run found. */
export interface LimitsTestSheet {
  /** The deployment whose limits these are. */
  readonly deployment: string
  /** When it was begun, ms since the epoch, by this machine's clock. */
  readonly at: number
  readonly version: string
  /** How long it took, ms. */
  readonly tookMs: number
  readonly rows: readonly LimitsTestRow[]
}

/** How the test stands, for all windows: one runs at a time. */
export type LimitsTestView =
  | { readonly state: 'idle' }
  | {
      readonly state: 'running'
      readonly deployment: string
      /** How many rows there are to be. */
      readonly of: number
      /** What is being tried, by its name. */
      readonly now: string
      /** Those that are finished. */
      readonly rows: readonly LimitsTestRow[]
    }
  | { readonly state: 'done'; readonly sheet: LimitsTestSheet }
  | { readonly state: 'cancelled' }
  /** It could not be run, with why. */
  | { readonly state: 'broken'; readonly why: string }

const OTHER_NAMES: { readonly [Subject in Exclude<LimitsTestSubject, LimitField>]: string } = {
  control: 'An order inside every limit',
  arm: 'Windows must be armed by hand',
  selfCross: 'Orders against own orders',
  kill: 'Kill',
}

/** As the panel, the sheet and a refusal call it. */
export const limitsTestName = (subject: LimitsTestSubject): string =>
  isField(subject) ? LIMIT_FIELDS[subject].name : OTHER_NAMES[subject]

/** How it is set, in words; null for what has no setting. */
export function limitsTestValue(subject: LimitsTestSubject, limits: TradingLimits): string | null {
  if (subject === 'arm') return ARM_WORDS[limits.arm]
  if (!isField(subject)) return null
  const value = limits[subject]
  return value === null ? 'none' : `${grouped(String(value) as Decimal)} ${LIMIT_FIELDS[subject].unit}`
}

/** What had to become of something, in words. */
export const MEANT_WORDS: { readonly [Meant in LimitsTestTry['meant']]: string } = {
  goes: 'Must go',
  refused: 'Must be refused',
  cancelled: 'Must be cancelled',
}

/** A verdict in words. */
export const VERDICT_WORDS: { readonly [Verdict in LimitsTestVerdict]: string } = {
  passed: 'Passed',
  failed: 'FAILED',
  off: 'Off',
  not_playable: 'Not tried',
}

/** What the sheet comes to, as one sentence. */
export function limitsTestSummary(rows: readonly LimitsTestRow[]): string {
  const count = (verdict: LimitsTestVerdict): number => rows.filter((row) => row.verdict === verdict).length
  const failed = count('failed')
  const parts = [
    `${count('passed')} passed`,
    ...(count('off') > 0 ? [`${count('off')} off`] : []),
    ...(count('not_playable') > 0 ? [`${count('not_playable')} not tried`] : []),
  ]
  return `${failed === 0 ? 'None failed' : `${failed} FAILED`}: ${parts.join(', ')}.`
}

const isField = (subject: LimitsTestSubject): subject is LimitField => subject in LIMIT_FIELDS

/** The sheet as plain text, a line for each thing that was tried. @param when the time of it, as the window writes times */
export function limitsTestText({ deployment, version, rows }: LimitsTestSheet, when: string): string {
  const lines = rows.flatMap(({ name, value, verdict, tries, note }) => [
    `${VERDICT_WORDS[verdict]}\t${name}${value === null ? '' : `\t${value}`}`,
    ...tries.map(
      ({ asked, meant, came, isRight }) => `\t${isRight ? 'right' : 'WRONG'}. ${MEANT_WORDS[meant]}: ${asked}. ${came}`,
    ),
    ...(note === null ? [] : [`\t${note}`]),
  ])
  return [`Test of limits of ${deployment}, ${when}, Isotherm ${version}`, limitsTestSummary(rows), ...lines, ''].join(
    '\n',
  )
}
