/**
 * What the terminal itself put on the clipboard last, at a window's word. It is no secret of the trader's: a page that turned hostile would have
 * its own key imported that way.
 */
export interface OwnCopies {
  put(text: string): void
  has(text: string): boolean
}

export function createOwnCopies(): OwnCopies {
  let last: string | null = null
  return {
    put(text) {
      last = text.trim()
    },
    has: (text) => text.trim() === last,
  }
}
