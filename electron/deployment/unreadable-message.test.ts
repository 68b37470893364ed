import { expect, it } from 'vitest'
import type { UnreadableRow } from '../../contract/unreadable-row.ts'
import { unreadableMessage } from './account-notices.ts'

const row = (list: UnreadableRow['list'], asset: string | null): UnreadableRow =>
  ({ list, asset, text: '{"a":1}', time: null, reason: 'size is missing.' }) as unknown as UnreadableRow

it('a notice names the unreadable rows, the reason, and what is sent all the same', () => {
  const [title, message] = unreadableMessage([row('positions', 'NYCTMP1')])
  expect(title).toBe('A position cannot be read')
  expect(message).toMatch(
    /NYCTMP1: size is missing\. \{"a":1\} Closes, stops and cancels in other markets still work\./,
  )
})

it('a notice of several rows names three of them at most', () => {
  const [title, message] = unreadableMessage([...Array(5).fill(row('orders', null)), row('fills', null)])
  expect(title).toBe('Orders cannot be read; A fill cannot be read')
  expect(message.match(/size is missing/g)).toHaveLength(3)
})
