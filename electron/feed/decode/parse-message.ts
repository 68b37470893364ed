/** Reads the JSON of a message, but of none that would keep main from its other work. */

/** No trade, price or context is longer; a book of the usual shape is read from its bytes at any size. */
const LARGEST_PARSED = 256 * 1024
/** Lists and objects within one another: a book has five. */
const DEEPEST = 16
/** `JSON.parse` takes ten times as long for each byte of lists nested by the ten thousand. Below this size that is under a millisecond. */
const LOOKED_AT_FROM = 16 * 1024

export type ParsedMessage =
  | { readonly value: unknown }
  | { readonly fault: 'not JSON' | 'too large to be no book' | 'nested too deep' }

/** The JSON of a message; what is too large or too deep is not read at all. */
export function parseMessage(bytes: Uint8Array): ParsedMessage {
  if (bytes.length > LARGEST_PARSED) return { fault: 'too large to be no book' }
  if (bytes.length > LOOKED_AT_FROM && isDeep(bytes)) return { fault: 'nested too deep' }
  try {
    return {
      value: JSON.parse(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('utf8')) as unknown,
    }
  } catch {
    return { fault: 'not JSON' }
  }
}

const [QUOTE, BACKSLASH, OPEN, CLOSE, BRACE, END_BRACE] = [0x22, 0x5c, 0x5b, 0x5d, 0x7b, 0x7d]

/** Ends at the first place that is too deep. Of text that is not JSON the answer may be either. */
function isDeep(bytes: Uint8Array): boolean {
  let depth = 0
  let isText = false
  for (let i = 0; i < bytes.length; i += 1) {
    const byte = bytes[i]
    if (isText) {
      if (byte === BACKSLASH) i += 1
      else if (byte === QUOTE) isText = false
    } else if (byte === QUOTE) isText = true
    else if (byte === OPEN || byte === BRACE) {
      depth += 1
      if (depth > DEEPEST) return true
    } else if (byte === CLOSE || byte === END_BRACE) depth -= 1
  }
  return false
}
