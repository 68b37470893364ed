import { describe, expect, it } from 'vitest'
import { GroupCommit } from './account-registry.ts'

function create() {
  const state = { dirty: false, writes: 0, broken: null as Error | null, failures: [] as unknown[] }
  const turns: (() => void)[] = []
  const commits = new GroupCommit({
    dirty: () => state.dirty,
    write: () => {
      if (state.broken !== null) throw state.broken
      state.writes += 1
      state.dirty = false
    },
    defer: (run) => turns.push(run),
    failed: (error) => state.failures.push(error),
  })
  const endTurn = () => {
    for (const run of turns.splice(0)) run()
  }
  return { state, commits, endTurn, turns }
}

describe('a group commit', () => {
  it('writes once for all changes of a turn, and resolves nothing before', async () => {
    const { state, commits, endTurn } = create()
    state.dirty = true
    const done: number[] = []
    const all = [1, 2, 3].map((n) => commits.durable().then(() => done.push(n)))
    await Promise.resolve()
    expect([state.writes, done]).toEqual([0, []])
    endTurn()
    await Promise.all(all)
    expect([state.writes, done]).toEqual([1, [1, 2, 3]])
  })

  it('resolves at once when nothing changed', async () => {
    const { commits, turns } = create()
    await commits.durable()
    commits.soon()
    expect(turns).toEqual([])
  })

  it('reports a failed write to those who wait, and retries with the next', async () => {
    const { state, commits, endTurn } = create()
    state.dirty = true
    state.broken = new Error('disk full')
    const refused = expect(commits.durable()).rejects.toThrow('disk full')
    endTurn()
    await refused
    commits.soon()
    endTurn()
    expect(state.failures).toEqual([state.broken])
    state.broken = null
    const accepted = commits.durable()
    endTurn()
    await accepted
    expect(state.writes).toBe(1)
  })
})
