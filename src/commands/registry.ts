/** The command table of this window: how modules register commands, and additional search sources. */
import { useLayoutEffect, useSyncExternalStore } from 'react'
import type { KeyChoices } from '../../contract/key.ts'
import { Listeners } from '../../contract/listeners.ts'
import { withChosenKeys } from './chosen-keys.ts'
import type { Command } from './command.ts'
import { ariaKeys, isMac, keyText, usePrintedKeys } from './keys.ts'

/** Another search result of the palette: a market to show, a workspace to open. */
export interface Entry {
  readonly id: string
  readonly title: string
  /** Beside the title, fainter. */
  readonly detail?: string
  /** Why it is unavailable now; null while it is available. */
  readonly impossible?: string | null
  /** Whether Enter stays on it while it is unavailable, without effect: the typed text means this and no other row. */
  readonly holdsEnter?: boolean
  readonly run: () => void
}

/** A source of such entries, under a heading of its own. */
export interface EntryProvider {
  readonly section: string
  /** Whether its results come before the commands: the typed text can mean nothing else. */
  readonly first?: boolean
  /** Best matches first, at most `most`; `query` is as typed, possibly empty. */
  readonly search: (query: string, most: number) => readonly Entry[]
}

/** The commands and sources that modules register and unregister. */
export class CommandTable {
  readonly #owned = new Map<symbol, readonly Command[]>()
  readonly #providers = new Set<EntryProvider>()
  readonly #listeners = new Listeners()
  #own: readonly Command[] = []
  #commands: readonly Command[] = []
  #choices: KeyChoices = {}
  #sources: readonly EntryProvider[] = []

  /** In order of registration, with their current keys. */
  get commands(): readonly Command[] {
    return this.#commands
  }

  /** The same with the default keys. */
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
   * Registers commands; returns a function that unregisters them.
   * @throws Error when one of them is already registered
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

  /** Registers a source of entries; returns a function that unregisters it. */
  provide(provider: EntryProvider): () => void {
    this.#providers.add(provider)
    this.#changed()
    return () => {
      this.#providers.delete(provider)
      this.#changed()
    }
  }

  /** Applies custom keys. */
  choose(choices: KeyChoices): void {
    if (choices === this.#choices) return
    this.#choices = choices
    this.#changed()
  }

  readonly subscribe = this.#listeners.on

  #changed(): void {
    this.#own = [...this.#owned.values()].flat()
    this.#commands = withChosenKeys(this.#own, this.#choices)
    this.#sources = [...this.#providers]
    this.#listeners.notify()
  }
}

/** The table of this window. */
export const table = new CommandTable()

/** All commands of this window; rerenders when they change. */
export const useCommandList = (): readonly Command[] => useSyncExternalStore(table.subscribe, () => table.commands)

/** All sources of entries of this window. */
export const useProviders = (): readonly EntryProvider[] => useSyncExternalStore(table.subscribe, () => table.providers)

/**
 * Registers commands while the component is mounted; pass the same list while unchanged. In a layout effect: a key may be pressed as soon as the
 * component is on screen.
 */
export function useCommands(commands: readonly Command[]): void {
  useLayoutEffect(() => table.add(commands), [commands])
}

/** Registers a source of entries while the component is mounted; pass the same one while unchanged. */
export function useProvider(provider: EntryProvider): void {
  useLayoutEffect(() => table.provide(provider), [provider])
}

/** Tooltip of a control that runs a command: text with its key, and the key for assistive technology. */
interface CommandHint {
  readonly title: string
  readonly 'aria-keyshortcuts': string | undefined
}

/** The hint of a command: `Open a new window (Ctrl Shift N)`; undefined while there is no such command. */
export function useCommandHint(id: string): CommandHint | undefined {
  const command = useCommandList().find((one) => one.id === id)
  usePrintedKeys()
  return command === undefined ? undefined : hintOf(command, isMac)
}

/** The same for a given command. Pure. */
export function hintOf(command: Command, isMac: boolean): CommandHint {
  const key = command.keys?.[0]
  return {
    title: key === undefined ? command.title : `${command.title} (${keyText(key, isMac)})`,
    'aria-keyshortcuts': key === undefined ? undefined : ariaKeys(key, isMac),
  }
}

/** The label of a command's key; undefined while there is none. */
export function useCommandKey(id: string): string | undefined {
  const key = useCommandList().find((one) => one.id === id)?.keys?.[0]
  usePrintedKeys()
  return key === undefined ? undefined : keyText(key, isMac)
}
