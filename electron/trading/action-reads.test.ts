import { describe, expect, it } from 'vitest'
import type { ActionRecord } from '../../contract/action.ts'
import type { Address } from '../../contract/address.ts'
import { createFakeClock } from '../../contract/testing/fake-clock.ts'
import type { StoredAction } from '../storage/index.ts'
import { createTopics, findActions } from './action-reads.ts'
import { createActionLog } from './actions/index.ts'
import { memoryJournal } from './testing/memory-journal.ts'

const action = (id: string, more: object = {}): StoredAction =>
  ({
    ...{ id, profile: 'p', account: '0x01', state: 'filled', steps: [], oid: `o-${id}`, cloid: `0xab${id}` },
    ...{ createdAt: 1, prepared: { orderId: 'secret' }, intent: { kind: 'place' }, ...more },
  }) as unknown as StoredAction

function finding(actions: readonly StoredAction[], account: string | null = '0x01') {
  const journal = memoryJournal()
  for (const one of actions) journal.write(one)
  const reported = { get: (id: string) => journal.read(id) }
  return { journal, find: (id: string) => findActions(id, { journal, events: reported, profile: 'p', account }) }
}

describe('looking up actions', () => {
  it.each(['a', ' a ', 'o-a', '0xaba', '0XABA'])('finds them by a complete id: %j', (typed) => {
    const { find } = finding([action('a'), action('b')])
    expect(find(typed).map(({ id }) => id)).toEqual(['a'])
  })

  it('returns them as windows see them', () => {
    const [found] = finding([action('a')]).find('a')
    expect(found).toMatchObject({ failure: null, action: { id: 'a', oid: 'o-a' } })
    expect(found?.action).not.toHaveProperty('prepared')
    expect(found?.action).not.toHaveProperty('account')
  })

  it.each<[string | null, readonly string[]]>([
    ['0x01', ['a', 'nobody']],
    ['0x02', ['b', 'nobody']],
    [null, ['nobody']],
  ])('returns those of %s, and those requested while signed out', (account, ids) => {
    const all = [action('a'), action('b', { account: '0x02' }), action('nobody', { account: '' })]
    const { find } = finding(all, account)
    expect(all.flatMap(({ id }) => find(id)).map(({ id }) => id)).toEqual(ids)
  })

  it('finds and returns them without steps once these were dropped', () => {
    const { find } = finding([action('a', { stepsDropped: { wasSent: true } })])
    expect(find('o-a')).toMatchObject([{ id: 'a', action: { steps: [], stepsDropped: { wasSent: true } } }])
  })

  it('returns the whole close for each of its orders', () => {
    const { find } = finding([action('a'), action('b', { step: { of: 'a', number: 2 } })])
    expect(find('o-b').map(({ id }) => id)).toEqual(['a'])
  })

  it('lists unreadable ones with the reason', () => {
    const { journal } = finding([action('a')])
    const reported = {
      get: () => {
        throw new SyntaxError('It is no JSON.')
      },
    }
    expect(journal.has('a')).toBe(true)
    expect(findActions('o-a', { journal, events: reported, profile: 'p', account: '0x01' })).toEqual([
      { id: 'a', action: null, failure: 'It is no JSON.' },
    ])
  })
})

const ALICE = `0x${'aa'.repeat(20)}` as Address
const BOB = `0x${'bb'.repeat(20)}` as Address

it("shows only the signed-in wallet's actions, from the first read after a change of wallet", () => {
  const actionLog = createActionLog({ journal: memoryJournal(), clock: createFakeClock(), profileName: 'p' })
  actionLog.open('alice', { kind: 'approve_agent' }, { account: ALICE, cloid: null })
  actionLog.open('bob', { kind: 'approve_agent' }, { account: BOB, cloid: null })
  let who: Address | null = ALICE
  const topics = createTopics(
    actionLog,
    { version: () => 0, onChange: () => () => {} },
    { address: () => who, onChange: () => () => {} },
    { view: () => ({ orders: [], trades: [], positions: {}, isExpected: false }), onChange: () => () => {} },
    { view: () => [], onChange: () => () => {} },
  )
  const shown = () => (topics.view({ kind: 'actions' }) as readonly ActionRecord[]).map(({ id }) => id)
  expect(shown()).toEqual(['alice'])
  // After signing out the own actions stay until another wallet signs in.
  who = null
  expect(shown()).toEqual(['alice'])
  who = BOB
  expect(shown()).toEqual(['bob'])
})
