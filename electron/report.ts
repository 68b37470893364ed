/** Problem reports: one redacted text, made only of the facts named here, which the trader reads completely. */

import { closeSync, fstatSync, openSync, readSync } from 'node:fs'
import type { Notice } from '../contract/session.ts'
import { valueText } from '../contract/settings.ts'
import { DEFAULT_SETTINGS, SETTINGS, type SettingKey, type Settings } from '../contract/settings-table.ts'
import { redact } from './log/index.ts'

// Redacts a text for strangers: secrets as in the log, whole addresses, URLs after their host, mail addresses, possible seed phrases, long unreadable
// values, and paths of the user's files.

const MASK = '[removed]'

/** Linear in their input, like the log's patterns: every repetition has an upper bound, or ends its pattern. */
export const REPORT_PATTERNS: readonly (readonly [RegExp, (match: string, ...groups: string[]) => string])[] = [
  /** A URL keeps its host; user, path and query may each be a secret, as in a webhook's. */
  [
    /\b([a-z][a-z0-9+.-]{1,15}):\/\/(?:[^\s/@"'<>]{0,512}@)?(\[[^\]\s]{0,64}\]|[^\s/?#"'<>:,;)\]}\\]{1,255})(:\d{1,5})?([^\s"'<>\\]*)/gi,
    (_, scheme, host, port = '', rest) => `${scheme}://${host}${port}${rest === '' || rest === '/' ? '' : `/${MASK}`}`,
  ],
  [/[^\s@"'<>()[\],;:]{1,64}@[^\s@"'<>()[\],;:]{1,200}\.[a-z]{2,24}/gi, () => MASK],
  /** A blockchain address stays recognizable by its ends. */
  [
    /(?<![0-9a-zA-Z])0x([0-9a-fA-F]{4})[0-9a-fA-F]{32}([0-9a-fA-F]{4})(?![0-9a-zA-Z])/g,
    (_, from, to) => `0x${from}…${to}`,
  ],
  /**
   * Twelve to twenty-four short words in a row, like a wallet's seed phrase: with spaces, commas, quotes or numbers between them. None of our
   * sentences look like that.
   */
  [/(?<![a-z])(?:[a-z]{3,8}[\s,"'\d.)]{1,8}){11,23}[a-z]{3,8}(?![a-z])/gi, () => MASK],
  /** A key in groups of hex digits, or as a list of bytes. */
  [
    /(?<![0-9a-f])(?:(?:0x)?[0-9a-f]{2,16}[\s:,_-]{1,3}){3,40}[0-9a-f]{2,16}(?![0-9a-f])/gi,
    (match) => (match.replace(/0x|[^0-9a-f]/gi, '').length >= 64 ? MASK : match),
  ],
  [/(?<![\d.])(?:\d{1,3}[\s,]{1,3}){31}\d{1,3}(?![\d.])/g, () => MASK],
  /** Unreadable text: a run of 32 or more mixed letters and digits. */
  [/[\w+/=-]+/g, (run) => (isUnreadable(run) ? MASK : run)],
]

const isUnreadable = (run: string): boolean =>
  run.length >= 32 &&
  /\d/.test(run) &&
  /[A-Za-z]/.test(run) &&
  !/^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(run)

/** Folders of the user: each becomes `~` wherever it appears, also with JSON's escaped slashes. */
export function redactReport(text: string, homes: readonly string[]): string {
  let clean = redact(text)
  for (const home of homes.filter((path) => path.length > 1).sort((a, b) => b.length - a.length)) {
    for (const form of [home, home.replaceAll('\\', '\\\\'), home.replaceAll('\\', '/')]) {
      clean = clean.replaceAll(form, '~')
    }
  }
  for (const [pattern, mask] of REPORT_PATTERNS) clean = clean.replace(pattern, mask)
  return clean
}

/** Bytes read from its end; then the number of lines included. */
const MAX_BYTES = 64_000
const MAX_LINES = 200

/** The last complete lines, oldest first; a sentence instead where the file cannot be read. */
export function logTail(path: string): readonly string[] {
  try {
    const file = openSync(path, 'r')
    try {
      const { size } = fstatSync(file)
      const from = Math.max(0, size - MAX_BYTES)
      const bytes = Buffer.alloc(size - from)
      const read = readSync(file, bytes, 0, bytes.length, from)
      const lines = bytes.subarray(0, read).toString('utf8').split('\n').filter(Boolean)
      // The first one is incomplete unless it starts the file.
      return (from === 0 ? lines : lines.slice(1)).slice(-MAX_LINES)
    } finally {
      closeSync(file)
    }
  } catch (error) {
    return [`The log could not be read: ${error instanceof Error ? error.message : String(error)}`]
  }
}

const LEVELS: Readonly<Record<number, string>> = {
  10: 'trace',
  20: 'debug',
  30: 'info',
  40: 'warn',
  50: 'error',
  60: 'fatal',
}

/** Everything that a report may contain. */
export interface ReportFacts {
  /** When it is made, ISO, by this machine's clock. */
  readonly at: string
  readonly version: string
  /** Operating system with its release, and the processor. */
  readonly system: string
  /** The runtime: `electron 45.0.0`, `chrome 142`, `node 24`; or the development host. */
  readonly runtime: readonly string[]
  /** The deployment of the requesting window, one line each; never a secret. */
  readonly deployment: readonly string[]
  readonly settings: Settings
  /** Number of actions in each state, from the deployment's journal. */
  readonly actions: Readonly<Record<string, number>>
  /** Newest first. */
  readonly notices: readonly Pick<Notice, 'level' | 'title' | 'detail' | 'at'>[]
  /** JSON lines, oldest first. */
  readonly log: readonly string[]
  /** The user's own folders. */
  readonly homes: readonly string[]
}

/** Maximum length of a report, characters: the oldest log lines are dropped first. */
const LONGEST_REPORT = 120_000
/** Maximum length before the log, characters, and maximum number of notices. */
const LONGEST_HEAD = 40_000
const MAX_NOTICES = 50

/**
 * The text, redacted as a whole: nothing is added to it afterwards.
 * @param details whether notices and log lines are complete, which may name orders.
 */
export function problemReport(facts: ReportFacts, details: boolean): string {
  const { settings, actions, homes } = facts
  const reports = facts.notices.slice(0, MAX_NOTICES)
  const sections: readonly (readonly [title: string, lines: readonly string[]])[] = [
    ['Isotherm', [`version ${facts.version}`, `made ${facts.at}`, facts.system, ...facts.runtime]],
    ['Deployment', facts.deployment],
    ['Changed settings', changed(settings)],
    ['Limits', Object.entries(settings.limits).map(([name, value]) => `${name}: ${value ?? 'none'}`)],
    ['Actions in the journal', Object.entries(actions).map(([state, count]) => `${state} ${count}`)],
    [
      details ? 'Notices' : 'Notices, without details and figures',
      reports.map((notice) => noticeLine(notice, details)),
    ],
  ]
  const head = redactReport(sections.map(([title, lines]) => section(title, lines)).join('\n'), homes)
  const shownHead = head.length <= LONGEST_HEAD ? head : `${head.slice(0, LONGEST_HEAD)}\n… the rest is too long\n`
  const title = details ? 'Log' : 'Log, without details'
  const log = redactReport((details ? facts.log : facts.log.map(bareLogLine)).join('\n'), homes)
  return `${shownHead}\n${section(title, newest(log, LONGEST_REPORT - shownHead.length - 200))}`
}

const section = (title: string, lines: readonly string[]): string =>
  `## ${title}\n${lines.length === 0 ? 'none' : lines.join('\n')}\n`

const noticeLine = ({ at, level, title, detail }: ReportFacts['notices'][number], details: boolean): string => {
  const text = details ? `${title}: ${detail}` : withoutFigures(title)
  return `${new Date(at).toISOString()} ${level} ${text}`
}

const changed = (settings: Settings): readonly string[] =>
  (Object.keys(SETTINGS) as SettingKey[])
    .filter((key) => settings[key] !== DEFAULT_SETTINGS[key])
    .map((key) => `${SETTINGS[key].title}: ${valueText(SETTINGS[key], settings[key])}`)

/** The last complete lines that fit. */
function newest(text: string, room: number): readonly string[] {
  if (text === '') return []
  if (text.length <= room) return [text]
  const kept = text.slice(text.length - room)
  const first = kept.indexOf('\n')
  return ['… older lines omitted', ...(first === -1 ? [] : [kept.slice(first + 1)])]
}

/** Messages are fixed texts of the code; the facts beside them, and error messages, are omitted. Pure. */
function bareLogLine(line: string): string {
  const read = parsed(line)
  if (read === null) return '(unreadable line)'
  const { time, level, msg, err } = read
  const error = typeof err === 'object' && err !== null ? (err as Readonly<Record<string, unknown>>) : {}
  const where = typeof error.stack === 'string' ? (error.stack.match(/^\s+at .*$/gm) ?? []).slice(0, 8) : []
  return [
    [time, LEVELS[Number(level)] ?? level, msg, error.type].filter((part) => typeof part === 'string').join(' '),
    ...where.map((frame) => `  ${frame.trim()}`),
  ].join('\n')
}

function parsed(line: string): Readonly<Record<string, unknown>> | null {
  try {
    const read: unknown = JSON.parse(line)
    return typeof read === 'object' && read !== null ? (read as Readonly<Record<string, unknown>>) : null
  } catch {
    return null
  }
}

/** A title without its figures: `Closed # of NYCTMP1`. */
const withoutFigures = (title: string): string => title.replace(/(?<![\w.])\d[\d.,]*/g, '#')
