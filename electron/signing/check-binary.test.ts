import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Hex } from '../../contract/address.ts'
import { type Decimal, fromUnits, money, price, size, trimZeros } from '../../contract/decimal.ts'
import type { PreparedAction } from '../service/index.ts'
import type { ExpectedAction } from './expected-action.ts'
import { fieldsOf, practice, prepare, prepareOrder } from './testing/prepared.ts'
import { verifyBinarySetup, verifyPrepared } from './verify-prepared.ts'

const CLOID = '0x17a5a40306205a0c6d60c7264153781c'

const up = {
  kind: 'binary_predict',
  assetId: 2,
  direction: 'UP',
  amount: money('25.00'),
  worst: price('0.6'),
  slippagePct: '20' as Decimal,
} as const satisfies ExpectedAction
const bought = { a: 2, b: true, p: '0.6', s: '41.66', r: false, t: { limit: { tif: 'Ioc' } } }
const predictingUp = (changed: object = {}) => prepareOrder({ ...bought, ...changed })

describe('a prepared prediction of UP', () => {
  it('buys at once what the amount pays for at the limit, and never more', () => {
    expect(verifyPrepared(up, predictingUp(), practice)).toEqual({ verified: true })
    expect(verifyPrepared(up, predictingUp({ p: '0.5', s: '50', c: CLOID }), practice)).toEqual({ verified: true })
    expect(verifyPrepared(up, predictingUp({ p: '0.5', s: '41.66' }), practice)).toEqual({ verified: true })
  })

  it.each<[string, object]>([
    ['asset', { a: 3 }],
    ['asset', { a: '2' }],
    ['side', { b: false }],
    ['price', { p: '0.601' }],
    ['price', { p: '0.60' }],
    ['price', { p: 0.6 }],
    ['price', { p: '0' }],
    ['price', { p: '-0.6' }],
    ['size', { s: '41.67' }],
    ['size', { s: '32.33' }],
    ['size', { s: '41.660' }],
    ['size', { s: '0' }],
    ['size', { s: '-41.66' }],
    ['size', { s: 41.66 }],
    ['reduce-only', { r: true }],
    ['time in force', { t: { limit: { tif: 'Gtc' } } }],
    ['time in force', { t: { trigger: {} } }],
    ['cloid', { c: 'mine' }],
    ['order.x', { x: 1 }],
  ])('is refused when one field differs: %s %j', (field, changed) => {
    expect(fieldsOf(up, predictingUp(changed))).toContain(field)
  })

  it('may cost less than the amount by the slippage and one contract, and no less', () => {
    expect(fieldsOf(up, predictingUp({ s: '32.34' }))).toEqual([])
    expect(fieldsOf({ ...up, amount: money('2.5') }, predictingUp({ s: '3' }))).toEqual([])
  })

  it('is refused with the requested and the prepared value', () => {
    expect(verifyPrepared(up, predictingUp({ p: '0.7', s: '100' }), practice)).toHaveProperty('mismatches', [
      { field: 'price', request: 'at most 0.6', prepared: '0.7' },
    ])
    expect(verifyPrepared(up, predictingUp({ s: '100' }), practice)).toHaveProperty('mismatches', [
      { field: 'size', request: 'contracts for 19.4 to 25 USDC at 0.6', prepared: '100, 60 USDC' },
    ])
  })

  it('never pays 1 or more, at any worst price', () => {
    const dear = { ...up, worst: price('1.35'), slippagePct: '50' as Decimal }
    expect(fieldsOf(dear, predictingUp({ p: '0.999', s: '25' }))).toEqual([])
    expect(fieldsOf(dear, predictingUp({ p: '1', s: '25' }))).toEqual(['price'])
  })
})

describe('a prepared prediction of DOWN', () => {
  const down = { ...up, direction: 'DOWN' } as const
  const predictingDown = (p: string, s: string, changed: object = {}) =>
    prepareOrder({ ...bought, b: false, p, s, ...changed })

  it('sells UP, exactly no lower than the worst price', () => {
    const cheap = { ...down, worst: price('0.64') }
    expect(fieldsOf(cheap, predictingDown('0.64', '69'))).toEqual([])
    expect(fieldsOf(cheap, predictingDown('0.6399', '69'))).toEqual(['price'])
  })

  it('is paid at 1 minus the price of UP', () => {
    const cheap = { ...down, worst: price('0.64') }
    expect(fieldsOf(cheap, predictingDown('0.76', '104.16'))).toEqual([])
    expect(fieldsOf(cheap, predictingDown('0.76', '32.89'))).toEqual(['size'])
    expect(fieldsOf(cheap, predictingDown('0.76', '125.01'))).toEqual(['size'])
    expect(fieldsOf(cheap, predictingDown('0.76', '104.16', { b: true }))).toContain('side')
  })

  it('never gives contracts of UP away', () => {
    const all = { ...down, worst: price('0'), slippagePct: '50' as Decimal }
    expect(verifyPrepared(all, predictingDown('0', '25'), practice)).toHaveProperty('mismatches', [
      { field: 'price', request: 'at least 0', prepared: '0' },
    ])
  })
})

