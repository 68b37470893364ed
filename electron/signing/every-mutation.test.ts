import { describe, expect, it } from 'vitest'
import type { Address, Cloid } from '../../contract/address.ts'
import { type Decimal, money, price, size } from '../../contract/decimal.ts'
import type { ConversionKind } from '../../contract/outcome.ts'
import type { PreparedAction, UserAction } from '../service/index.ts'
import { connectionIdOf } from './agent-message.ts'
import type { ExpectedAction } from './expected-action.ts'
import { verifyBinarySetup, verifyPrepared } from './verify-prepared.ts'
import { verifyAgentApproval, verifyTransfer } from './verify-user-action.ts'

const CLOID = '0x17a5a40306205a0c6d60c7264153781c' as Cloid
const ZERO = '0x0000000000000000000000000000000000000000'
const NONCE = 1_790_000_000_000
const agentDomain = { name: 'Exchange', version: '1', chainId: 1337, verifyingContract: ZERO }
const rules = { network: 'practice', agentDomain } as const

type Path = readonly (string | number)[]
interface Mutation {
  readonly what: string
  readonly path: Path
  readonly value: unknown
}

/** Every change of one thing: each leaf to others of its type and of other types, each key removed, each object and list one longer. */
function mutationsOf(value: unknown, path: Path = []): Mutation[] {
  const here = path.join('.') || 'all'
  const one = (what: string, mutated: unknown): Mutation => ({ what: `${here} ${what}`, path, value: mutated })
  const found: Mutation[] = path.length === 0 ? [] : [one('gone', undefined)]
  if (path.length > 0 && value !== null) found.push(one('null', null))
  if (Array.isArray(value)) {
    const longer = [...value, structuredClone(value[0] ?? 0)]
    return [
      ...found,
      one('longer', longer),
      one('empty', []),
      ...value.flatMap((item, i) => mutationsOf(item, [...path, i])),
    ]
  }
  if (typeof value === 'object' && value !== null) {
    const inside = Object.entries(value).flatMap(([key, item]) => mutationsOf(item, [...path, key]))
    return [...found, one('with a key more', { ...value, more: 1 }), ...inside]
  }
  return [
    ...found,
    ...othersOf(value)
      .filter((other) => !Object.is(other, value))
      .map((other) => one(`as ${JSON.stringify(other)}`, other)),
  ]
}

function othersOf(value: unknown): unknown[] {
  if (typeof value === 'boolean') return [!value, Number(value), String(value)]
  if (typeof value === 'number') return [value + 1, value - 1, -value - 1, value * 10, value + 0.5, String(value)]
  const text = String(value)
  const numbers = /^[\d.]+$/.test(text) ? [`${text}0`, `0${text}`, `${text}1`, `-${text}`, Number(text)] : []
  const last = text.at(-1) === '1' ? '2' : '1'
  return [...numbers, `${text.slice(0, -1)}${last}`, `${text} `, '', 0, true, [text]]
}

function changed<T>(value: T, { path, value: mutated }: Mutation): T {
  if (path.length === 0) return mutated as T
  const copy = structuredClone(value) as Record<string, unknown>
  let at = copy
  for (const key of path.slice(0, -1)) at = at[key] as Record<string, unknown>
  const last = path.at(-1) as string
  if (mutated === undefined && !Array.isArray(at)) delete at[last]
  else at[last] = mutated
  return copy as T
}

/** A prepared action whose hashes all match `action`, as a consistently lying service would send it. */
function prepare(action: unknown): PreparedAction {
  const connectionId = hashOf(action)
  return {
    orderId: 'order-1',
    actionHash: connectionId,
    action: action as PreparedAction['action'],
    nonce: NONCE,
    connectionId,
    domain: agentDomain,
    agentMessage: { source: 'b', connectionId },
    expiresAt: null,
  }
}

/** Something that cannot be hashed gets another hash: it must be refused by itself. */
function hashOf(action: unknown) {
  try {
    return connectionIdOf({ action, nonce: NONCE })
  } catch {
    return connectionIdOf({ action: {}, nonce: NONCE })
  }
}

