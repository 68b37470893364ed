import { expect, it } from 'vitest'
import { createOwnCopies } from './own-copies.ts'

const KEY = `0x${'ab'.repeat(32)}`

it('[section 6, importSecret] knows every text that windows had copied lately, not the last alone', () => {
  const copies = createOwnCopies()
  copies.put(KEY)
  copies.put('NYCTMP1 553.00')
  expect(copies.has(KEY)).toBe(true)
  expect(copies.has(`0x${'cd'.repeat(32)}`)).toBe(false)
})

it.each([[` ${KEY}\r\n`], [`${KEY}\u0000`], [`${KEY.slice(0, 9)}\u200b${KEY.slice(9)}`]])(
  'knows it whatever the clipboard did to it: %j',
  (text) => {
    const copies = createOwnCopies()
    copies.put(text)
    expect(copies.has(KEY)).toBe(true)
  },
)

it('forgets the oldest of very many', () => {
  const copies = createOwnCopies()
  for (let number = 0; number <= 200; number += 1) copies.put(`row ${number}`)
  expect([copies.has('row 0'), copies.has('row 1'), copies.has('row 200')]).toEqual([false, true, true])
})
