/** Submits intents over the bridge, as a click does, and follows their state in the journal on disk. */
import { randomUUID } from 'node:crypto'
import { expect } from '@playwright/test'
import type { InputOf } from '../../contract/ipc.ts'
import type { Bridge } from './bridge.ts'
import { readJournal } from './journal.ts'

export type IntentInput = InputOf<'submit'>['intent']

/** Submits an intent; resolves with its id once main has journaled or refused it, or has died. */
export async function submit(bridge: Bridge, intent: IntentInput, requestId: string = randomUUID()): Promise<string> {
  const answer = await bridge.call('submit', { requestId, intent })
  if (!answer.ok && answer.error.code !== 'ended') throw new Error(`${answer.error.code}: ${answer.error.message}`)
  return requestId
}

/** Poll intervals of the journal, ms. */
const LOOKS = [10, 20, 40]

/** Waits until the journal has the action in one of the states, and returns it. */
export async function reaches(
  userDataDir: string,
  id: string,
  states: readonly string[],
  within = 60_000,
): Promise<string> {
  let reached = ''
  const look = (): string => {
    const action = readJournal(userDataDir).find((candidate) => candidate.id === id)
    if (action === undefined) return 'not in the journal'
    reached = action.state
    return states.includes(reached) ? 'reached' : `${action.steps.join(' ')}: ${action.message}`
  }
  const message = `the action comes to be ${states.join(' or ')}`
  await expect.poll(look, { message, timeout: within, intervals: LOOKS }).toBe('reached')
  return reached
}
