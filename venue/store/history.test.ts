import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { openStore } from './store.ts'

const ADDRESS = `0x${'aa'.repeat(20)}` as const
const order = (oid: number, status: string, remaining = 0) => ({ oid, status, lots: 5, remaining, asset: 'NYCTMP1' })
const fill = (tid: number) => ({ tid: String(tid), oid: '1', side: 'buy', price: '560.00' })
const account = (orders: object[], fills: object[], binary: object[] = []) => ({
  version: 1,
  accounts: [{ address: ADDRESS, usdc: '1', orders, fills, binary: { leverage: {}, orders: binary, fills: [] } }],
})

let folder: string
let path: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'isotherm-history-'))
  path = join(folder, 'venue.sqlite')
})
afterEach(() => rmSync(folder, { recursive: true }))

/** State that a newly started venue would find. */
const found = () => {
  const { store } = openStore(path, 0)
  const saved = store.accounts()[0]?.saved
  store.close()
  return saved
}
const rows = () => {
  const database = new DatabaseSync(path)
  const all = database.prepare('SELECT list, key, saved FROM history ORDER BY seq').all()
  database.close()
  return all as { list: string; key: string; saved: string }[]
}

describe('an account’s history', () => {
  it('is restored completely and in order after any changes', () => {
    const { store } = openStore(path, 0)
    store.saveAccounts(
      [{ address: ADDRESS, saved: account([order(1, 'resting', 5), order(2, 'filled')], [fill(1)]) }],
      1,
    )
    const last = account(
      [order(1, 'cancelled', 5), order(2, 'filled'), order(3, 'resting', 5)],
      [fill(1), fill(2)],
      [order(4, 'filled')],
    )
    store.saveAccounts([{ address: ADDRESS, saved: last }], 2)
    expect(store.accounts()[0]?.saved).toEqual(last)
    store.close()
    expect(found()).toEqual(last)
    expect(rows().map(({ list, key }) => `${list} ${key}`)).toEqual([
      'orders 1',
      'orders 2',
      'fills 1/1/buy',
      'orders 3',
      'fills 2/1/buy',
      'binary.orders 4',
    ])
  })

  it('drops what the core has dropped', () => {
    const { store } = openStore(path, 0)
    const many = Array.from({ length: 1200 }, (_, i) => order(i, 'filled'))
    store.saveAccounts([{ address: ADDRESS, saved: account(many, []) }], 1)
    store.saveAccounts([{ address: ADDRESS, saved: account(many.slice(600), []) }], 2)
    store.close()
    expect(rows()).toHaveLength(600)
    expect(found()).toEqual(account(many.slice(600), []))
  })

  it('is right after a failed write', () => {
    const { store } = openStore(path, 0)
    const broken = { address: ADDRESS, saved: { ...account([order(1, 'filled')], []), bad: 1n } }
    expect(() => store.saveAccounts([broken], 1)).toThrow(TypeError)
    const good = account([order(1, 'filled')], [])
    store.saveAccounts([{ address: ADDRESS, saved: good }], 2)
    store.close()
    expect(found()).toEqual(good)
  })
})
