/** What is said of an action that goes no further before it leaves: also that a try before this one had left. */
import type { StoredAction } from '../../storage/index.ts'

/** Whether a try before the one that is under way was sent; such a one is only begun once nothing of it can be in the market. */
function wasSentBefore({ steps }: Pick<StoredAction, 'steps'>): boolean {
  const thisTry = steps.findLastIndex(({ state }) => state === 'journalled')
  return steps.slice(0, Math.max(0, thisTry)).some(({ state }) => state === 'sent')
}

/** The last sentence of a refusal: `Nothing was sent.`, as long as that is so. */
export const nothingMore = (action: Pick<StoredAction, 'steps'>, what: 'sent' | 'signed' = 'sent'): string =>
  wasSentBefore(action) ? `It was sent before and not taken; nothing was ${what} again.` : `Nothing was ${what}.`
