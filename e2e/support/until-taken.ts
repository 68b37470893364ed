/** Calls right after a start, when main may not have read yet what it judges them by. */
import { expect } from '@playwright/test'

/** Waits at most this long for a call to be taken, ms. */
const PATIENCE = 60_000
/** How soon it is made again, ms: main limits how often. */
const AGAIN = [100]

interface Answer {
  readonly ok: boolean
  readonly error?: { readonly code: string; readonly message: string }
}

/**
 * Calls until main has taken it, or has died.
 * @param passes what a refusal says that is over in a moment; every other one is thrown.
 */
export async function untilTaken(call: () => Promise<Answer>, passes: RegExp): Promise<void> {
  const look = async (): Promise<string> => {
    const { ok, error } = await call()
    if (ok || error === undefined || error.code === 'ended') return 'taken'
    const words = `${error.code}: ${error.message}`
    if (!passes.test(words)) throw new Error(words)
    return words
  }
  await expect.poll(look, { timeout: PATIENCE, intervals: AGAIN }).toBe('taken')
}
