import { describe, expect, it } from 'vitest'
import type { Intent } from '../../../contract/intent.ts'
import { memoryWallets } from '../../records/testing/memory-wallets.ts'
import type { StoredAction } from '../../storage/index.ts'
import { createOwn } from './own.ts'

const action = (change: Record<string, unknown>): StoredAction =>
  ({
    account: '0x01',
    state: 'filled',
    oid: null,
    cloid: null,
    filled: null,
    createdAt: 100_000,
    updatedAt: 100_000,
    clockOffset: 0,
    steps: [{ state: 'sent' }],
    intent: { kind: 'place', asset: 'A' } as Intent,
    ...change,
  }) as unknown as StoredAction

function ownOf(actions: readonly StoredAction[], elsewhere: Readonly<Record<string, readonly StoredAction[]>> = {}) {
  const wallets = memoryWallets()
  for (const profile of ['main', 'copy']) {
    wallets.keep({ profile, origin: 'one', account: '0x01' }, 1)
  }
  wallets.keep({ profile: 'other', origin: 'two', account: '0x01' }, 1)
  return createOwn({
    actionLog: { live: () => actions, recordsOf: () => actions },
    journal: {
      known: (profile, _account, ids) =>
        new Set((elsewhere[profile] ?? []).flatMap(({ oid }) => (oid !== null && ids.includes(oid) ? [oid] : []))),
    },
    wallets,
    fills: { ofOrder: (oid) => (oid === '7' ? [{ size: '1' }, { size: '0.5' }] : []) as never },
    profile: 'main',
    origin: 'one',
  })
}
const fill = { asset: 'A', time: 110_000 } as never

describe('what this terminal’s actions show', () => {
  it('includes orders of another deployment on the same service, and none of another service', () => {
    const own = ownOf([], { copy: [action({ oid: '7' })], other: [action({ oid: '8' })] })
    expect([...own.known('0x01', ['7', '8'])]).toEqual(['7'])
  })

  it('includes orders that could not be written to disk', () => {
    expect([...ownOf([action({ oid: '7', cloid: '0xa' })]).known('0x01', ['0xa', '8'])]).toEqual(['0xa'])
  })

  it.each<[change: Record<string, unknown>, isUnlisted: boolean]>([
    [{ oid: '7', filled: '1.5' }, false],
    [{ oid: '7', filled: '2' }, true],
    [{ oid: '8', filled: '2' }, true],
    [{ oid: '8', filled: null }, false],
    [{ oid: '8', filled: '2', intent: { kind: 'place', asset: 'B' } }, false],
    [{ oid: '8', filled: '2', updatedAt: 99_999 }, false],
  ])('waits ten minutes for the fills of traded orders: %o', (change, isUnlisted) => {
    expect(ownOf([action(change)]).isUnlisted('0x01', 'A', 700_000)).toBe(isUnlisted)
  })

  it.each<[change: Record<string, unknown>, isWaiting: boolean, isNameless: boolean, isInDoubt: boolean]>([
    [{ state: 'sent' }, true, false, true],
    [{ state: 'unknown' }, true, false, true],
    [{ state: 'unknown', oid: '7' }, false, false, true],
    [{ state: 'resting', oid: '7' }, false, false, false],
    [{ state: 'prepared', steps: [] }, false, false, false],
    [{ state: 'sent', account: '0x02' }, false, false, false],
    [{ state: 'sent', intent: { kind: 'cancel', asset: 'A' } }, false, false, false],
    [{ state: 'filled' }, true, true, true],
    [{ state: 'filled', updatedAt: 20_000, createdAt: 20_000 }, true, false, true],
    [{ state: 'cancelled', filled: '1' }, true, true, true],
  ])('%j', (change, isWaiting, isNameless, isInDoubt) => {
    const own = ownOf([action(change)])
    expect([own.isWaitingForId('0x01', 'A'), own.isNameless('0x01', fill), own.isInDoubt('0x01', 'A')]).toEqual([
      isWaiting,
      isNameless,
      isInDoubt,
    ])
    expect([
      own.isWaitingForId('0x01', 'B'),
      own.isNameless('0x01', { ...(fill as object), asset: 'B' } as never),
    ]).toEqual([false, false])
  })

  it('includes conversions that were made, or may have been', () => {
    const convert = { intent: { kind: 'convert' } }
    const has = (change: Record<string, unknown>) =>
      ownOf([action({ ...convert, ...change })]).hasConverted('0x01', 50_000)
    expect(has({ state: 'done' })).toBe(true)
    expect(has({ state: 'unknown' })).toBe(true)
    expect(has({ state: 'rejected' })).toBe(false)
    expect(has({ state: 'done', updatedAt: 40_000 })).toBe(false)
  })
})
