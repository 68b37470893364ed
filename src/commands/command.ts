/** What a command is: one entry of the table from which the palette, the sheet of keys, menus and hints are made. */
import type { Key } from '../../contract/key.ts'

/**
 * What a command is about. The keys of a kind of panel count only while the focus is in such a panel, and then before all others; those of
 * the market wherever a market is shown.
 */
export type CommandScope = 'app' | 'window' | 'market' | `panel/${string}`

/** Where a command stands in a menu. */
export interface MenuPlace {
  readonly menu: string
  readonly section: string
  /** The menu inside the section that it stands in. */
  readonly submenu?: string
  /** Shorter than the title, where the menu around says the rest. */
  readonly label?: string
}

/** One thing that can be done. */
export interface Command {
  /** The same for the same thing over all starts. */
  readonly id: string
  /** As the palette and the sheet call it: a verb first. */
  readonly title: string
  readonly scope: CommandScope
  /** Unless changed. */
  readonly keys?: readonly Key[]
  /** Other words that it is found by. */
  readonly words?: readonly string[]
  /** Why it cannot be done now, and what to do; null while it can. */
  readonly impossible?: string | null
  /** Whether what it sets is so already: marked in menus and the palette. */
  readonly selected?: boolean
  readonly menu?: MenuPlace
  /** Sends or cancels orders by its key: never taken while a text is typed, whatever is held. */
  readonly trades?: boolean
  /** Its keys are not taken now, and do what they do without it. */
  readonly keysOff?: boolean
  readonly run: () => void
  /** What its key does, where that is another thing than choosing it in a list. */
  readonly onKey?: () => void
}

/** Runs a command, unless it is impossible; gives whether it was run. */
export function runCommand(command: Command, by: 'choice' | 'key' = 'choice'): boolean {
  if (command.impossible != null) return false
  if (by === 'key' && command.onKey !== undefined) command.onKey()
  else command.run()
  return true
}
