/** What a window has not yet kept of its layout: saved at once before the window is left. */

let pending: () => Promise<void> = () => Promise.resolve()

/** Names how to save now what waits to be saved. Gives back how to stop. */
export function keepsLayout(flush: () => Promise<void>): () => void {
  pending = flush
  return () => {
    if (pending === flush) pending = () => Promise.resolve()
  }
}

/** Resolves once nothing of the layout waits to be saved; never rejects. */
export const layoutKept = (): Promise<void> => pending()
