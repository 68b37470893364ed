import { expect, it } from 'vitest'
import { createRecordingLog } from '../testing/recording-log.ts'
import { BadData, MessageDecoder, parseMessage } from './decode-message.ts'

const KIB = 1024
const lists = (depth: number): string => `{"channel":"trades","data":${'['.repeat(depth)}${']'.repeat(depth)}}`

it.each([
  ['of more than 256 KiB', `"${'x'.repeat(256 * KIB)}"`, 'too large to be no book'],
  ['of lists within lists', lists(10_000), 'nested too deep'],
  ['of a text and lists within lists', `["\\"[",${lists(10_000)}]`, 'nested too deep'],
])('parses no message %s', (_, text, fault) => {
  expect(parseMessage(Buffer.from(text))).toEqual({ fault })
})

it.each([
  ['up to 256 KiB', `"${'x'.repeat(256 * KIB - 2)}"`],
  ['whose texts are full of brackets', `["${'['.repeat(20 * KIB)}","\\"{{{{{{{{{{{{{{{{{{{{"]`],
  ['with many lists beside one another', `[${'[[[]]],'.repeat(5 * KIB)}0]`],
])('parses a message %s', (_, text) => {
  expect(parseMessage(Buffer.from(text))).toEqual({ value: JSON.parse(text) })
})

it('counts rejected messages as bad data, and treats only books read from their bytes as cheap', () => {
  const bad = new BadData(createRecordingLog())
  const unexpected = (): never => {
    throw new Error('not called')
  }
  const decoder = new MessageDecoder(
    {
      bookBytes: (books, bytes) => void (Buffer.from(bytes).includes('levels') && books.read(bytes, {} as never)),
      bookJson: unexpected,
      trades: unexpected,
      context: unexpected,
      pong: () => undefined,
      acknowledged: unexpected,
      failed: unexpected,
    },
    bad,
  )
  const take = (text: string): number => decoder.take(Buffer.from(text))
  expect(take(lists(200_000))).toBe(0)
  expect(take(lists(10_000))).toBe(0)
  expect(take('{"channel":"pong"}')).toBe(0)
  const unwatched = '{"channel":"book","data":{"coin":"A","time":1}}'
  expect(take(unwatched)).toBe(unwatched.length)
  expect(take('{"channel":"book","data":{"coin":"A","levels":[[],[]]}}')).toBe(0)
  expect(Object.fromEntries(bad.counts)).toEqual({ 'too large to be no book': 1, 'nested too deep': 1 })
})
