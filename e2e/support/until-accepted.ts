/** Retries calls right after a start, when main may not have read the required data yet. */
import { expect } from '@playwright/test'

/** Maximum wait for a call to be accepted, ms. */
const PATIENCE = 60_000
/** Retry interval, ms: main limits the rate. */
const RETRY_INTERVALS = [100]

interface Answer {
  readonly ok: boolean
  readonly error?: { readonly code: string; readonly message: string }
}

/**
 * Calls until main has accepted it, or has died.
 * @param passes pattern of temporary refusals; every other one is thrown.
 */
export async function untilAccepted(call: () => Promise<Answer>, passes: RegExp): Promise<void> {
  const look = async (): Promise<string> => {
    const { ok, error } = await call()
    if (ok || error === undefined || error.code === 'ended') return 'taken'
    const text = `${error.code}: ${error.message}`
    if (!passes.test(text)) throw new Error(text)
    return text
  }
  await expect.poll(look, { timeout: PATIENCE, intervals: RETRY_INTERVALS }).toBe('taken')
}
