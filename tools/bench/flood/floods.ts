/**
 * Messages that are expensive to read for their size: the first as long as a socket accepts, the second just below the limit at which it is dropped.
 */
const LONGEST = 8_000_000
const SIZE = 250_000

const filled = (unit: (i: number) => string): string => {
  let text = ''
  for (let i = 0; text.length < SIZE; i += 1) text += unit(i)
  return text
}

export const FLOODS = {
  'deep lists': `{"channel":"trades","data":${'['.repeat(LONGEST / 2)}${']'.repeat(LONGEST / 2)}}`,
  'objects of ever another shape': `{"channel":"trades","data":[${filled((i) => `{"k${i}":1},`)}{}]}`,
  'small messages': '{"channel":"x"}',
} as const

export type FloodKind = keyof typeof FLOODS
export const isFloodKind = (text: string | undefined): text is FloodKind => text !== undefined && text in FLOODS
