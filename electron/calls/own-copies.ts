/**
 * What the terminal itself put on the clipboard, at a window's word. It is no secret of the trader's: a page that turned hostile would have
 * its own key imported that way.
 */
import { createHash } from 'node:crypto'

export interface OwnCopies {
  put(text: string): void
  has(text: string): boolean
}

/** So many of the newest are known: more than a window can have copied while an import is under way. */
const KNOWN = 200

/** Only hashes are kept: what traders copy is their own. Whatever a clipboard does to white space and control characters changes nothing. */
export function createOwnCopies(): OwnCopies {
  const known = new Set<string>()
  const hashOf = (text: string): string =>
    createHash('sha256')
      .update(text.replace(/[\s\p{C}]/gu, ''))
      .digest('base64')
  return {
    put(text) {
      const hash = hashOf(text)
      known.delete(hash)
      known.add(hash)
      for (const oldest of known) {
        if (known.size <= KNOWN) break
        known.delete(oldest)
      }
    },
    has: (text) => known.has(hashOf(text)),
  }
}
