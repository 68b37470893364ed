import { describe, expect, it } from 'vitest'
import type { Decimal } from '../../contract/decimal.ts'
import { DEFAULT_LIMITS } from '../../contract/limits.ts'
import type { SessionView } from '../../contract/session.ts'
import { doneText, stepsOf } from './steps.ts'

type Facts = Parameters<typeof stepsOf>[0]

const WALLET = `0x${'11'.repeat(20)}`
const practice: SessionView['profiles'][number] = {
  ...{
    name: 'practice',
    network: 'practice',
    baseUrl: null,
    origin: 'practice',
    running: true,
    windows: 1,
    holds: null,
  },
}
const added: SessionView['profiles'][number] = {
  ...{ ...practice, name: 'main', network: 'mainnet', baseUrl: 'https://api.example', origin: 'stored' },
}

function facts(network: 'practice' | 'mainnet', more: Partial<Facts> = {}, session: Partial<SessionView> = {}): Facts {
  const view = {
    ...{
      profile: {
        name: network === 'practice' ? 'practice' : 'main',
        network,
        baseUrl: '',
        stationTimeZone: null,
        directOrderDomain: null,
      },
    },
    ...{ identity: null, identityError: null, token: null, walletKey: null },
    ...{ agent: { state: 'missing', reason: 'No agent key yet.', address: null }, profiles: [practice] },
    ...session,
  } as unknown as SessionView
  return {
    ...{ session: view, limits: DEFAULT_LIMITS, equity: null, least: '0.0001 contracts of NYCTMP1' },
    orders: { here: false, practice: false },
    ...more,
  }
}
const states = (given: Facts): string =>
  stepsOf(given)
    .map(({ id, state }) => `${id} ${state}`)
    .join(', ')
const step = (given: Facts, id: string) => stepsOf(given).find((one) => one.id === id)

const allowed = { wallet: WALLET, email: null, access: 'allowed', accessText: 'allowed' } as never
const approved = { state: 'approved', address: WALLET, expiresAt: null } as never

describe('the first steps', () => {
  it('start on the practice venue, where the needs of a deployment come later', () => {
    expect(states(facts('practice'))).toBe(
      'practice next, address open, token later, wallet later, agent later, limits open, order later',
    )
    expect(step(facts('practice'), 'practice')?.way?.command).toBe('focus/ticket')
  })

  it('lead from a first practice order to an address, and to an added deployment', () => {
    const orders = { here: true, practice: true }
    const begun = facts('practice', { orders })
    expect(states(begun)).toBe(
      'practice done, address next, token later, wallet later, agent later, limits open, order later',
    )
    expect(step(begun, 'address')?.way?.command).toBe('deployment/connect')
    const chosen = facts('practice', { orders }, { profiles: [practice, added] })
    expect(step(chosen, 'address')).toMatchObject({ state: 'next', way: { command: 'deployment/switch' } })
    expect(step(chosen, 'address')?.text).toContain('main')
  })

  it.each<[string, Partial<Facts>, Partial<SessionView>, string]>([
    ['nothing', {}, {}, 'token next, wallet later, agent later, limits open, order later'],
    [
      'a waitlist',
      {},
      { identity: { ...(allowed as object), access: 'waitlisted' } as never },
      'token next, wallet unread, agent open, limits open, order later',
    ],
    [
      'no money',
      { equity: '0.00' as Decimal },
      { identity: allowed },
      'token done, wallet next, agent open, limits open, order later',
    ],
    [
      'an agent and no money',
      { equity: '0' as Decimal },
      { identity: allowed, agent: approved },
      'token done, wallet next, agent done, limits open, order later',
    ],
    ['money not read', {}, { identity: allowed }, 'token done, wallet unread, agent next, limits open, order later'],
    [
      'another wallet key',
      { equity: '5' as Decimal },
      { identity: allowed, walletKey: `0x${'22'.repeat(20)}` as never },
      'token done, wallet next, agent open, limits open, order later',
    ],
    [
      'money',
      { equity: '5' as Decimal },
      { identity: allowed },
      'token done, wallet done, agent next, limits open, order later',
    ],
    [
      'an agent',
      { equity: '5' as Decimal },
      { identity: allowed, agent: approved },
      'token done, wallet done, agent done, limits next, order open',
    ],
    [
      'limits of their own',
      { equity: '5' as Decimal, limits: { ...DEFAULT_LIMITS, dayLoss: '100' as never } },
      { identity: allowed, agent: approved },
      'token done, wallet done, agent done, limits done, order next',
    ],
    [
      'a first order',
      { equity: '5' as Decimal, limits: { ...DEFAULT_LIMITS, arm: 'always' }, orders: { here: true, practice: true } },
      { identity: allowed, agent: approved },
      'token done, wallet done, agent done, limits done, order done',
    ],
    [
      'nothing read',
      { orders: null },
      { identity: allowed, agent: approved },
      'token done, wallet unread, agent done, limits next, order unread',
    ],
  ])('on a deployment with %s', (_what, more, session, expected) => {
    const all = { orders: { here: false, practice: true }, ...more }
    expect(states(facts('mainnet', all, session))).toBe(
      `practice ${all.orders === null ? 'unread' : 'done'}, address done, ${expected}`,
    )
  })

  it('show the service’s reason for a refused token, and main’s for a failed agent approval', () => {
    const refused = facts('mainnet', {}, { token: { expiresAt: null }, identityError: 'The token has run out.' })
    expect(step(refused, 'token')?.text).toContain('The token has run out.')
    const failed = { state: 'failed', address: WALLET, reason: 'Your wallet said no.' } as never
    expect(step(facts('mainnet', {}, { identity: allowed, agent: failed }), 'agent')?.text).toContain(
      'Your wallet said no.',
    )
  })

  it('name the minimum size, and count completed steps', () => {
    const ready = facts('mainnet', { equity: '5' as Decimal }, { identity: allowed, agent: approved })
    expect(step(ready, 'order')?.text).toContain(
      'Enter 0.0001 contracts of NYCTMP1 in the ticket, far from the mark. Find it in Open orders and cancel it.',
    )
    expect(step({ ...ready, least: null }, 'order')?.text).toContain(
      'Enter the minimum size in the ticket, far from the mark. Find it in Open orders and cancel it.',
    )
    expect(doneText(stepsOf(ready))).toBe('4 of 7 done')
  })

  it('practice only on a practice venue', () => {
    const live = facts('mainnet', { orders: { here: true, practice: false } })
    expect(step(live, 'practice')).toMatchObject({ state: 'next', way: { command: 'deployment/switch' } })
    expect(step(facts('practice', { orders: { here: true, practice: false } }), 'practice')?.state).toBe('done')
  })
})
