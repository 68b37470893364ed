import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { faultsOfRun } from './smoke-verdict.ts'

const GOOD = {
  code: 0,
  output: 'Isotherm is open on practice (http://127.0.0.1:1).\nfirst order book on screen after 812 ms\n',
  picture: readFileSync(join(import.meta.dirname, '../../../docs/pictures/terminal.png')),
  log: '{"level":30,"msg":"open"}\nnot JSON\n',
}

describe('a package’s first start', () => {
  it('passes when it showed a live book, took its picture and exited', () => {
    expect(faultsOfRun(GOOD)).toEqual([])
  })

  it.each([
    ['ended by a signal', { code: 'SIGKILL' }, 'it ended with SIGKILL'],
    ['never opened', { output: '' }, 'it did not say that it is open'],
    ['had no book', { output: 'Isotherm is open on x' }, 'no live order book was on its screen'],
    ['took no picture', { picture: Buffer.alloc(0) }, 'it took no picture'],
    ['showed an empty window', { picture: GOOD.picture.subarray(0, 900) }, 'the picture of it is empty'],
    ['logged an error', { log: '{"level":50,"msg":"no","err":{"message":"why"}}' }, 'its log has an error: no (why)'],
  ])('that %s fails', (_what, change, text) => {
    expect(faultsOfRun({ ...GOOD, ...change })).toContain(text)
  })
})
