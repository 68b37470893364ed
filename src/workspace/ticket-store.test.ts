import { afterEach, describe, expect, it } from 'vitest'
import { price } from '../../contract/decimal.ts'
import { useTicketStore } from './ticket-store.ts'

const initial = useTicketStore.getState()
afterEach(() => useTicketStore.setState(initial, true))
const ticket = () => useTicketStore.getState()

describe('the ticket draft', () => {
  it('keeps whatever was typed', () => {
    ticket().setPrice('571.8x')
    ticket().setUnit('f')
    expect(ticket().price).toBe('571.8x')
  })

  it('takes a clicked mark in the unit the ticket is in', () => {
    ticket().fillMark(price('571.80'))
    expect(ticket().price).toBe('571.80')
    ticket().setUnit('f')
    ticket().fillMark(price('572.05'))
    expect(ticket().price).toBe('72.05')
  })

  it('turns a price over exactly when the unit changes, and back', () => {
    ticket().setPrice('571.80')
    ticket().setUnit('f')
    expect(ticket().price).toBe('71.80')
    ticket().setUnit('f')
    expect(ticket().price).toBe('71.80')
    ticket().setUnit('mark')
    expect(ticket().price).toBe('571.80')
  })
})