describe('a service with any of the allowed calculations', () => {
  /** Whole thousandths of a price, whole cents of an amount, whole hundredths of a contract: exact in bigints. */
  const request = fc.record({
    direction: fc.constantFrom('UP', 'DOWN'),
    reference: fc.integer({ min: 2, max: 998 }),
    slippage: fc.integer({ min: 0, max: 50 }),
    cents: fc.integer({ min: 500, max: 1_000_000 }),
    counted: fc.constantFrom('expected', 'worst'),
    wholeContracts: fc.boolean(),
  })

  it('is verified, in either direction, unless its contracts cost more than the amount at the limit', () => {
    const holds = fc.property(request, ({ direction, reference, slippage, cents, counted, wholeContracts }) => {
      const own = direction === 'UP' ? reference : 1000 - reference
      const worst = Math.min(999, Math.floor((own * (100 + slippage)) / 100))
      const lots = Math.floor((cents * 1000) / (counted === 'worst' ? worst : own))
      const contracts = wholeContracts ? Math.floor(lots / 100) * 100 : lots
      fc.pre(contracts > 0)
      const limit = direction === 'UP' ? worst : 1000 - worst
      const expected = {
        ...up,
        direction,
        amount: money(fromUnits(BigInt(cents), 2)),
        worst: price(fromUnits(BigInt(limit), 3)),
        slippagePct: String(slippage) as Decimal,
      } as const
      const fields = {
        b: direction === 'UP',
        p: trimZeros(fromUnits(BigInt(limit), 3)),
        s: trimZeros(fromUnits(BigInt(contracts), 2)),
      }
      const isDearer = contracts * worst > cents * 1000
      expect(fieldsOf(expected, predictingUp(fields))).toEqual(isDearer ? ['size'] : [])
    })
    const example = { reference: 566, slippage: 20, cents: 2500, wholeContracts: false } as const
    fc.assert(holds, {
      examples: [
        [{ ...example, direction: 'UP', counted: 'worst' }],
        [{ ...example, direction: 'DOWN', counted: 'expected' }],
        [{ ...example, direction: 'DOWN', counted: 'worst', wholeContracts: true }],
      ],
    })
  })
})

describe('a prepared close of a binary position', () => {
  const closeUp = {
    kind: 'binary_close',
    assetId: 2,
    position: size('36.81'),
    size: null,
    worst: price('0.4'),
  } as const satisfies ExpectedAction
  const sold = { a: 2, b: false, p: '0.4', s: '36.81', r: true, t: { limit: { tif: 'Ioc' } } }
  const closing = (changed: object = {}) => prepareOrder({ ...sold, ...changed })

  it('of UP sells all or part of it, as a reduce-only IOC order, no lower than the worst price', () => {
    expect(verifyPrepared(closeUp, closing(), practice)).toEqual({ verified: true })
    expect(verifyPrepared(closeUp, closing({ p: '0.9', c: CLOID }), practice)).toEqual({ verified: true })
    expect(fieldsOf({ ...closeUp, size: size('10.00') }, closing({ s: '10' }))).toEqual([])
  })

  it('of DOWN buys UP, exactly no higher than the worst price', () => {
    const closeDown = { ...closeUp, position: size('-36.81'), worst: price('0.36') }
    expect(fieldsOf(closeDown, closing({ b: true, p: '0.36' }))).toEqual([])
    expect(fieldsOf(closeDown, closing({ b: true, p: '0.3601' }))).toEqual(['price'])
    expect(fieldsOf({ ...closeDown, worst: price('1') }, closing({ b: true, p: '1' }))).toEqual(['price'])
  })

  it.each<[string, object]>([
    ['asset', { a: 3 }],
    ['side', { b: true }],
    ['price', { p: '0.399' }],
    ['price', { p: '0.40' }],
    ['price', { p: '1' }],
    ['size', { s: '36.8' }],
    ['size', { s: '36.82' }],
    ['reduce-only', { r: false }],
    ['time in force', { t: { limit: { tif: 'Gtc' } } }],
    ['cloid', { c: 'mine' }],
    ['order.x', { x: 1 }],
  ])('is refused when one field differs: %s %j', (field, changed) => {
    expect(fieldsOf(closeUp, closing(changed))).toContain(field)
  })

  it('cannot be verified without the asset’s number, like a prediction, and is refused for anything else that differs', () => {
    for (const [expected, prepared, wrong] of [
      [closeUp, closing(), closing({ b: true })],
      [up, predictingUp(), predictingUp({ b: false, p: '0.6' })],
    ] as const) {
      const nameless = { ...expected, assetId: null }
      const result = verifyPrepared(nameless, prepared, practice)
      const reason = 'The venue does not report the asset number.'
      expect(result).toEqual({ verified: 'impossible', reason })
      expect(fieldsOf(nameless, wrong)).toContain('side')
      expect(fieldsOf(nameless, { ...prepared, connectionId: `0x${'11'.repeat(32)}` as Hex })).toContain(
        'connection id',
      )
    }
    for (const a of [undefined, null, '7', -1, 1.5]) {
      expect(fieldsOf({ ...closeUp, assetId: null }, closing({ a })), String(a)).toEqual(['asset'])
      expect(fieldsOf({ ...up, assetId: null }, predictingUp({ a })), String(a)).toEqual(['asset'])
    }
  })
})

