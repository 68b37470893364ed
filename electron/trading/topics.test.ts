import { expect, it } from 'vitest'
import type { ActionRecord } from '../../contract/action.ts'
import type { Address } from '../../contract/address.ts'
import { createFakeClock } from '../../contract/testing/fake-clock.ts'
import { createTopics } from './action-reads.ts'
import { createActionLog } from './actions/index.ts'
import { memoryJournal } from './testing/memory-journal.ts'

const ALICE = `0x${'aa'.repeat(20)}` as Address
const BOB = `0x${'bb'.repeat(20)}` as Address

it('the actions shown are those of the wallet that is signed in, in the very first look after another one is', () => {
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
  // After signing out the own actions stay, until somebody else signs in.
  who = null
  expect(shown()).toEqual(['alice'])
  who = BOB
  expect(shown()).toEqual(['bob'])
})
