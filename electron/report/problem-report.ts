/** What the trader may send to whoever mends the terminal: one text, shown whole before it goes anywhere, made of facts that are named here and nowhere else. */
import type { Notice } from '../../contract/session.ts'
import { valueWords } from '../../contract/settings.ts'
import { DEFAULT_SETTINGS, SETTINGS, type SettingKey, type Settings } from '../../contract/settings-table.ts'
import { redactReport } from './redact-report.ts'

export interface ReportFacts {
  /** When it is made, ISO, by this machine's clock. */
  readonly at: string
  readonly version: string
  /** Operating system with its release, and the processor. */
  readonly system: string
  /** What it runs on: `electron 45.0.0`, `chrome 142`, `node 24`; or the development host. */
  readonly runtime: readonly string[]
  /** One line each, as windows show them. */
  readonly deployment: readonly string[]
  readonly settings: Settings
  /** Of the journal of the deployment: how many actions are in each state. */
  readonly actions: Readonly<Record<string, number>>
  readonly notices: readonly Pick<Notice, 'level' | 'title' | 'detail' | 'at'>[]
  readonly windows: number
  /** Of main, MB. */
  readonly memory: number
  readonly log: readonly string[]
  /** Folders that are the user's own. */
  readonly homes: readonly string[]
}

/** Longest report, characters: the log gives way first. */
export const LONGEST_REPORT = 120_000

/** The text, redacted as a whole: nothing is added to it afterwards. */
export function problemReport(facts: ReportFacts): string {
  const { settings, actions, notices, log } = facts
  const sections: readonly (readonly [title: string, lines: readonly string[]])[] = [
    [
      'Isotherm',
      [
        `version ${facts.version}`,
        `made ${facts.at}`,
        facts.system,
        ...facts.runtime,
        `${facts.windows} windows, ${facts.memory} MB in main`,
      ],
    ],
    ['Deployment', facts.deployment],
    ['Settings that are not as usual', changed(settings)],
    ['Actions in the journal', Object.entries(actions).map(([state, count]) => `${state} ${count}`)],
    ['Notices', notices.map(({ at, level, title, detail }) => `${new Date(at).toISOString()} ${level} ${title}: ${detail}`)],
  ]
  const head = sections.map(([title, lines]) => section(title, lines)).join('\n')
  const clean = redactReport(`${head}\n${section('Log', log)}`, facts.homes)
  if (clean.length <= LONGEST_REPORT) return clean
  return `${clean.slice(0, LONGEST_REPORT - 40)}\n… what follows is too long\n`
}

const section = (title: string, lines: readonly string[]): string =>
  `## ${title}\n${lines.length === 0 ? 'none' : lines.join('\n')}\n`

const changed = (settings: Settings): readonly string[] =>
  (Object.keys(SETTINGS) as SettingKey[])
    .filter((key) => settings[key] !== DEFAULT_SETTINGS[key])
    .map((key) => `${SETTINGS[key].title}: ${valueWords(SETTINGS[key], settings[key])}`)
