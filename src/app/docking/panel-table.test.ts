import { describe, expect, it } from 'vitest'
import { isKindId, PANELS } from './panel-table.tsx'

describe('the table of panels', () => {
  it('has each kind and each title once', () => {
    expect(new Set(PANELS.map(({ id }) => id)).size).toBe(PANELS.length)
    expect(new Set(PANELS.map(({ title }) => title)).size).toBe(PANELS.length)
  })

  it.each(PANELS.map(({ id, home }) => [id, home.beside.map(([panel]) => panel)] as const))(
    'brings %s in beside other kinds that there are',
    (id, beside) => {
      expect(beside.filter((other) => !isKindId(other) || other === id)).toEqual([])
    },
  )
})
