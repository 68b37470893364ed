/** States intents over the bridge, as a click does, and follows what the journal on disk says of them. */
import { randomUUID } from 'node:crypto'
import type { InputOf } from '../../contract/ipc.ts'
import type { Bridge } from './bridge.ts'
import { readJournal } from './journal.ts'

export type IntentInput = InputOf<'submit'>['intent']

/** States an intent; resolves with its id once main has journalled or refused it, or has died. */
export async function submit(bridge: Bridge, intent: IntentInput, requestId: string = randomUUID()): Promise<string> {
  const answer = await bridge.call('submit', { requestId, intent })
  if (!answer.ok && answer.error.code !== 'ended') throw new Error(`${answer.error.code}: ${answer.error.message}`)
  return requestId
}

/** Waits until the journal has the action in one of the states. */
export async function reaches(
  userDataDir: string,
  id: string,
  states: readonly string[],
  within = 60_000,
): Promise<string> {
  const until = performance.now() + within
  for (;;) {
    const action = readJournal(userDataDir).find((candidate) => candidate.id === id)
    if (action !== undefined && states.includes(action.state)) return action.state
    if (performance.now() > until) {
      const known = action === undefined ? 'not in the journal' : `${action.steps.join(' ')}: ${action.message}`
      throw new Error(`waited ${within} ms for ${states.join(' or ')}; the action is ${known}`)
    }
    await new Promise((resolve) => setTimeout(resolve, 25))
  }
}
