import { expect, it } from 'vitest'
import type { ActionRecord } from './action.ts'
import { actionCode, codeText } from './action-code.ts'

it("keeps a service's code as received, and compares it by name when the terminal knows it", () => {
  expect(actionCode('declined') === 'declined').toBe(true)
  expect(codeText(actionCode('oi_cap_exceeded'))).toBe('oi_cap_exceeded')
})

it('rejects a misspelled comparison at compile time', () => {
  const { code } = { code: actionCode('declined') } as Pick<ActionRecord, 'code'>
  // @ts-expect-error no code is spelt so
  expect(code === 'declned').toBe(false)
  // @ts-expect-error nor does the terminal look for a word that it does not name
  expect(code === 'oi_cap_exceeded').toBe(false)
  // @ts-expect-error nor may one be reported
  const known: Pick<ActionRecord, 'code'> = { code: 'stoped' }
  expect(known.code).toBe('stoped')
})