const limit = (tif: string) => ({ limit: { tif } })
const frame = (order: object) => ({ type: 'order', orders: [order], grouping: 'na' })

interface Case {
  readonly name: string
  readonly expected: ExpectedAction
  readonly action: object
  /** Choices of the service that still match the intent. */
  readonly free?: (mutation: Mutation) => boolean
}

/** The number that a mutation puts at `path`; null for another path, or for an invalid signed number. */
const signedNumberAt = (at: string, { path, value }: Mutation): number | null =>
  path.join('.') === at && typeof value === 'string' && /^(0|[1-9]\d*)(\.\d*[1-9])?$/.test(value) ? Number(value) : null

const within = (least: number, most: number, value: number | null): boolean =>
  value !== null && value >= least && value <= most

const betterThan = (bound: number, sign: 1 | -1) => (mutation: Mutation) => {
  const limit = signedNumberAt('orders.0.p', mutation)
  return limit !== null && (limit - bound) * sign >= 0
}

/** A client order id of the service may have any value, and may be missing. */
const madeCloid = ({ path, value }: Mutation): boolean =>
  path.join('.') === 'orders.0.c' &&
  (value === undefined || (typeof value === 'string' && /^0x[0-9a-f]{32}$/.test(value)))

const cases: readonly Case[] = [
  {
    name: 'a limit order to buy',
    expected: {
      kind: 'order',
      assetId: 3,
      side: 'buy',
      price: price('571.80'),
      size: size('10.00'),
      tif: 'GTC',
      reduceOnly: false,
      cloid: CLOID,
    },
    action: frame({ a: 3, b: true, p: '571.8', s: '10', r: false, t: limit('Gtc'), c: CLOID }),
  },
  {
    name: 'a reduce-only order to sell at once',
    expected: {
      kind: 'order',
      assetId: 0,
      side: 'sell',
      price: price('500'),
      size: size('0.5'),
      tif: 'IOC',
      reduceOnly: true,
      cloid: CLOID,
    },
    action: frame({ a: 0, b: false, p: '500', s: '0.5', r: true, t: limit('Ioc'), c: CLOID }),
  },
  {
    name: 'a cancel by id',
    expected: { kind: 'cancel', assetId: 3, oid: '4242', cloid: null },
    action: { type: 'cancel', cancels: [{ a: 3, o: 4242 }] },
  },
  {
    name: 'a cancel by client id',
    expected: { kind: 'cancel', assetId: 3, oid: '4242', cloid: CLOID },
    action: { type: 'cancelByCloid', cancels: [{ asset: 3, cloid: CLOID }] },
  },
  {
    name: 'a close of a long',
    expected: {
      kind: 'close',
      assetId: 3,
      position: size('10'),
      size: null,
      worst: price('564.3'),
    },
    action: frame({ a: 3, b: false, p: '564.3', s: '10', r: true, t: limit('Ioc') }),
    free: betterThan(564.3, 1),
  },
  {
    name: 'a close of part of a short',
    expected: {
      kind: 'close',
      assetId: 3,
      position: size('-10'),
      size: size('4'),
      worst: price('575.7'),
    },
    action: frame({ a: 3, b: true, p: '575.7', s: '4', r: true, t: limit('Ioc') }),
    free: betterThan(575.7, -1),
  },
  {
    name: 'a prediction',
    expected: {
      kind: 'predict',
      assetId: 3,
      side: 'buy',
      size: size('4'),
      targetMark: price('580'),
      worst: price('575.7'),
    },
    action: frame({ a: 3, b: true, p: '575.7', s: '4', r: false, t: limit('Ioc') }),
    free: betterThan(575.7, -1),
  },
  {
    name: 'a change of leverage',
    expected: { kind: 'leverage', assetId: 3, leverage: 5 },
    action: { type: 'updateLeverage', asset: 3, isCross: false, leverage: 5 },
  },
  {
    name: 'leverage 2 for a binary asset',
    expected: { kind: 'binary_setup', assetIds: [12, 17], unnumbered: [], otherIds: [] },
    action: { type: 'updateLeverage', asset: 12, isCross: false, leverage: 2 },
  },
  {
    name: 'a prediction of UP',
    expected: {
      kind: 'binary_predict',
      assetId: 12,
      direction: 'UP',
      amount: money('25'),
      worst: price('0.55'),
      slippagePct: '10' as Decimal,
    },
    action: frame({ a: 12, b: true, p: '0.55', s: '45.45', r: false, t: limit('Ioc'), c: CLOID }),
    free: (mutation) =>
      madeCloid(mutation) ||
      within(0.45, 0.55, signedNumberAt('orders.0.p', mutation)) ||
      within(40, 50, signedNumberAt('orders.0.s', mutation)),
  },
  {
    name: 'a prediction of DOWN',
    expected: {
      kind: 'binary_predict',
      assetId: 12,
      direction: 'DOWN',
      amount: money('25'),
      worst: price('0.54'),
      slippagePct: '10' as Decimal,
    },
    action: frame({ a: 12, b: false, p: '0.56', s: '56', r: false, t: limit('Ioc') }),
    free: (mutation) =>
      within(0.54, 0.6, signedNumberAt('orders.0.p', mutation)) ||
      within(51, 62, signedNumberAt('orders.0.s', mutation)),
  },
  {
    name: 'a close of UP',
    expected: {
      kind: 'binary_close',
      assetId: 12,
      position: size('36.81'),
      size: null,
      worst: price('0.45'),
    },
    action: frame({ a: 12, b: false, p: '0.45', s: '36.81', r: true, t: limit('Ioc') }),
    free: (mutation) => within(0.45, 0.999, signedNumberAt('orders.0.p', mutation)),
  },
  {
    name: 'a close of part of DOWN',
    expected: {
      kind: 'binary_close',
      assetId: 12,
      position: size('-36.81'),
      size: size('10'),
      worst: price('0.66'),
    },
    action: frame({ a: 12, b: true, p: '0.66', s: '10', r: true, t: limit('Ioc') }),
    free: (mutation) => within(0.001, 0.66, signedNumberAt('orders.0.p', mutation)),
  },
  {
    name: 'a limit order for an outcome',
    expected: {
      kind: 'outcome_limit',
      assetId: 100_036_010,
      side: 'buy',
      price: price('0.250'),
      size: size('10.00'),
    },
    action: frame({ a: 100_036_010, b: true, p: '0.25', s: '10', r: false, t: limit('Gtc'), c: CLOID }),
    free: madeCloid,
  },
  {
    name: 'an outcome sold at market',
    expected: {
      kind: 'outcome_market',
      assetId: 100_036_011,
      side: 'sell',
      size: size('10'),
      worst: price('0.45'),
    },
    action: frame({ a: 100_036_011, b: false, p: '0.45', s: '10', r: false, t: limit('Ioc') }),
    free: (mutation) => within(0.45, 0.999, signedNumberAt('orders.0.p', mutation)),
  },
  {
    name: 'a split',
    expected: { kind: 'conversion', conversion: 'split', outcomeId: 3601, questionId: null, amount: size('12.50') },
    action: { type: 'userOutcome', splitOutcome: { outcome: 3601, amount: '12.5' } },
  },
  {
    name: 'a merge of all there is',
    expected: { kind: 'conversion', conversion: 'merge', outcomeId: 3601, questionId: null, amount: null },
    action: { type: 'userOutcome', mergeOutcome: { outcome: 3601, amount: null } },
  },
  {
    name: 'a merge of a question',
    expected: { kind: 'conversion', conversion: 'merge_question', outcomeId: 3601, questionId: 36, amount: size('2') },
    action: { type: 'userOutcome', mergeQuestion: { question: 36, amount: '2' } },
  },
  {
    name: 'a negation',
    expected: { kind: 'conversion', conversion: 'negate', outcomeId: 3601, questionId: 36, amount: size('2') },
    action: { type: 'userOutcome', negateOutcome: { question: 36, outcome: 3601, amount: '2' } },
  },
]

