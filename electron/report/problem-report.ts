/** What the trader may send to whoever mends the terminal: one text, shown whole before it goes anywhere, made of facts that are named here and nowhere else. */
import type { Notice } from '../../contract/session.ts'
import { valueWords } from '../../contract/settings.ts'
import { DEFAULT_SETTINGS, SETTINGS, type SettingKey, type Settings } from '../../contract/settings-table.ts'
import { redactReport } from './redact-report.ts'

const LEVELS: Readonly<Record<number, string>> = {
  10: 'trace',
  20: 'debug',
  30: 'info',
  40: 'warn',
  50: 'error',
  60: 'fatal',
}

/** All of what a report may hold. */
export interface ReportFacts {
  /** When it is made, ISO, by this machine's clock. */
  readonly at: string
  readonly version: string
  /** Operating system with its release, and the processor. */
  readonly system: string
  /** What it runs on: `electron 45.0.0`, `chrome 142`, `node 24`; or the development host. */
  readonly runtime: readonly string[]
  /** Of the deployment of the window that asks, one line each; never a secret. */
  readonly deployment: readonly string[]
  readonly settings: Settings
  /** Of the journal of the deployment: how many actions are in each state. */
  readonly actions: Readonly<Record<string, number>>
  /** Newest first. */
  readonly notices: readonly Pick<Notice, 'level' | 'title' | 'detail' | 'at'>[]
  /** JSON lines, oldest first. */
  readonly log: readonly string[]
  /** Folders that are the user's own. */
  readonly homes: readonly string[]
}

/** Longest report, characters: the oldest lines of the log give way first. */
const LONGEST_REPORT = 120_000
/** Longest of everything before the log, characters, and most notices. */
const LONGEST_HEAD = 40_000
const MOST_NOTICES = 50

/**
 * The text, redacted as a whole: nothing is added to it afterwards.
 * @param details whether notices and lines of the log stand there in full, which may name orders.
 */
export function problemReport(facts: ReportFacts, details: boolean): string {
  const { settings, actions, homes } = facts
  const told = facts.notices.slice(0, MOST_NOTICES)
  const sections: readonly (readonly [title: string, lines: readonly string[]])[] = [
    ['Isotherm', [`version ${facts.version}`, `made ${facts.at}`, facts.system, ...facts.runtime]],
    ['Deployment', facts.deployment],
    ['Settings that were changed', changed(settings)],
    ['Limits', Object.entries(settings.limits).map(([name, value]) => `${name}: ${value ?? 'none'}`)],
    ['Actions in the journal', Object.entries(actions).map(([state, count]) => `${state} ${count}`)],
    [details ? 'Notices' : 'Notices, without details and figures', told.map((notice) => noticeLine(notice, details))],
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
  const words = details ? `${title}: ${detail}` : withoutFigures(title)
  return `${new Date(at).toISOString()} ${level} ${words}`
}

const changed = (settings: Settings): readonly string[] =>
  (Object.keys(SETTINGS) as SettingKey[])
    .filter((key) => settings[key] !== DEFAULT_SETTINGS[key])
    .map((key) => `${SETTINGS[key].title}: ${valueWords(SETTINGS[key], settings[key])}`)

/** As many whole lines from the end as there is room for. */
function newest(text: string, room: number): readonly string[] {
  if (text === '') return []
  if (text.length <= room) return [text]
  const kept = text.slice(text.length - room)
  const first = kept.indexOf('\n')
  return ['… older lines are left out', ...(first === -1 ? [] : [kept.slice(first + 1)])]
}

/** Messages are the code's own words; the facts beside them, and the words of an error, are left out. Pure. */
function bareLogLine(line: string): string {
  const read = parsed(line)
  if (read === null) return '(a line that cannot be read)'
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
