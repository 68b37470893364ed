import { expect, it } from 'vitest'
import type { Intent } from '../../contract/intent.ts'
import { stoppedLines, unknownLines } from './action-labels.ts'

const intent = {
  ...{ kind: 'place', asset: 'NYCTMP1', side: 'buy', tif: 'GTC', reduceOnly: false },
  ...{ price: '570.50', size: '2.0000' },
} as unknown as Intent

it('names what was stopped, and what is still unknown', () => {
  const report = { stopped: [{ id: 'a', intent }], unknown: [{ id: 'b', intent }] }
  expect(stoppedLines(report)).toEqual(['Buy 2 NYCTMP1 at 570.50 GTC: stopped, nothing was sent.'])
  expect(unknownLines(report)[0]).toMatch(/Buy 2 NYCTMP1 at 570\.50 GTC: already sent, result unknown\. See Activity\./)
})