/** Every kind of agent-signed action, so that a new one cannot be missed. */
const KINDS: { readonly [K in ExpectedAction['kind']]: true } = {
  order: true,
  cancel: true,
  close: true,
  predict: true,
  leverage: true,
  binary_setup: true,
  binary_predict: true,
  binary_close: true,
  outcome_limit: true,
  outcome_market: true,
  conversion: true,
}

/** Every kind of conversion, for the same reason. */
const CONVERSION_KINDS: { readonly [K in ConversionKind]: true } = {
  split: true,
  merge: true,
  merge_question: true,
  negate: true,
}

it('every text, number and boolean is changed to others, and every key removed', () => {
  const changes = mutationsOf({ p: '0.5', a: 3, r: false, c: '0x1a', all: null }).map(({ what }) => what)
  const reports = [
    'p as "0.51"',
    'p as "0.1"',
    'p as 0.5',
    'p gone',
    'a as 4',
    'a as "3"',
    'a gone',
    'r as true',
    'r gone',
  ]
  expect(changes).toEqual(expect.arrayContaining([...reports, 'c as "0x11"', 'c null', 'all as ""', 'all gone']))
})

it('every kind of action and of conversion is mutated', () => {
  expect(new Set(cases.map(({ expected }) => expected.kind))).toEqual(new Set(Object.keys(KINDS)))
  const conversions = cases.flatMap(({ expected }) => (expected.kind === 'conversion' ? [expected.conversion] : []))
  expect(new Set(conversions)).toEqual(new Set(Object.keys(CONVERSION_KINDS)))
})

