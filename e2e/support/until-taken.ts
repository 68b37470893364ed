/** Calls right after a start, when main may not have read yet what it judges them by. */

/** Waits at most this long for a call to be taken, ms. */
const PATIENCE = 60_000
const AGAIN_MS = 100

interface Answer {
  readonly ok: boolean
  readonly error?: { readonly code: string; readonly message: string }
}

/**
 * Calls until main has taken it, or has died.
 * @param passes what a refusal says that is over in a moment; every other one is thrown.
 */
export async function untilTaken(call: () => Promise<Answer>, passes: RegExp): Promise<void> {
  const until = performance.now() + PATIENCE
  for (;;) {
    const { ok, error } = await call()
    if (ok || error === undefined || error.code === 'ended') return
    const words = `${error.code}: ${error.message}`
    if (!passes.test(words) || performance.now() > until) throw new Error(words)
    await new Promise((resolve) => setTimeout(resolve, AGAIN_MS))
  }
}
