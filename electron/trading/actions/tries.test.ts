import { describe, expect, it } from 'vitest'
import { createFakeClock } from '../../../contract/testing/fake-clock.ts'
import { memoryJournal } from '../testing/memory-journal.ts'
import { createActionLog } from './action-log.ts'

const CLOSE = {
  kind: 'close',
  asset: 'NYCTMP1',
  size: null,
  protection: { kind: 'distance', distance: '3', bound: null } as never,
} as never
const refusal = { code: 'market_paused' as never, message: 'Paused.', field: null }

function logOf(journal = memoryJournal()) {
  const actionLog = createActionLog({ journal, clock: createFakeClock(), profileName: 'p' })
  const shown = () => actionLog.recordsOf('').map(({ id }) => id)
  const opened = (id: string, number: number, of = 'stop') =>
    actionLog.open(id, CLOSE, { account: '', cloid: null, attempt: { of, number } })
  const refused = async (id: string, number: number, of = 'stop') => {
    opened(id, number, of)
    await actionLog.apply(id, { type: 'refused', refusal, mismatches: [] })
  }
  const signed = async (id: string, number: number) => {
    opened(id, number)
    for (const type of ['check_passed', 'journalled'] as const) await actionLog.apply(id, { type })
    const prepared = { orderId: 'o', actionHash: '0x' as const, nonce: 1, expiresAt: null }
    await actionLog.apply(id, { type: 'prepared', prepared, cloid: null, detail: null })
    await actionLog.apply(id, { type: 'verified', detail: null })
    await actionLog.apply(id, { type: 'signed', detail: null })
  }
  const sent = async (id: string, number: number) => {
    await signed(id, number)
    await actionLog.apply(id, { type: 'sent' })
  }
  return { journal, actionLog, shown, opened, refused, signed, sent }
}

describe('a close that is retried', () => {
  it('shows as its latest attempt, even after a restart; the journal has them all', async () => {
    const { journal, actionLog, shown, refused } = logOf()
    actionLog.open('by hand', CLOSE, { account: '', cloid: null })
    for (let number = 1; number <= 40; number++) await refused(`try ${number}`, number)
    await refused('another', 1, 'other stop')
    expect(shown()).toEqual(['another', 'try 40', 'by hand'])
    expect(actionLog.records()[1]?.attempt).toEqual({ of: 'stop', number: 40 })
    expect(actionLog.get('try 3')?.state).toBe('refused')
    expect(journal.writes.filter(({ state }) => state === 'refused')).toHaveLength(41)
    expect(logOf(journal).shown()).toEqual(['another', 'try 40', 'by hand'])
  })

  it('shows as its latest attempt even when an older one gets a note', async () => {
    const { actionLog, shown, refused, sent } = logOf()
    await sent('first', 1)
    await actionLog.apply('first', { type: 'rejected', refusal })
    await refused('second', 2)
    actionLog.keepExecution('first', { average: null } as never)
    expect(shown()).toEqual(['second', 'first'])
    await refused('third', 3)
    expect(shown()).toEqual(['third', 'first'])
  })

  it('keeps an attempt whose order appears although no step says that it was sent', async () => {
    const { actionLog, shown, refused, signed } = logOf()
    await signed('signed', 1)
    await actionLog.apply('signed', { type: 'no_answer', refusal })
    const sighting = { oid: '7', cloid: null, filled: '1' as never, detail: null }
    await actionLog.apply('signed', { type: 'filled', ...sighting })
    await refused('shows up', 2)
    await actionLog.apply('shows up', { type: 'surfaced', ...sighting, oid: '8' })
    await actionLog.apply('shows up', { type: 'filled', ...sighting, oid: '8' })
    await refused('third', 3)
    expect(shown()).toEqual(['third', 'shows up', 'signed'])
  })

  it('pushes nothing out of the list by a restart', async () => {
    const { journal, actionLog, refused } = logOf()
    actionLog.open('by hand', CLOSE, { account: '', cloid: null })
    await actionLog.apply('by hand', { type: 'refused', refusal, mismatches: [] })
    for (let number = 1; number <= 1_200; number++) await refused(`try ${number}`, number)
    expect(logOf(journal).shown()).toEqual(['try 1200', 'by hand'])
  })

  it('keeps every sent attempt, and the one under way', async () => {
    const { actionLog, shown, opened, refused, sent } = logOf()
    await sent('sent', 1)
    await actionLog.apply('sent', { type: 'rejected', refusal })
    await refused('second', 2)
    opened('third', 3)
    expect(shown()).toEqual(['third', 'sent'])
    opened('fourth', 4)
    expect(shown()).toEqual(['fourth', 'third', 'sent'])
  })
})
