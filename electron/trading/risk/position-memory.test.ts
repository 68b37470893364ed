import { expect, it } from 'vitest'
import type { AccountView } from '../../../contract/account.ts'
import { createPositionMemory } from './position-memory.ts'

const account = (size: string | null, address = '0x01'): AccountView =>
  ({ address, positions: size === null ? [] : [{ asset: 'A', size }] }) as unknown as AccountView

it('a position that reads leave out counts until two of them some seconds apart do, each read counted once', () => {
  const memory = createPositionMemory()
  memory.saw(account('5'), 0)
  memory.saw(account(null), 1_000)
  expect(memory.in(account(null), 'A')).toBe('5')
  memory.saw(account(null), 1_000)
  expect(memory.in(account(null), 'A')).toBe('5')
  memory.saw(account(null), 3_999)
  expect(memory.in(account(null), 'A')).toBe('5')
  memory.saw(account(null), 4_000)
  expect(memory.in(account(null), 'A')).toBe('0')
})

it('what a read shows counts at once, and nothing of another wallet does', () => {
  const memory = createPositionMemory()
  memory.saw(account('5'), 0)
  expect(memory.in(account('7'), 'A')).toBe('7')
  expect(memory.in(account(null, '0x02'), 'A')).toBe('0')
  memory.saw(account(null, '0x02'), 1)
  expect(memory.in(account(null, '0x02'), 'A')).toBe('0')
})