describe.each(cases)('$name', ({ expected, action, free = () => false }) => {
  it('is verified unchanged', () => {
    expect(verifyPrepared(expected, prepare(action), rules)).toEqual({ verified: true })
  })

  it('is refused for every change of one field, even when all hashes match the changed action', () => {
    const accepted = mutationsOf(action)
      .filter((mutation) => !free(mutation))
      .filter((mutation) => verifyPrepared(expected, prepare(changed(action, mutation)), rules).verified !== false)
    expect(accepted.map(({ what }) => what)).toEqual([])
  })

  it('is refused for every change of one field under the old hashes', () => {
    const prepared = prepare(action)
    const accepted = mutationsOf(action).filter(
      (mutation) =>
        verifyPrepared(expected, { ...prepared, action: changed(action, mutation) as never }, rules).verified !== false,
    )
    expect(accepted.map(({ what }) => what)).toEqual([])
  })

  it('is refused for every change of the message, the domain and the hashes around it', () => {
    const { domain, agentMessage, actionHash } = prepare(action)
    const around = { domain, agentMessage, actionHash }
    const accepted = mutationsOf(around)
      .filter(({ path, value }) => path.length > 0 && !(path.join() === 'actionHash' && value == null))
      .filter((mutation) => {
        /** A missing salt stays so; a domain is read field by field, and only its five fields are signed. */
        if (mutation.path.join() === 'domain' && mutation.what.endsWith('key more')) return false
        try {
          const { domain: _, agentMessage: __, actionHash: ___, ...rest } = prepare(action)
          const mutated = { ...rest, ...changed(around, mutation) } as PreparedAction
          return verifyPrepared(expected, mutated, rules).verified !== false
        } catch {
          return false
        }
      })
    expect(accepted.map(({ what }) => what)).toEqual([])
  })
})

