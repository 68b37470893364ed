/**
 * What the terminal itself put on the clipboard, at a window's word. It is no secret of the trader's: a page that turned hostile would have
 * its own key imported that way.
 */
import { createHash } from 'node:crypto'

export interface OwnCopies {
  /** Resolves when it is known; a text of megabytes is looked at in turns. */
  put(text: string): Promise<void>
  has(text: string): boolean
}

/** So many of the newest are known: more than a window can have copied while an import is under way. */
const KNOWN = 200
/** Characters of a turn. */
const TURN = 128 * 1024

/** Only hashes are kept: what traders copy is their own. Whatever a clipboard does to white space and control characters changes nothing. */
export function createOwnCopies(): OwnCopies {
  const known = new Set<string>()
  const kept = (text: string): string => text.replace(/[\s\p{C}]/gu, '')
  return {
    async put(text) {
      const sum = createHash('sha256')
      for (let from = 0, to = 0; from < text.length; from = to) {
        if (from > 0) await new Promise((resolve) => setImmediate(resolve))
        // A character of two halves stays in one part.
        to = from + TURN + (/[\uD800-\uDBFF]/.test(text[from + TURN - 1] ?? '') ? 1 : 0)
        sum.update(kept(text.slice(from, to)))
      }
      const hash = sum.digest('base64')
      known.delete(hash)
      known.add(hash)
      for (const oldest of known) {
        if (known.size <= KNOWN) break
        known.delete(oldest)
      }
    },
    has: (text) => known.has(createHash('sha256').update(kept(text)).digest('base64')),
  }
}
