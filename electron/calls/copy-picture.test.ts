import { describe, expect, it } from 'vitest'
import { CallError } from '../errors.ts'
import { copyPicture } from './clipboard.ts'

const SIGNATURE = Buffer.from('89504e470d0a1a0a', 'hex')

function chunk(name: string, data: Buffer = Buffer.alloc(0)): Buffer {
  const length = Buffer.alloc(4)
  length.writeUInt32BE(data.length)
  return Buffer.concat([length, Buffer.from(name, 'latin1'), data, Buffer.alloc(4)])
}
function header(width: number, height: number): Buffer {
  const data = Buffer.alloc(13)
  data.writeUInt32BE(width, 0)
  data.writeUInt32BE(height, 4)
  return chunk('IHDR', data)
}
const png = (...chunks: readonly Buffer[]): Buffer => Buffer.concat([SIGNATURE, ...chunks])
const good = png(header(1600, 960), chunk('IDAT', Buffer.alloc(50)), chunk('IEND'))

describe('a picture for the clipboard', () => {
  it('is passed on unchanged', async () => {
    const written: Blob[] = []
    await copyPicture(good, async (picture) => void written.push(picture))
    expect(written[0]?.type).toBe('image/png')
    expect(Buffer.from((await written[0]?.arrayBuffer()) ?? new ArrayBuffer()).equals(good)).toBe(true)
  })

  it.each([
    ['text', Buffer.from('hello'), 'png: not a PNG'],
    ['nothing', Buffer.alloc(0), 'png: not a PNG'],
    ['a signature alone', png(), 'png: no end'],
    ['one cut off', good.subarray(0, good.length - 5), 'png: truncated'],
    ['one with data after its end', Buffer.concat([good, chunk('IDAT')]), 'png: chunks out of order'],
    ['one that begins with its data', png(chunk('IDAT'), header(1, 1), chunk('IEND')), 'png: chunks out of order'],
    ['one with two sizes', png(header(1, 1), header(9, 9), chunk('IEND')), 'png: chunks out of order'],
    ['one with an embedded text', png(header(1, 1), chunk('tEXt'), chunk('IEND')), 'png: unexpected chunk "tEXt"'],
    ['one that is too large', png(header(20_000, 10), chunk('IEND')), '20000 × 10 px'],
    ['one without height', png(header(10, 0), chunk('IEND')), '10 × 0 px'],
    ['one whose size is cut off', png(chunk('IHDR', Buffer.alloc(3)), chunk('IEND')), 'png: no size'],
  ])('is refused as %s, and the clipboard stays unchanged', async (_what, given, why) => {
    const written: Blob[] = []
    const copied = copyPicture(given, async (picture) => void written.push(picture))
    await expect(copied).rejects.toThrow(CallError)
    await expect(copied).rejects.toThrow(why)
    expect(written).toEqual([])
  })
})
