import { expect, it } from 'vitest'
import { FormPosition } from './ticket-frame.tsx'

function formWith(radios: readonly boolean[] = []) {
  const focused: string[] = []
  const form: Parameters<FormPosition['comes']>[0] = {
    focus: () => focused.push('form'),
    querySelectorAll: (selector) =>
      selector.includes('"Order type"')
        ? radios.map((checked, place) => ({ checked, focus: () => focused.push(`radio ${place}`) }))
        : [],
  }
  return { form, focused }
}

it('the focus stays in the ticket when another form replaces the one that had it', () => {
  const place = new FormPosition()
  const { form, focused } = formWith()
  place.goes(true, null)
  place.comes(form, true)
  expect(focused).toEqual(['form'])
  place.comes(form, true)
  expect(focused).toEqual(['form'])
})

it('a choice that replaced the form keeps the focus', () => {
  const place = new FormPosition()
  const { form, focused } = formWith([false, true])
  place.goes(true, 'Order type')
  place.comes(form, true)
  expect(focused).toEqual(['radio 1'])
})

it('a form without the focus, and a focus that moved elsewhere, change nothing', () => {
  const place = new FormPosition()
  const { form, focused } = formWith()
  place.goes(false, null)
  place.comes(form, true)
  place.goes(true, null)
  place.comes(form, false)
  expect(focused).toEqual([])
})
