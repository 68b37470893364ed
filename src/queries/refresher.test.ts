import { describe, expect, it, vi } from 'vitest'
import { createRefresher } from './provider.tsx'

describe('the refresher', () => {
  it('runs once more, and only once, when requested during a run', async () => {
    const ends: (() => void)[] = []
    const refresh = vi.fn(() => new Promise<void>((resolve) => ends.push(resolve)))
    const ask = createRefresher(refresh)
    ask()
    ask()
    ask()
    expect(refresh).toHaveBeenCalledTimes(1)
    ends[0]?.()
    await vi.waitFor(() => expect(refresh).toHaveBeenCalledTimes(2))
    ends[1]?.()
    await Promise.resolve()
    await new Promise(setImmediate)
    expect(refresh).toHaveBeenCalledTimes(2)
  })

  it('continues after a failure', async () => {
    const refresh = vi.fn(() => Promise.reject(new Error('no')))
    const ask = createRefresher(refresh)
    ask()
    await new Promise(setImmediate)
    ask()
    await new Promise(setImmediate)
    expect(refresh).toHaveBeenCalledTimes(2)
  })
})
