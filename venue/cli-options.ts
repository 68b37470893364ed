/** The flags of the venue's command line (docs/practice-venue.md#the-practice-venue). */
import { parseArgs } from 'node:util'
import { z } from 'zod'
import type { MarketMode, WireName } from './http/index.ts'

export interface CliOptions {
  port: number
  seed: string
  /** Where the venue's own clock starts, ms since the epoch; null takes the machine's time. */
  at: number | null
  bucketMinutes: number
  speed: number
  waitlist: boolean
  mode: MarketMode
  outcomes: boolean
  control: boolean
  /** The shape in which answers go out. */
  wire: WireName
  /** Path of the file that keeps the accounts; null keeps nothing. */
  state: string | null
}

/** A flag or value that is wrong; the message is one line for the person who typed it. */
export class UsageError extends Error {}

const MINUTES_A_DAY = 1440
/** With its zone: a start must not depend on where the machine is. */
const ISO_TIME = z.iso.datetime({ offset: true })
/** Times that the venue may start at, ms. */
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
    state: values.state ?? null,
  }
}

function flagsOf(args: string[]) {
  try {
    return parseArgs({
      args,
      options: {
        port: { type: 'string' },
        seed: { type: 'string' },
        at: { type: 'string' },
        'bucket-minutes': { type: 'string' },
        speed: { type: 'string' },
        waitlist: { type: 'boolean' },
        'no-outcomes': { type: 'boolean' },
        mode: { type: 'string' },
        control: { type: 'boolean' },
        wire: { type: 'string' },
        state: { type: 'string' },
      },
    }).values
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
