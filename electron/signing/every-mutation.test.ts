import { describe, expect, it } from 'vitest'
import type { Address, Cloid } from '../../contract/address.ts'
import { type Decimal, price, size } from '../../contract/decimal.ts'
import type { PreparedAction, UserAction } from '../service/interface.ts'
import { connectionIdOf } from './connection-id.ts'
import type { ExpectedAction } from './expected-action.ts'
import { verifyAgentApproval } from './verify-agent-approval.ts'
import { verifyPrepared } from './verify-prepared.ts'

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

/** Every change of one thing: each leaf to others of its type and of other types, each key gone, each object and list one longer. */
function mutationsOf(value: unknown, path: Path = []): Mutation[] {
  const here = path.join('.') || 'all'
  const one = (what: string, mutated: unknown): Mutation => ({ what: `${here} ${what}`, path, value: mutated })
  const found: Mutation[] = path.length === 0 ? [] : [one('gone', undefined), one('null', null)]
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
      .filter((other) => !other === value)
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

/** A prepared action whose hashes all belong to `action`, as a service that lies consistently would send it. */
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

/** What cannot be hashed at all gets the hash of something else: it must be refused for itself. */
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
  /** What the service may choose by itself, and what would still be as asked for. */
  readonly free?: (mutation: Mutation) => boolean
}

const betterThan = (bound: number, sign: 1 | -1) => (mutation: Mutation) =>
  mutation.path.join('.') === 'orders.0.p' &&
  typeof mutation.value === 'string' &&
  /^(0|[1-9]\d*)(\.\d*[1-9])?$/.test(mutation.value) &&
  (Number(mutation.value) - bound) * sign >= 0

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
      referenceMark: price('570'),
      slippagePct: '1' as Decimal,
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
      referenceMark: price('570'),
      slippagePct: '1' as Decimal,
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
      referenceMark: price('570'),
      slippagePct: '1' as Decimal,
    },
    action: frame({ a: 3, b: true, p: '575.7', s: '4', r: false, t: limit('Ioc') }),
    free: betterThan(575.7, -1),
  },
  {
    name: 'a change of leverage',
    expected: { kind: 'leverage', assetId: 3, leverage: 5 },
    action: { type: 'updateLeverage', asset: 3, isCross: false, leverage: 5 },
  },
]

/** Every kind of action that an agent signs, so that a new one cannot be left out. */
const KINDS: { readonly [K in ExpectedAction['kind']]: true } = {
  order: true,
  cancel: true,
  close: true,
  predict: true,
  leverage: true,
}

it('every kind of action is mutated', () => {
  expect(new Set(cases.map(({ expected }) => expected.kind))).toEqual(new Set(Object.keys(KINDS)))
})

describe.each(cases)('$name', ({ expected, action, free = () => false }) => {
  it('is verified as it is', () => {
    expect(verifyPrepared(expected, prepare(action), rules)).toEqual({ verified: true })
  })

  it('is refused for every change of one field, also when all hashes belong to the changed action', () => {
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
        /** A salt that is absent stays so; a domain is read field by field, and only its five fields are signed. */
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

describe('an agent approval', () => {
  const AGENT = '0x5e9ee1089755c3435139848e47e6635505d5a13a' as Address
  const TYPE = 'HyperliquidTransaction:ApproveAgent'
  const expected = { network: 'practice', agentAddress: AGENT, agentName: 'isotherm' } as const
  const action: Omit<UserAction, 'actionHash'> = {
    domain: { name: 'HyperliquidSignTransaction', version: '1', chainId: 0x66eee, verifyingContract: ZERO },
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

  it('is refused for every change of one field but the chain and the nonce, which are the service’s to choose', () => {
    const free = ({ path, value, what }: Mutation): boolean =>
      (path.join('.') === 'message.nonce' && Number.isSafeInteger(Number(value)) && Number(value) > 0) ||
      (path.join('.') === 'domain.chainId' && Number.isSafeInteger(value) && Number(value) > 0) ||
      /** Keys that the signed hash does not cover. */
      (/^(domain|types\.[^.]+\.\d)$/.test(path.join('.')) && what.endsWith('key more')) ||
      path.length === 0
    const accepted = mutationsOf(action)
      .filter((mutation) => !free(mutation))
      .filter((mutation) => {
        try {
          return verifyAgentApproval(expected, { ...changed(action, mutation), actionHash: '0x12' }).verified !== false
        } catch {
          return false
        }
      })
    expect(accepted.map(({ what }) => what)).toEqual([])
  })
})
