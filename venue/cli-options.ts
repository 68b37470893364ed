/** Command-line flags of the venue (venue/README.md#the-practice-venue). */
import { parseArgs } from 'node:util'
import { z } from 'zod'
import type { MarketMode, WireName } from './http/index.ts'
import type { OpenVenueOptions } from './open-venue.ts'
import { QUIRKS, QuirkError, Quirks } from './quirks.ts'

export interface CliOptions extends Omit<OpenVenueOptions, 'statePath' | 'log'> {
  seed: string
  quirks: string[]
  /** Path of the account file; null stores nothing. */
  state: string | null
}

/** An invalid flag or value; the message is one line for the user. */
export class UsageError extends Error {}

const MINUTES_A_DAY = 1440
/** With a zone, so that a start does not depend on the machine's. */
const ISO_TIME = z.iso.datetime({ offset: true })
/** Permitted start times, ms. */
const EARLIEST = Date.UTC(2000, 0, 1)
const LATEST = Date.UTC(2100, 0, 1)
const MODES: readonly string[] = ['scalar', 'binary', 'all']
const WIRES: readonly string[] = ['venue', 'upstream']

/** @throws UsageError */
export function readOptions(args: string[]): CliOptions {
  const values = flagsOf(args)
  const mode = values.mode ?? 'all'
  if (!MODES.includes(mode)) throw new UsageError(`--mode must be scalar, binary or all; ${show(mode)} is not`)
  const wire = values.wire ?? 'venue'
  if (!WIRES.includes(wire)) throw new UsageError(`--wire must be venue or upstream; ${show(wire)} is not`)
  const bucketMinutes = whole('--bucket-minutes', values['bucket-minutes'] ?? '120', 1, MINUTES_A_DAY)
  if (MINUTES_A_DAY % bucketMinutes !== 0)
    throw new UsageError(`--bucket-minutes must divide a day of ${MINUTES_A_DAY} minutes; ${bucketMinutes} does not`)
  if (values.state === '') throw new UsageError('--state needs the path of a file')
  if (values.seed === '') throw new UsageError('--seed needs a value')
  return {
    port: whole('--port', values.port ?? '0', 0, 65535),
    seed: values.seed ?? 'isotherm',
    at: values.at === undefined ? null : startTime(values.at),
    bucketMinutes,
    speed: speedOf(values.speed ?? '1'),
    waitlist: values.waitlist ?? false,
    mode: mode as MarketMode,
    outcomes: !(values['no-outcomes'] ?? false),
    control: values.control ?? false,
    wire: wire as WireName,
    quirks: quirksOf(values.quirks ?? ''),
    state: values.state ?? null,
  }
}

/** Every flag except `--help`; `value` is its placeholder in the help. */
export const FLAGS = {
  port: { type: 'string', value: 'N', does: 'port on 127.0.0.1; 0, the default, takes a free one' },
  seed: { type: 'string', value: 'TEXT', does: 'equal seeds and equal calls give equal histories' },
  at: { type: 'string', value: 'TIME', does: "ISO time with its zone at which the venue's clock starts" },
  'bucket-minutes': { type: 'string', value: 'N', does: 'length of a bucket, 120 by default; divides a day' },
  speed: { type: 'string', value: 'X', does: 'how fast venue time runs, 1 to 10000' },
  mode: { type: 'string', value: 'MODE', does: 'market families: scalar, binary or all' },
  'no-outcomes': { type: 'boolean', value: '', does: 'there are no outcome markets' },
  waitlist: { type: 'boolean', value: '', does: 'gated routes and the WebSocket take allowed identities only' },
  control: { type: 'boolean', value: '', does: 'the /practice/ routes exist' },
  wire: { type: 'string', value: 'WIRE', does: 'shapes of answers: venue or upstream' },
  quirks: { type: 'string', value: 'LIST', does: 'quirks to switch on, comma-separated' },
  state: { type: 'string', value: 'FILE', does: 'SQLite file that keeps accounts, agents, nonces and submissions' },
} as const

/** Output of `--help`: every flag and every quirk. */
export function helpText(): string {
  const flags = Object.entries(FLAGS).map(([name, { value, does }]) => [`--${name} ${value}`.trimEnd(), does])
  const quirks = Object.entries(QUIRKS).map(([name, { number, does }]) => [
    number === null ? name : `${name}=N`,
    number === null ? does : `${does} (N is ${number} by default)`,
  ])
  const lines = (rows: string[][]) => rows.map(([name = '', does]) => `  ${name.padEnd(22)} ${does}`).join('\n')
  return `npm run venue -- [flags]\n\n${lines(flags)}\n\nQuirks:\n\n${lines(quirks)}\n`
}

function quirksOf(text: string): string[] {
  const quirks = new Quirks()
  try {
    quirks.set(text.split(',').filter((entry) => entry !== ''))
  } catch (error) {
    if (error instanceof QuirkError) throw new UsageError(`--quirks: ${error.message}`)
    throw error
  }
  return quirks.list()
}

function flagsOf(args: string[]) {
  try {
    return parseArgs({ args, options: FLAGS }).values
  } catch (error) {
    const [line = ''] = (error as Error).message.split('\n')
    throw new UsageError(line.replace(/\. To specify .*$/, ''))
  }
}

function whole(flag: string, text: string, least: number, most: number): number {
  const value = /^\d{1,9}$/.test(text) ? Number(text) : Number.NaN
  if (value >= least && value <= most) return value
  throw new UsageError(`${flag} must be a whole number from ${least} to ${most}; ${show(text)} is not`)
}

function speedOf(text: string): number {
  const value = /^\d{1,6}(\.\d{1,6})?$/.test(text) ? Number(text) : Number.NaN
  if (value >= 1 && value <= 10_000) return value
  throw new UsageError(`--speed must be a number from 1 to 10000; ${show(text)} is not`)
}

function startTime(text: string): number {
  const time = ISO_TIME.safeParse(text).success ? Date.parse(text) : Number.NaN
  if (time >= EARLIEST && time < LATEST) return time
  throw new UsageError(
    `--at must be an ISO time with its zone, such as 2026-03-04T13:10:00Z, from 2000 to 2099; ${show(text)} is not`,
  )
}

const show = (text: string): string => JSON.stringify(text.slice(0, 60))
