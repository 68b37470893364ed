import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { createFakeClock } from '../../contract/testing/fake-clock.ts'
import { openStorage, type Storage } from './open-storage.ts'

let directory = ''
let storage: Storage
beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), 'isotherm-kept-'))
  storage = openStorage({ directory, clock: createFakeClock() })
})
afterEach(() => {
  storage.close()
  rmSync(directory, { recursive: true, force: true })
})

/** As version 0.2 wrote it: everything at market by a slippage in per cent. */
const CLOSE = { kind: 'close', asset: 'NYCTMP1', position: 'long', size: null, slippagePct: '0.5' }
const percent = (of: string) => ({ kind: 'percent', percent: of })

describe('trader A4: what an earlier version kept with a slippage in per cent', () => {
  it.each<[string, object, object]>([
    ['a close', CLOSE, { kind: 'close', asset: 'NYCTMP1', position: 'long', size: null, protection: percent('0.5') }],
    ['a prediction', { kind: 'predict', slippagePct: '1' }, { kind: 'predict', protection: percent('1') }],
    [
      'a binary one',
      { kind: 'binary_predict', slippagePct: '5' },
      { kind: 'binary_predict', protection: percent('5') },
    ],
    [
      'shares at market',
      { kind: 'outcome_order', mode: { kind: 'market', slippagePct: '2' } },
      { kind: 'outcome_order', mode: { kind: 'market', protection: percent('2') } },
    ],
    [
      'shares at a limit, which had none',
      { kind: 'outcome_order', mode: { kind: 'limit', price: '0.4' } },
      { kind: 'outcome_order', mode: { kind: 'limit', price: '0.4' } },
    ],
  ])('is read from the journal as it was: %s', (_, kept, read) => {
    const action = { id: 'a', profile: 'practice', account: '0x01', state: 'filled', createdAt: 1, steps: [] }
    storage.journal.write({ ...action, intent: kept } as never)
    expect(storage.journal.read('a')?.intent).toEqual(read)
  })

  it.each([
    ['a long at 554', 'scalar', 'long', '554.00', '0.5', '2.770000'],
    ['a short at 554', 'scalar', 'short', '554.00', '0.5', '2.770000'],
    ['UP at 0.6', 'binary', 'long', '0.600', '5', '0.03000000'],
    ['DOWN at 0.6, which is worth 0.4', 'binary', 'short', '0.600', '5', '0.02000000'],
    ['one of 20 %, the most there was', 'scalar', 'long', '554.00', '20', '25'],
    ['one without a price yet', 'scalar', 'long', null, '0.5', '1'],
  ])(
    'of a stop still protects, by the distance that it was at its trigger: %s',
    (_, family, position, trigger, slippagePct, distance) => {
      const target = { family, asset: 'A', end: 1 }
      const stop = { id: 's', profile: 'practice', state: 'armed', createdAt: 1, target, position, trigger }
      storage.conditionals.write([{ ...stop, slippagePct, intent: CLOSE } as never])
      const read = storage.conditionals.unfinished('practice')[0]
      expect(read).toMatchObject({ ...stop, protection: { distance, bound: null } })
      expect(read).not.toHaveProperty('slippagePct')
      expect(read?.intent).toMatchObject({ kind: 'close', protection: percent('0.5') })
    },
  )

  it('of a flatten that was cut off waits for the trader with it', () => {
    const flatten = { id: 'f', profile: 'practice', account: '0x01', state: 'cut_off', at: 1, children: [] }
    storage.flattens.write({ ...flatten, slippagePct: '0.5', probabilitySlippagePct: '5' } as never)
    expect(storage.flattens.read('f')?.protection).toEqual({ scalar: percent('0.5'), probability: percent('5') })
    expect(storage.flattens.unfinished('practice')[0]?.protection.scalar).toEqual(percent('0.5'))
  })
})
