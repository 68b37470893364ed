import { DatabaseSync } from 'node:sqlite'
import { describe, expect, it } from 'vitest'
import { millis } from '../../contract/time.ts'
import { createTables } from './schema.ts'
import { createAssetNumberStore } from './service-facts.ts'

const HERE = { origin: 'https://service.example', network: 'mainnet' }
const TESTNET = { ...HERE, network: 'testnet' }
const ELSEWHERE = { ...HERE, origin: 'https://other.example' }
const learned = (asset: string, number: number) => ({ asset, number, shownAs: null, at: millis(5) })
const word = (actionId: string, number: number) => ({
  actionId,
  asset: 'NYCTMP1',
  listed: 0,
  number,
  at: millis(Number(actionId)),
})

function open() {
  const database = new DatabaseSync(':memory:')
  createTables(database)
  return createAssetNumberStore(database)
}

describe('learned asset numbers', () => {
  it('are kept by origin and network', () => {
    const store = open()
    store.keep(HERE, learned('NYCTMP1', 110_004))
    store.keep(HERE, { asset: 'NYCTMP1', number: 110_009, shownAs: 'NYCTMP2', at: millis(6) })
    expect(store.kept(HERE)).toEqual([
      learned('NYCTMP1', 110_004),
      { asset: 'NYCTMP1', number: 110_009, shownAs: 'NYCTMP2', at: 6 },
    ])
    expect([store.kept(TESTNET), store.kept(ELSEWHERE)]).toEqual([[], []])
    store.keep(ELSEWHERE, learned('NYCTMP2', 110_004))
    let changes = 0
    store.onChange(() => {
      changes += 1
    })
    expect(store.forget(HERE, 'NYCTMP1', 110_004)).toBe(true)
    expect(changes).toBe(1)
    expect(store.forget(HERE, 'NYCTMP1', 110_004)).toBe(false)
    expect(store.kept(ELSEWHERE)).toHaveLength(1)
  })

  it('are one for each asset, and belong to one asset only', () => {
    const store = open()
    store.keep(HERE, learned('NYCTMP1', 110_004))
    expect(() => store.keep(HERE, learned('NYCTMP2', 110_004))).toThrow(/UNIQUE/)
    expect(() => store.keep(HERE, learned('NYCTMP1', 110_005))).toThrow(/UNIQUE/)
    store.keep(HERE, { ...learned('NYCTMP2', 110_004), shownAs: 'NYCTMP1' })
  })
})

describe('the trader’s confirmations of numbers', () => {
  it('are open until the reads settle them, newest first', () => {
    const store = open()
    store.saveConfirmation(HERE, word('1', 110_004))
    store.saveConfirmation(HERE, { ...word('2', 7), listed: null })
    store.saveConfirmation(ELSEWHERE, word('3', 110_004))
    expect(store.openConfirmations(HERE)).toEqual([{ ...word('2', 7), listed: null }, word('1', 110_004)])
    store.endConfirmation('2', 'verified')
    expect(store.openConfirmations(HERE)).toEqual([word('1', 110_004)])
  })

  it('of two numbers for one action settle neither', () => {
    const store = open()
    store.saveConfirmation(HERE, word('1', 110_004))
    store.saveConfirmation(HERE, word('1', 110_004))
    expect(store.openConfirmations(HERE)).toHaveLength(1)
    store.saveConfirmation(HERE, word('1', 110_005))
    expect(store.openConfirmations(HERE)).toEqual([])
  })
})
