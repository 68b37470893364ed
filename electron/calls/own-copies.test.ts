import { expect, it } from 'vitest'
import { createOwnCopies } from './clipboard.ts'

const KEY = `0x${'ab'.repeat(32)}`

it('knows every text that windows copied recently, not just the last one', async () => {
  const copies = createOwnCopies()
  await copies.put(KEY)
  await copies.put('NYCTMP1 553.00')
  expect(copies.has(KEY)).toBe(true)
  expect(copies.has(`0x${'cd'.repeat(32)}`)).toBe(false)
})

it.each([[` ${KEY}\r\n`], [`${KEY}\u0000`], [`${KEY.slice(0, 9)}\u200b${KEY.slice(9)}`]])(
  'knows a text regardless of the clipboard’s changes: %j',
  async (text) => {
    const copies = createOwnCopies()
    await copies.put(text)
    expect(copies.has(KEY)).toBe(true)
  },
)

it('forgets the oldest of very many', async () => {
  const copies = createOwnCopies()
  for (let number = 0; number <= 200; number += 1) await copies.put(`row ${number}`)
  expect([copies.has('row 0'), copies.has('row 1'), copies.has('row 200')]).toEqual([false, true, true])
})

it('knows a text of megabytes, and yields to other work while hashing it', async () => {
  const copies = createOwnCopies()
  const text = `${'\u{1f321}'.repeat(150_000)}x${'\u{1f321}'.repeat(150_000)}`
  let isOver = false
  const putting = copies.put(text).finally(() => {
    isOver = true
  })
  for (let turn = 0; turn < 3; turn += 1) {
    await new Promise((resolve) => setImmediate(resolve))
    expect(isOver).toBe(false)
  }
  await putting
  expect(copies.has(text)).toBe(true)
})
