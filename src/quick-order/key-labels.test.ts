import { beforeEach, describe, expect, it } from 'vitest'
import { size } from '../../contract/decimal.ts'
import { forgetSent, keyTermsText, saySent, useSentByKey } from './keys-badge.tsx'

describe('labels of the trading keys', () => {
  it.each([
    ['at_once', { size: size('10'), unit: 'contracts', market: 'NYCTMP1' }, 'Keys send: 10 contracts of NYCTMP1'],
    ['preview', { size: size('5'), unit: 'shares', market: '44 °F, Yes' }, 'Keys preview: 5 shares of 44 °F, Yes'],
    ['preview', { size: null, unit: null, market: null }, 'Keys preview: no market'],
  ] as const)('name the market and the unit of the size: %s %j', (mode, terms, text) => {
    expect(keyTermsText(mode, terms)).toBe(text)
  })
})

describe('the list of what keys sent at once', () => {
  beforeEach(() => useSentByKey.setState({ sent: [] }))
  const said = () => useSentByKey.getState().sent.map(({ text: message }) => message)

  it('has one entry per order, two for identical ones', () => {
    const first = saySent('Buy 10 NYCTMP1 at 571.51')
    saySent('Buy 10 NYCTMP1 at 571.51')
    expect(said()).toHaveLength(2)
    forgetSent(first)
    expect(said()).toEqual(['Buy 10 NYCTMP1 at 571.51'])
  })

  it('keeps the last four', () => {
    for (const one of ['1', '2', '3', '4', '5']) saySent(one)
    expect(said()).toEqual(['2', '3', '4', '5'])
  })
})