describe('a prepared binary setup', () => {
  const setup = { kind: 'binary_setup', assetIds: [2, 3], unnumbered: [], otherIds: [] } as const
  const leverage = (asset: unknown, changed: object = {}) =>
    prepare({ type: 'updateLeverage', asset, isCross: false, leverage: 2, ...changed })
  const verdictOf = (...prepared: PreparedAction[]) => {
    const result = verifyBinarySetup(setup, prepared, practice)
    return result.verified === false ? result.mismatches.map(({ field }) => field) : result.verified
  }

  it('sets binary assets to isolated leverage 2, all of them or those that need it', () => {
    expect(verdictOf(leverage(2), leverage(3))).toBe(true)
    expect(verdictOf(leverage(3))).toBe(true)
  })

  it.each<[string, PreparedAction]>([
    ['action 2: asset', leverage(0)],
    ['action 2: asset', leverage('3')],
    ['action 2: asset', leverage(2)],
    ['action 2: cross margin', leverage(3, { isCross: true })],
    ['action 2: leverage', leverage(3, { leverage: 20 })],
    ['action 2: type', leverage(3, { type: 'updateIsolatedMargin' })],
    ['action 2: action.x', leverage(3, { x: 1 })],
    ['action 2: source', { ...leverage(3), agentMessage: { ...leverage(3).agentMessage, source: 'a' } }],
  ])('is refused as a whole, naming the action, when one thing differs: %s', (field, second) => {
    expect(verdictOf(leverage(2), second)).toEqual([field])
  })

  it('is refused when nothing was prepared', () => {
    expect(verdictOf()).toEqual(['actions'])
  })

  it('cannot be verified when one of its actions cannot, and is refused for anything else', () => {
    const bare = { ...leverage(3), action: null, nonce: null }
    expect(verdictOf(leverage(2), bare)).toBe('impossible')
    expect(verdictOf(bare, bare)).toBe('impossible')
    expect(verdictOf(leverage(2, { leverage: 3 }), bare)).toEqual(['action 1: leverage'])
  })

  describe('where the service does not list the numbers', () => {
    const unreported = { kind: 'binary_setup', assetIds: [], unnumbered: ['GBETA', 'GBETB'], otherIds: [0, 1] } as const
    const verify = (...prepared: PreparedAction[]) => verifyBinarySetup(unreported, prepared, practice)
    const mismatched = (...prepared: PreparedAction[]) => {
      const result = verify(...prepared)
      return result.verified === false ? result.mismatches.map(({ field }) => field) : result.verified
    }

    it('needs the trader’s confirmation, and states for what', () => {
      const result = verify(leverage(110_006), leverage(110_007))
      expect(result).toMatchObject({ verified: 'impossible' })
      const reason = result.verified === 'impossible' ? result.reason : ''
      expect(reason).toMatch(/The venue does not report the numbers of its binary assets \(GBETA, GBETB\)\./)
    })

    it.each<[string, PreparedAction]>([
      ['action 1: asset', leverage(1)],
      ['action 1: asset', leverage(100_000_010)],
      ['action 1: asset', leverage('110006')],
      ['action 1: asset', leverage(-1)],
      ['action 1: leverage', leverage(110_006, { leverage: 3 })],
      ['action 1: cross margin', leverage(110_006, { isCross: true })],
      ['action 1: type', leverage(110_006, { type: 'updateIsolatedMargin' })],
    ])('is refused all the same for a wrong %s', (field, prepared) => {
      expect(mismatched(prepared)).toEqual([field])
    })

    it('is refused for a repeated asset, and for more assets than there are binary ones', () => {
      expect(mismatched(leverage(8), leverage(8))).toEqual(['action 2: asset'])
      expect(mismatched(leverage(8), leverage(9), leverage(10))).toEqual(['actions'])
    })

    it('asks nothing for an asset with a known number, and accepts one unlisted number for one unnumbered asset', () => {
      const mixed = { ...unreported, assetIds: [2], unnumbered: ['GBETB'] } as const
      expect(verifyBinarySetup(mixed, [leverage(2)], practice)).toEqual({ verified: true })
      expect(verifyBinarySetup(mixed, [leverage(2), leverage(9)], practice).verified).toBe('impossible')
      expect(verifyBinarySetup(mixed, [leverage(8), leverage(9)], practice).verified).toBe(false)
    })
  })
})
