/** A command: one entry of the table from which the palette, the sheet of keys, menus and hints are generated. */
import type { Key } from '../../contract/key.ts'

/**
 * The scope of a command. The keys of a kind of panel apply only while the focus is in such a panel, and then take precedence; those of the market
 * apply wherever a market is shown.
 */
export type CommandScope = 'app' | 'window' | 'market' | `panel/${string}`

export interface MenuPlace {
  readonly menu: string
  readonly section: string
  /** The submenu inside the section. */
  readonly submenu?: string
  /** Shorter than the title, where the menu provides the context. */
  readonly label?: string
}

/** One action. */
export interface Command {
  /** Stable across restarts. */
  readonly id: string
  /** Label in the palette and the sheet: a verb first. */
  readonly title: string
  readonly scope: CommandScope
  /** Default keys. */
  readonly keys?: readonly Key[]
  /** Additional search terms. */
  readonly aliases?: readonly string[]
  /** Why it is unavailable now, and what to do; null while it is available. */
  readonly impossible?: string | null
  /** Whether its setting is currently active: marked in menus and the palette. */
  readonly selected?: boolean
  readonly menu?: MenuPlace
  /** Its key sends or cancels orders: ignored while typing, regardless of modifiers. */
  readonly trades?: boolean
  /** Its keys are ignored now, and keep their default behavior. */
  readonly keysOff?: boolean
  readonly run: () => void
  /** Chosen in the palette, it acts at the second press, which this question asks for. */
  readonly asks?: string
  /** The action of its key, where it differs from choosing it in a list. */
  readonly onKey?: () => void
}

/** Runs a command unless it is unavailable; returns whether it ran. */
export function runCommand(command: Command, by: 'choice' | 'key' = 'choice'): boolean {
  if (command.impossible != null) return false
  if (by === 'key' && command.onKey !== undefined) command.onKey()
  else command.run()
  return true
}
