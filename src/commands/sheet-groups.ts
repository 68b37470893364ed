/** The groups of the sheet of keys. Pure. */
import type { Command, CommandScope } from './command.ts'
import { matchOf } from './fuzzy.ts'

/** Commands about one thing, those with a key first. */
export interface SheetGroup {
  readonly heading: string
  readonly commands: readonly Command[]
}

const HEADINGS = { app: 'Everywhere', window: 'This window', market: 'Market' } as const
const ORDER: readonly CommandScope[] = ['app', 'window', 'market']

const headingOf = (scope: CommandScope): string =>
  scope in HEADINGS ? HEADINGS[scope as keyof typeof HEADINGS] : `In the panel ${scope.slice('panel/'.length)}`

/** What the sheet lists for what was typed; everything where nothing was. */
export function groupsFor(commands: readonly Command[], query: string): readonly SheetGroup[] {
  const found = commands.filter(({ title, words = [] }) => matchOf(query, [title, ...words].join(' ')) !== null)
  const scopes = [...new Set<CommandScope>([...ORDER, ...found.map(({ scope }) => scope)])]
  return scopes.flatMap((scope) => {
    const own = found.filter((command) => command.scope === scope)
    const [keyed, others] = [own.filter(hasKey), own.filter((command) => !hasKey(command))]
    return own.length === 0 ? [] : [{ heading: headingOf(scope), commands: [...keyed, ...others] }]
  })
}

const hasKey = ({ keys }: Command): boolean => keys !== undefined && keys.length > 0
