/** What windows put on the clipboard: pictures, and the terminal's own texts. */

import { createHash } from 'node:crypto'
import { CallError } from '../errors.ts'

// Puts a window's picture on the clipboard: only a complete PNG of a bounded size reaches the system's decoder.

const SIGNATURE = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])
/** Chunks that a canvas writes; anything else in a PNG must not reach other programs. */
const CHUNKS: ReadonlySet<string> = new Set([
  'IHDR',
  'sRGB',
  'gAMA',
  'cHRM',
  'iCCP',
  'pHYs',
  'PLTE',
  'tRNS',
  'IDAT',
  'IEND',
])
/** Pixels per side: twice a screen of 4096. */
const LARGEST = 8192
/** Length, name and checksum of a chunk, bytes. */
const FRAME = 12

/** Why a picture is rejected, or null. */
function pictureIssue(png: Buffer): string | null {
  if (!png.subarray(0, SIGNATURE.length).equals(SIGNATURE)) return 'png: not a PNG'
  let at = SIGNATURE.length
  let name = ''
  while (at < png.length) {
    if (png.length - at < FRAME) return 'png: truncated'
    const length = png.readUInt32BE(at)
    const before = name
    name = png.toString('latin1', at + 4, at + 8)
    if (!CHUNKS.has(name)) return `png: unexpected chunk ${JSON.stringify(name)}`
    if ((before === '') !== (name === 'IHDR') || before === 'IEND') return 'png: chunks out of order'
    if (name === 'IHDR') {
      if (length !== 13 || png.length - at < FRAME + length) return 'png: no size'
      const [width, height] = [png.readUInt32BE(at + 8), png.readUInt32BE(at + 12)]
      if (Math.min(width, height) < 1 || Math.max(width, height) > LARGEST) {
        return `png: ${width} × ${height} px; each side must be 1 to ${LARGEST} px`
      }
    }
    at += FRAME + length
  }
  return name === 'IEND' && at === png.length ? null : 'png: no end'
}

/**
 * Passes a PNG to the clipboard.
 * @throws CallError `bad_input` for a file that is not a PNG, damaged or too large; the clipboard is then unchanged.
 */
export async function copyPicture(png: Buffer, write: (picture: Blob) => Promise<void>): Promise<void> {
  const issue = pictureIssue(png)
  if (issue !== null) throw new CallError('bad_input', issue, 'png')
  await write(new Blob([new Uint8Array(png)], { type: 'image/png' }))
}

/**
 * Texts that the terminal itself put on the clipboard for a window. They are not secrets of the trader: a hostile page could otherwise have its own
 * key imported that way.
 */
export type OwnCopies = ReturnType<typeof createOwnCopies>

/** Number of known texts: more than a window can have copied during an import. */
const KNOWN = 200
/** Characters per slice. */
const TURN = 128 * 1024

/** Only hashes are stored: copied text is the trader's own. Changes of white space and control characters by a clipboard do not matter. */
export function createOwnCopies() {
  const known = new Set<string>()
  const kept = (text: string): string => text.replace(/[\s\p{C}]/gu, '')
  return {
    /** Resolves when it is known; a text of megabytes is hashed in slices. */
    async put(text: string): Promise<void> {
      const sum = createHash('sha256')
      for (let from = 0, to = 0; from < text.length; from = to) {
        if (from > 0) await new Promise((resolve) => setImmediate(resolve))
        // A surrogate pair stays in one slice.
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
    has: (text: string): boolean => known.has(createHash('sha256').update(kept(text)).digest('base64')),
  }
}
