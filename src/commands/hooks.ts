/** Commands in components: putting them in, and saying their keys. */
import { useLayoutEffect } from 'react'
import type { Command } from './command.ts'
import { ariaKeys, keyText } from './keys.ts'
import { isMac } from './machine.ts'
import { type EntryProvider, table, useCommandList } from './registry.ts'

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
export interface CommandHint {
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
