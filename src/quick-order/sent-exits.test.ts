import { beforeEach, describe, expect, it } from 'vitest'
import type { Price } from '../../contract/decimal.ts'
import {
  dropListedExits,
  type ExitWork,
  exitAccepted,
  exitAfter,
  exitBegan,
  exitOver,
  exitWork,
  type HeldExitPlace,
  heldWith,
  isExitUnanswered,
  useSentExits,
} from './exit-work.ts'

const ASSET = 'NYCTMP1'
const POSITION = { asset: ASSET, family: 'scalar', size: '10' } as never
const MARK = '571.50' as Price
const NO_TERMS = { stop: null, targets: [], breakEven: null, trail: null, outBefore: null }

type Role = 'stop' | 'target'
const now = (held: readonly HeldExitPlace[]) => heldWith(held, useSentExits.getState().sent)
const workOn = (role: Role, held: readonly HeldExitPlace[]) => exitWork(role, POSITION, now(held), MARK)

/** A line sends what it shows on this list; `answered`: main has answered, but the next list is not there yet. */
function send(line: number, role: Role, price: string, held: readonly HeldExitPlace[], answered = true): ExitWork {
  const work = workOn(role, held)
  exitBegan(line, ASSET)
  if (answered) {
    const answer = work.does === 'move' ? { trigger: price as Price } : { ids: [`${role}-${line}`] }
    const request = {
      lot: null,
      role,
      work,
      price: price as Price,
      position: POSITION,
      terms: NO_TERMS,
      plan: `plan-${line}`,
    }
    exitAccepted(line, exitAfter({ ...request, answer }, now(held)), work)
  }
  return work
}

beforeEach(() => useSentExits.setState({ sent: [] }))

describe('a stop or a target that was just set', () => {
  it('has its set price before the list shows it: the same key moves it from there', () => {
    expect(send(1, 'stop', '570.65', [])).toMatchObject({ does: 'set' })
    expect(workOn('stop', [])).toEqual({ does: 'move', id: 'stop-1', from: '570.65', among: 1, size: '10' })
  })

  it('lets the other exit join its plan', () => {
    send(1, 'stop', '570.65', [])
    expect(send(2, 'target', '573.00', [])).toEqual({ does: 'add', plan: 'plan-1', percent: '100', size: '10' })
    expect(workOn('target', [])).toMatchObject({ does: 'move', id: 'target-2', from: '573.00' })
    expect(workOn('stop', [])).toMatchObject({ does: 'move', id: 'stop-1' })
  })

  it('is followed through several moves while the list predates them all', () => {
    send(1, 'stop', '570.65', [])
    const listed = now([])
    dropListedExits(listed)
    expect(useSentExits.getState().sent).toEqual([])
    send(2, 'stop', '570.80', listed)
    send(3, 'stop', '571.00', listed)
    dropListedExits(listed)
    expect(workOn('stop', listed)).toMatchObject({ does: 'move', from: '571.00' })
    dropListedExits(listed.map((one) => ({ ...one, trigger: '571.00' as Price })))
    expect(useSentExits.getState().sent).toEqual([])
  })

  it('can be moved before the list has ever shown it', () => {
    send(1, 'stop', '570.65', [])
    send(2, 'stop', '570.80', [])
    expect(workOn('stop', [])).toMatchObject({ id: 'stop-1', from: '570.80', among: 1 })
    dropListedExits([])
    expect(useSentExits.getState().sent).toHaveLength(1)
  })

  it('follows the list from the moment it appears there, even where a trail has moved it', () => {
    send(1, 'stop', '570.65', [])
    const listed = now([]).map((one) => ({ ...one, trigger: '570.90' as Price }))
    expect(workOn('stop', listed)).toMatchObject({ from: '570.90' })
    dropListedExits(listed)
    expect(useSentExits.getState().sent).toEqual([])
  })

  it('is no longer reported once a moved one has left the list', () => {
    send(1, 'stop', '570.65', [])
    const listed = now([])
    dropListedExits(listed)
    send(2, 'stop', '570.80', listed)
    expect(workOn('stop', [])).toMatchObject({ does: 'set' })
    dropListedExits([])
    expect(useSentExits.getState().sent).toEqual([])
  })

  it('is unknown to every other line of its market while main has not answered', () => {
    send(1, 'stop', '570.65', [], false)
    const isUnanswered = (asset: string, line: number) => isExitUnanswered(useSentExits.getState().sent, asset, line)
    expect([isUnanswered(ASSET, 2), isUnanswered(ASSET, 1), isUnanswered('NYCTMP2', 2)]).toEqual([true, false, false])
    exitOver(1)
    expect(isUnanswered(ASSET, 2)).toBe(false)
  })
})
