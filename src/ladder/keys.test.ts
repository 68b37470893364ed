import { expect, it } from 'vitest'
import { actOf } from '../ui/index.ts'
import { LADDER_KEYS, rowAfter } from './ladder.tsx'

const press = (key: string) => ({ key, ctrlKey: false, metaKey: false, altKey: false, shiftKey: false })

it('the keys of a book are listed as they are handled', () => {
  for (const { act, keys } of LADDER_KEYS) {
    for (const key of keys) {
      expect(actOf(LADDER_KEYS, press(key))).toBe(act)
      expect(rowAfter(key, 3, 10) !== null, key).toBe(act === 'step')
    }
  }
})
