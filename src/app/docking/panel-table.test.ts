import { describe, expect, it } from 'vitest'
import { isKindId, PANELS } from './panel-table.tsx'

describe('the table of panels', () => {
  it('has unique kinds and unique titles', () => {
    expect(new Set(PANELS.map(({ id }) => id)).size).toBe(PANELS.length)
    expect(new Set(PANELS.map(({ title }) => title)).size).toBe(PANELS.length)
  })

  it.each(PANELS.map(({ id, home }) => [id, Object.keys(home.beside)] as const))(
    'places %s beside kinds that exist',
    (id, beside) => {
      expect(beside.filter((other) => !isKindId(other) || other === id)).toEqual([])
    },
  )
})
