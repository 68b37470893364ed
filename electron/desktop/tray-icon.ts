/** The pictures of the icon in the tray, as PNG: a ring while nothing is held, a disc in it while something is. Pure. */
import { crc32, deflateSync } from 'node:zlib'

/** Red, green, blue. */
type Colour = readonly [number, number, number]

const SIGNATURE = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])
/** Samples across a pixel, so that edges are smooth. */
const FINE = 4

/** @param size px, of width and height. */
export function trayPicture(size: number, isHeld: boolean, [red, green, blue]: Colour): Buffer {
  const rows = Buffer.alloc(size * (1 + size * 4))
  for (let y = 0; y < size; y += 1) {
    for (let x = 0; x < size; x += 1) {
      const at = y * (1 + size * 4) + 1 + x * 4
      rows.set([red, green, blue, Math.round(255 * cover(x, y, size, isHeld))], at)
    }
  }
  const header = Buffer.alloc(13)
  header.writeUInt32BE(size, 0)
  header.writeUInt32BE(size, 4)
  header.set([8, 6], 8)
  return Buffer.concat([
    SIGNATURE,
    chunk('IHDR', header),
    chunk('IDAT', deflateSync(rows)),
    chunk('IEND', Buffer.alloc(0)),
  ])
}

/** How much of a pixel is drawn, 0 to 1. */
function cover(x: number, y: number, size: number, isHeld: boolean): number {
  let inside = 0
  for (let dy = 0; dy < FINE; dy += 1) {
    for (let dx = 0; dx < FINE; dx += 1) {
      const [px, py] = [x + (dx + 0.5) / FINE - size / 2, y + (dy + 0.5) / FINE - size / 2]
      const radius = Math.hypot(px, py) / size
      if ((radius >= 0.34 && radius <= 0.46) || (isHeld && radius <= 0.22)) inside += 1
    }
  }
  return inside / (FINE * FINE)
}

function chunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data])
  const [length, check] = [Buffer.alloc(4), Buffer.alloc(4)]
  length.writeUInt32BE(data.length)
  check.writeUInt32BE(crc32(body))
  return Buffer.concat([length, body, check])
}
