import { expect, it } from 'vitest'
import type { AccountView } from '../../../contract/account.ts'
import { type Size, size, ZERO } from '../../../contract/decimal.ts'
import type { Side } from '../../../contract/market.ts'
import { createPositionBounds, type StillOpen } from './position-bounds.ts'

const ACCOUNT = '0x01'
const CLOSED: StillOpen = { adding: ZERO, reducing: ZERO }

function open() {
  const bounds = createPositionBounds()
  const on = (side: Side, account = ACCOUNT) => ({ account, asset: 'A', side })
  return {
    read(shown: string | null, began: number, { account = ACCOUNT, open = CLOSED } = {}): void {
      const positions = shown === null ? [] : [{ asset: 'A', size: shown }]
      bounds.saw({ address: account, positions } as unknown as AccountView, began, () => open)
    },
    fill(side: Side, filled: string | null, at: number, { reduces = false } = {}): void {
      bounds.filled({ ...on(side), size: filled as Size | null, reduces, at }, CLOSED)
    },
    most: (side: Side, account?: string) => bounds.most(on(side, account)),
    unshown: (side: Side) => bounds.unshown(on(side)),
  }
}

it('a position that reads omit counts until two of them some seconds apart do, each read counted once', () => {
  const { read, most } = open()
  read('5', 0)
  read(null, 1_000)
  expect(most('buy')).toBe('5')
  read(null, 1_000)
  expect(most('buy')).toBe('5')
  read(null, 3_999)
  expect(most('buy')).toBe('5')
  expect(most('sell')).toBe('0')
  read(null, 4_000)
  expect(most('buy')).toBe('0')
})

it('a larger position counts at once, and nothing of another wallet does', () => {
  const { read, most } = open()
  read('5', 0)
  read('7', 1)
  expect([most('buy'), most('sell')]).toEqual(['7', '-7'])
  expect(most('buy', '0x02')).toBe('0')
  read(null, 2, { account: '0x02' })
  expect([most('buy', '0x02'), most('buy')]).toEqual(['0', '7'])
})

it('a fill counts while reads show the position before it, and once when they include it', () => {
  const { read, fill, most, unshown } = open()
  read('5', 0)
  fill('buy', '4', 1_000)
  for (const began of [1_500, 6_000, 10_999]) {
    read('5', began)
    expect([most('buy'), unshown('buy')]).toEqual(['9', '4'])
  }
  read('9', 11_000)
  expect([most('buy'), unshown('buy')]).toEqual(['9', '0'])
  read('5', 11_001)
  expect(most('buy')).toBe('5')
})

it('a fill is released at once where the position moved by it', () => {
  const { read, fill, most, unshown } = open()
  read('5', 0)
  fill('buy', '4', 1_000)
  read('9', 1_500)
  expect([most('buy'), unshown('buy')]).toEqual(['9', '0'])
  fill('buy', '1', 2_000)
  expect([most('buy'), unshown('buy')]).toEqual(['10', '1'])
})

it('a position that another client enlarged is added to what reads may lack', () => {
  const { read, fill, most } = open()
  read('5', 0)
  fill('buy', '4', 1_000)
  read('50', 1_500)
  expect(most('buy')).toBe('54')
  read('50', 11_500)
  expect(most('buy')).toBe('50')
})

it('a fill that a read shows before it is known counts once', () => {
  const { read, fill, most } = open()
  read('5', 1_000)
  read('7', 2_000, { open: { adding: size('4'), reducing: ZERO } })
  expect(most('buy')).toBe('7')
  fill('buy', '4', 2_100)
  expect(most('buy')).toBe('9')
})

it('closes reduce a position to zero at most, while no read shows them', () => {
  const { read, fill, most } = open()
  read('-5', 0)
  fill('buy', '3', 1_000, { reduces: true })
  expect(most('buy')).toBe('-2')
  fill('buy', null, 1_000, { reduces: true })
  expect(most('buy')).toBe('0')
  read('-5', 2_000)
  expect([most('buy'), most('sell')]).toEqual(['0', '5'])
  read('-5', 11_000)
  expect(most('buy')).toBe('-5')
})