describe('a binary setup', () => {
  const expected = { kind: 'binary_setup', assetIds: [12, 17], unnumbered: [], otherIds: [] } as const
  const actions = [12, 17].map((asset) => ({ type: 'updateLeverage', asset, isCross: false, leverage: 2 }))
  const verifies = (changedActions: unknown): boolean =>
    verifyBinarySetup(expected, (changedActions as unknown[]).map(prepare), rules).verified !== false

  it('is verified unchanged', () => {
    expect(verifyBinarySetup(expected, actions.map(prepare), rules)).toEqual({ verified: true })
  })

  it('is refused for every change of one field of one action, and for an additional action', () => {
    const accepted = mutationsOf(actions)
      .filter(({ path, what }) => path.length > 1 || what.endsWith('longer') || what.endsWith('key more'))
      .filter((mutation) => verifies(changed(actions, mutation)))
    expect(accepted.map(({ what }) => what)).toEqual([])
  })
})

const USER_DOMAIN = {
  name: 'HyperliquidSignTransaction',
  version: '1',
  chainId: 0x66eee,
  verifyingContract: ZERO,
} as const

/** The service's choices in a user-signed action, and keys that the signed hash does not cover. */
const freeOfUser = ({ path, value, what }: Mutation): boolean =>
  (path.join('.') === 'message.nonce' && Number.isSafeInteger(Number(value)) && Number(value) > 0) ||
  (path.join('.') === 'domain.chainId' && Number.isSafeInteger(value) && Number(value) > 0) ||
  (/^(domain|types\.[^.]+\.\d)$/.test(path.join('.')) && what.endsWith('key more')) ||
  path.length === 0

function acceptedOf(
  action: Omit<UserAction, 'actionHash'>,
  verify: (action: UserAction) => { readonly verified: unknown },
): string[] {
  return mutationsOf(action)
    .filter((mutation) => !freeOfUser(mutation))
    .filter((mutation) => {
      try {
        return verify({ ...changed(action, mutation), actionHash: '0x12' }).verified !== false
      } catch {
        return false
      }
    })
    .map(({ what }) => what)
}

describe('an agent approval', () => {
  const AGENT = '0x5e9ee1089755c3435139848e47e6635505d5a13a' as Address
  const TYPE = 'HyperliquidTransaction:ApproveAgent'
  const expected = { network: 'practice', agentAddress: AGENT, agentName: 'isotherm' } as const
  const action: Omit<UserAction, 'actionHash'> = {
    domain: USER_DOMAIN,
    types: {
      [TYPE]: [
        { name: 'hyperliquidChain', type: 'string' },
        { name: 'agentAddress', type: 'address' },
        { name: 'agentName', type: 'string' },
        { name: 'nonce', type: 'uint64' },
      ],
    },
    primaryType: TYPE,
    message: { hyperliquidChain: 'Testnet', agentAddress: AGENT, agentName: 'isotherm', nonce: NONCE },
  }

  it('is refused for every change of one field except the chain and the nonce, which the service chooses', () => {
    expect(verifyAgentApproval(expected, { ...action, actionHash: '0x12' })).toEqual({ verified: true })
    expect(acceptedOf(action, (mutated) => verifyAgentApproval(expected, mutated))).toEqual([])
  })
})

describe('a transfer of collateral', () => {
  const TYPE = 'HyperliquidTransaction:UsdClassTransfer'
  const expected = { network: 'practice', amount: money('12.50') } as const
  const action: Omit<UserAction, 'actionHash'> = {
    domain: USER_DOMAIN,
    types: {
      [TYPE]: [
        { name: 'hyperliquidChain', type: 'string' },
        { name: 'amount', type: 'string' },
        { name: 'toPerp', type: 'bool' },
        { name: 'nonce', type: 'uint64' },
      ],
    },
    primaryType: TYPE,
    message: { hyperliquidChain: 'Testnet', amount: '12.5', toPerp: false, nonce: NONCE },
  }

  it('is refused for every change of one field except the chain and the nonce, which the service chooses', () => {
    expect(verifyTransfer(expected, { ...action, actionHash: '0x12' })).toEqual({ verified: true })
    const accepted = acceptedOf(action, (mutated) => verifyTransfer(expected, mutated))
    /** The same amount, with an additional zero. */
    expect(accepted).toEqual(['message.amount as "12.50"'])
  })
})
