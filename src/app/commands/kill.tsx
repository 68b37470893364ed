/** Puts the kill of the deployment into the table of commands. */
import { type ReactNode, useMemo } from 'react'
import { type Command, useCommands } from '../../commands/index.ts'
import { askKill } from '../bars/index.ts'

/** It opens the question; nothing is killed by the press. Its key is taken while a text is typed, too. Pure. */
export const killCommand = (ask: () => void): Command => ({
  id: 'trade/kill',
  title: 'Kill: send nothing more that opens or adds, and cancel every order',
  scope: 'app',
  keys: [{ code: 'KeyK', mod: true, shift: true }],
  words: ['panic', 'emergency', 'stop', 'halt', 'safety'],
  run: ask,
})

export function Kill(): ReactNode {
  useCommands(useMemo(() => [killCommand(askKill)], []))
  return null
}
