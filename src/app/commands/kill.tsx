/** Registers the kill command of the deployment. */
import { type ReactNode, useMemo } from 'react'
import { type Command, useCommands } from '../../commands/index.ts'
import { askKill } from '../bars/index.ts'

/** It opens the confirmation; the key press itself kills nothing. Its key works while typing, too. Pure. */
export const killCommand = (ask: () => void): Command => ({
  id: 'trade/kill',
  title: 'Kill switch: stop trading and cancel every order',
  scope: 'app',
  keys: [{ code: 'KeyK', mod: true, shift: true }],
  aliases: ['panic', 'emergency', 'stop', 'halt', 'safety'],
  run: ask,
})

export function Kill(): ReactNode {
  useCommands(useMemo(() => [killCommand(askKill)], []))
  return null
}
