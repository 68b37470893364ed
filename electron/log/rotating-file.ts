/** A file that begins anew when it has grown too large; so many of the ones before are kept, and no more. */
import { createWriteStream, openSync, renameSync, statSync, type WriteStream } from 'node:fs'

interface RotatingFileOptions {
  readonly path: string
  /** A file that has grown past this is put aside, bytes. */
  readonly largest: number
  /** How many that were put aside are kept: `<path>.1` is the newest. */
  readonly old: number
}

export interface RotatingFile {
  /** What cannot be written is left out: whoever writes is not to fail by it. */
  write(text: string): void
  end(): void
}

export function openRotatingFile({ path, largest, old }: RotatingFileOptions): RotatingFile {
  let size = sizeOf(path)
  let stream: WriteStream | null = null

  /** The file is opened at once, so that what is written later goes into this one and not into its successor. */
  function open(): void {
    try {
      const opened = createWriteStream(path, { fd: openSync(path, 'a', 0o600) })
      opened.on('error', () => {
        if (stream === opened) stream = null
      })
      stream = opened
    } catch {
      stream = null
    }
  }

  function rotate(): void {
    stream?.end()
    for (let number = old; number > 0; number -= 1) {
      move(number === 1 ? path : `${path}.${number - 1}`, `${path}.${number}`)
    }
    size = 0
    open()
  }

  if (size > largest) rotate()
  else open()
  return {
    write(text) {
      if (size > largest) rotate()
      // A disk that was full for a while costs the lines of that while, not all that follow.
      if (stream === null) open()
      size += Buffer.byteLength(text)
      stream?.write(text)
    },
    end: () => stream?.end(),
  }
}

function sizeOf(path: string): number {
  try {
    return statSync(path).size
  } catch {
    return 0
  }
}

/** There may be none, or it cannot be moved: writing goes on where it is. */
function move(from: string, to: string): void {
  try {
    renameSync(from, to)
  } catch {}
}
