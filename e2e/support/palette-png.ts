/** Converts a screenshot to a palette PNG: a third of the size, without visible loss for pictures of few colors. */
import { crc32, deflateSync, inflateSync } from 'node:zlib'

const SIGNATURE = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])
const MAX_COLOURS = 256

interface Pixels {
  readonly width: number
  readonly height: number
  /** Each pixel as 0xRRGGBB. */
  readonly colours: Uint32Array
}

/** @param png with 8 bits per channel, without alpha or opaque, not interlaced, as browsers write screenshots. @throws Error for any other */
export function withPalette(png: Buffer): Buffer {
  const { width, height, colours } = read(png)
  const counts = new Map<number, number>()
  for (const colour of colours) counts.set(colour, (counts.get(colour) ?? 0) + 1)
  const palette = [...counts]
    .toSorted((a, b) => b[1] - a[1])
    .slice(0, MAX_COLOURS)
    .map(([colour]) => colour)
  const places = new Map(palette.map((colour, place) => [colour, place]))
  const rows = Buffer.alloc(height * (width + 1))
  colours.forEach((colour, at) => {
    let place = places.get(colour)
    if (place === undefined) {
      place = nearest(palette, colour)
      places.set(colour, place)
    }
    rows[Math.floor(at / width) * (width + 1) + 1 + (at % width)] = place
  })
  const header = Buffer.alloc(13)
  header.writeUInt32BE(width, 0)
  header.writeUInt32BE(height, 4)
  header.set([8, 3], 8)
  return Buffer.concat([
    SIGNATURE,
    chunk('IHDR', header),
    chunk('PLTE', Buffer.from(palette.flatMap(channels))),
    chunk('IDAT', deflateSync(rows, { level: 9 })),
    chunk('IEND', Buffer.alloc(0)),
  ])
}

const channels = (colour: number): [number, number, number] => [colour >> 16, (colour >> 8) & 0xff, colour & 0xff]

/** Index of the closest color. */
function nearest(palette: readonly number[], colour: number): number {
  const [red, green, blue] = channels(colour)
  let best = 0
  let least = Number.POSITIVE_INFINITY
  palette.forEach((one, place) => {
    const [r, g, b] = channels(one)
    const far = (r - red) ** 2 + (g - green) ** 2 + (b - blue) ** 2
    if (far < least) {
      least = far
      best = place
    }
  })
  return best
}

function chunk(kind: string, data: Buffer): Buffer {
  const named = Buffer.concat([Buffer.from(kind, 'latin1'), data])
  const whole = Buffer.alloc(named.length + 8)
  whole.writeUInt32BE(data.length, 0)
  named.copy(whole, 4)
  whole.writeUInt32BE(crc32(named), named.length + 4)
  return whole
}

function read(png: Buffer): Pixels {
  const parts: Buffer[] = []
  let header: Buffer | null = null
  for (let at = SIGNATURE.length; at < png.length; ) {
    const length = png.readUInt32BE(at)
    const kind = png.toString('latin1', at + 4, at + 8)
    const data = png.subarray(at + 8, at + 8 + length)
    if (kind === 'IHDR') header = data
    if (kind === 'IDAT') parts.push(data)
    at += length + 12
  }
  const depth = header?.[8]
  const bytes = header?.[9] === 2 ? 3 : header?.[9] === 6 ? 4 : 0
  if (header === null || depth !== 8 || bytes === 0 || header[12] !== 0)
    throw new Error('not a PNG as browsers write them')
  const width = header.readUInt32BE(0)
  const height = header.readUInt32BE(4)
  const rows = unfiltered(inflateSync(Buffer.concat(parts)), width * bytes, height, bytes)
  const colours = new Uint32Array(width * height)
  for (let at = 0; at < colours.length; at += 1) colours[at] = rows.readUIntBE(at * bytes, 3)
  return { width, height, colours }
}

/** Undoes the filter of each row: a byte is a difference to its left, upper, and upper-left neighbors. */
function unfiltered(data: Buffer, stride: number, height: number, bytes: number): Buffer {
  const out = Buffer.alloc(stride * height)
  for (let row = 0; row < height; row += 1) {
    const filter = data[row * (stride + 1)]
    for (let x = 0; x < stride; x += 1) {
      const at = row * stride + x
      const left = x < bytes ? 0 : (out[at - bytes] ?? 0)
      const above = row === 0 ? 0 : (out[at - stride] ?? 0)
      const corner = row === 0 || x < bytes ? 0 : (out[at - stride - bytes] ?? 0)
      const guess =
        filter === 1
          ? left
          : filter === 2
            ? above
            : filter === 3
              ? (left + above) >> 1
              : filter === 4
                ? paeth(left, above, corner)
                : 0
      out[at] = (data[row * (stride + 1) + 1 + x] ?? 0) + guess
    }
  }
  return out
}

function paeth(left: number, above: number, corner: number): number {
  const guess = left + above - corner
  const [a, b, c] = [Math.abs(guess - left), Math.abs(guess - above), Math.abs(guess - corner)]
  return a <= b && a <= c ? left : b <= c ? above : corner
}
