/** The table of commands of this window: how parts put commands into it, and what is searched beside it. */
import { useLayoutEffect, useSyncExternalStore } from 'react'
import type { KeyChoices } from '../../contract/key.ts'
import { withChosenKeys } from './chosen-keys.ts'
import type { Command } from './command.ts'
import { ariaKeys, isMac, keyText } from './keys.ts'

/** Something else that the palette finds: a market to show, a workspace to open. */
export interface Entry {
  readonly id: string
  readonly title: string
  /** Beside the title, fainter. */
  readonly detail?: string
  /** Why it cannot be chosen now; null while it can. */
  readonly impossible?: string | null
  /** Whether Enter is for it while it cannot be chosen, and does nothing: what was typed means this and no other row. */
  readonly holdsEnter?: boolean
  readonly run: () => void
}

/** A source of such entries, under a heading of its own. */
export interface EntryProvider {
  readonly section: string
  /** Whether what it finds stands before the commands: what was typed can mean nothing else. */
  readonly first?: boolean
  /** The best first, at most `most` of them; `query` is as typed, and empty when nothing was. */
  readonly search: (query: string, most: number) => readonly Entry[]
}

/** The commands and sources that rooms put in and take out again. */
export class CommandTable {
  readonly #owned = new Map<symbol, readonly Command[]>()
  readonly #providers = new Set<EntryProvider>()
  readonly #listeners = new Set<() => void>()
  #own: readonly Command[] = []
  #commands: readonly Command[] = []
  #choices: KeyChoices = {}
  #sources: readonly EntryProvider[] = []

  /** In the order in which they were put in, with the keys that hold now. */
  get commands(): readonly Command[] {
    return this.#commands
  }

  /** The same with the keys that each has unless changed. */
  get own(): readonly Command[] {
    return this.#own
  }

  get choices(): KeyChoices {
    return this.#choices
  }

  get providers(): readonly EntryProvider[] {
    return this.#sources
  }

  /**
   * Puts commands in; the function returned takes them out.
   * @throws Error when one of them is there already.
   */
  add(commands: readonly Command[]): () => void {
    const ids = new Set(this.#own.map(({ id }) => id))
    for (const { id } of commands) {
      if (ids.has(id)) throw new Error(`there are two commands ${id}`)
      ids.add(id)
    }
    const owner = Symbol('commands')
    this.#owned.set(owner, commands)
    this.#changed()
    return () => {
      this.#owned.delete(owner)
      this.#changed()
    }
  }

  /** Adds a source of entries; the function returned takes it out. */
  provide(provider: EntryProvider): () => void {
    this.#providers.add(provider)
    this.#changed()
    return () => {
      this.#providers.delete(provider)
      this.#changed()
    }
  }

  /** Has the keys hold that were chosen. */
  choose(choices: KeyChoices): void {
    if (choices === this.#choices) return
    this.#choices = choices
    this.#changed()
  }

  readonly subscribe = (changed: () => void): (() => void) => {
    this.#listeners.add(changed)
    return () => void this.#listeners.delete(changed)
  }

  #changed(): void {
    this.#own = [...this.#owned.values()].flat()
    this.#commands = withChosenKeys(this.#own, this.#choices)
    this.#sources = [...this.#providers]
    for (const listener of this.#listeners) listener()
  }
}

/** The table of this window. */
export const table = new CommandTable()

/** All commands of this window; renders again when they change. */
export const useCommandList = (): readonly Command[] => useSyncExternalStore(table.subscribe, () => table.commands)

/** All sources of entries of this window. */
export const useProviders = (): readonly EntryProvider[] => useSyncExternalStore(table.subscribe, () => table.providers)

// Commands in components: putting them in, and saying their keys.

/**
 * Keeps commands in the table while the component is there; give the same list while nothing changed. In a layout effect: a key may be pressed
 * as soon as the component is on screen.
 */
export function useCommands(commands: readonly Command[]): void {
  useLayoutEffect(() => table.add(commands), [commands])
}

/** Keeps a source of entries in the palette while the component is there; give the same one while nothing changed. */
export function useProvider(provider: EntryProvider): void {
  useLayoutEffect(() => table.provide(provider), [provider])
}

/** What a control that does a command says of it: words with its key, and the key for assistive technology. */
interface CommandHint {
  readonly title: string
  readonly 'aria-keyshortcuts': string | undefined
}

/** The hint of a command: `Open a new window (Ctrl Shift N)`; undefined while there is no such command. */
export function useCommandHint(id: string): CommandHint | undefined {
  const command = useCommandList().find((one) => one.id === id)
  return command === undefined ? undefined : hintOf(command, isMac)
}

/** The same of a command. Pure. */
export function hintOf(command: Command, isMac: boolean): CommandHint {
  const key = command.keys?.[0]
  return {
    title: key === undefined ? command.title : `${command.title} (${keyText(key, isMac)})`,
    'aria-keyshortcuts': key === undefined ? undefined : ariaKeys(key, isMac),
  }
}

/** The key of a command as it is written; undefined while there is none. */
export function useCommandKey(id: string): string | undefined {
  const key = useCommandList().find((one) => one.id === id)?.keys?.[0]
  return key === undefined ? undefined : keyText(key, isMac)
}
