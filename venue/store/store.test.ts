import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { openStore } from './store.ts'

const NOW = Date.UTC(2026, 10, 1, 12)
const WALLET = `0x${'aa'.repeat(20)}` as const
const AGENT = `0x${'bb'.repeat(20)}` as const

let folder: string
let path: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'isotherm-store-'))
  path = join(folder, 'venue.sqlite')
})
afterEach(() => rmSync(folder, { recursive: true }))

describe('the venue store', () => {
  it('returns everything saved, after a restart', () => {
    const first = openStore(path, NOW).store
    first.saveAccounts([{ address: WALLET, saved: { usdc: '10000.00', orders: [1] } }], NOW)
    first.saveIdentity({ subject: WALLET, wallet: WALLET, email: null, access: 'waitlisted' })
    first.saveAgent({ wallet: WALLET, agent: AGENT, name: 'desk', expiresAt: 5 })
    first.saveNonce(WALLET, 41)
    first.saveSubmission('id', { wallet: WALLET, oid: '7', refusal: null })
    first.saveSetting('secret', 's')
    first.savePracticeKey(WALLET, '0x01')
    first.close()

    const { store, notices } = openStore(path, NOW)
    expect(notices).toEqual([])
    expect(store.accounts()).toEqual([{ address: WALLET, saved: { usdc: '10000.00', orders: [1] } }])
    expect(store.venueTime()).toBe(NOW)
    expect(store.identity(WALLET)).toEqual({ subject: WALLET, wallet: WALLET, email: null, access: 'waitlisted' })
    expect(store.agentOf(WALLET)).toEqual({ wallet: WALLET, agent: AGENT, name: 'desk', expiresAt: 5 })
    expect(store.approvalOf(AGENT)?.wallet).toBe(WALLET)
    expect(store.lastNonce(WALLET)).toBe(41)
    expect(store.submission('id')).toEqual({ wallet: WALLET, oid: '7', refusal: null })
    expect(store.setting('secret')).toBe('s')
    expect(store.practiceKey()).toEqual({ address: WALLET, privateKey: '0x01' })
    store.close()
  })

  it('has no value for what was never saved', () => {
    const { store } = openStore(':memory:', NOW)
    expect(store.accounts()).toEqual([])
    expect([store.identity('x'), store.agentOf(WALLET), store.submission('x'), store.setting('x')]).toEqual([
      null,
      null,
      null,
      null,
    ])
    expect(store.lastNonce(WALLET)).toBe(-1)
    expect(store.practiceKey()).toBeNull()
  })

  it('keeps one agent per wallet: a new approval replaces the old', () => {
    const { store } = openStore(':memory:', NOW)
    store.saveAgent({ wallet: WALLET, agent: AGENT, name: 'one', expiresAt: 1 })
    store.saveAgent({ wallet: WALLET, agent: `0x${'cc'.repeat(20)}`, name: 'two', expiresAt: 2 })
    expect(store.agentOf(WALLET)?.name).toBe('two')
    expect(store.approvalOf(AGENT)).toBeNull()
  })

  it('is readable by its owner only', () => {
    openStore(path, NOW).store.close()
    expect(statSync(path).mode & 0o077).toBe(0)
  })

  it.each([
    ['a text file', () => writeFileSync(path, 'this is not a database at all, only text that someone put here')],
    ['another program’s database', () => new DatabaseSync(path).exec('CREATE TABLE t (x)')],
    [
      'a corrupted file',
      () => {
        openStore(path, NOW).store.close()
        const bytes = readFileSync(path)
        bytes.fill(0xee, 4096)
        writeFileSync(path, bytes)
      },
    ],
  ])('renames %s, unchanged, and reports it', (_, damage) => {
    damage()
    const before = readFileSync(path)
    const { store, notices } = openStore(path, NOW)
    expect(notices).toHaveLength(1)
    const aside = `${path}.damaged-2026-11-01T12-00-00-000Z`
    expect(notices[0]).toContain(aside)
    expect(readFileSync(aside)).toEqual(before)
    store.saveNonce(WALLET, 1)
    store.close()
    expect(openStore(path, NOW).notices).toEqual([])
    expect(readdirSync(folder)).toContain('venue.sqlite')
  })

  it('has exclusive access to the file', () => {
    const { store } = openStore(path, NOW)
    expect(() => openStore(path, NOW)).toThrow(/in use by another practice venue/)
    store.close()
    openStore(path, NOW).store.close()
  })

  it('throws for a file that cannot be opened rather than renaming it', () => {
    expect(() => openStore(folder, NOW)).toThrow(/cannot be opened/)
  })

  it('stores referrals', () => {
    const { store } = openStore(path, NOW)
    store.saveCode({ wallet: WALLET, code: 'CODE', time: NOW })
    store.saveReferral({ wallet: AGENT, referrer: WALLET, code: 'CODE', time: NOW })
    expect(() => store.saveReferral({ wallet: AGENT, referrer: AGENT, code: 'X', time: NOW })).toThrow(/UNIQUE/)
    store.close()
    const again = openStore(path, NOW).store
    expect(again.codeRow('CODE')).toEqual({ wallet: WALLET, code: 'CODE', time: NOW })
    expect(again.referredBy(WALLET)).toEqual([{ wallet: AGENT, referrer: WALLET, code: 'CODE', time: NOW }])
    again.close()
  })

  it.each([2, 99])('renames a file with another schema and reports it: %i', (schema) => {
    openStore(path, NOW).store.close()
    const database = new DatabaseSync(path)
    database.exec(`PRAGMA user_version = ${schema}`)
    database.close()
    const before = readFileSync(path)
    const { store, notices } = openStore(path, NOW)
    store.close()
    expect(notices).toEqual([expect.stringContaining(`is from another version (schema ${schema},`)])
    expect(readFileSync(`${path}.schema-${schema}-2026-11-01T12-00-00-000Z`).equals(before)).toBe(true)
    expect(openStore(path, NOW).notices).toEqual([])
  })
})
