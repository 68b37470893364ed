/** Messages that cost a reader much for their size, each just below what is dropped for its size alone. */
const SIZE = 250_000

const filled = (unit: (i: number) => string): string => {
  let text = ''
  for (let i = 0; text.length < SIZE; i += 1) text += unit(i)
  return text
}

export const FLOODS = {
  'deep lists': `{"channel":"trades","data":${'['.repeat(SIZE / 2)}${']'.repeat(SIZE / 2)}}`,
  'objects of ever another shape': `{"channel":"trades","data":[${filled((i) => `{"k${i}":1},`)}{}]}`,
  'small messages': '{"channel":"x"}',
} as const

export type FloodKind = keyof typeof FLOODS
export const isFloodKind = (text: string | undefined): text is FloodKind => text !== undefined && text in FLOODS
