import { describe, expect, it, vi } from 'vitest'
import { runCommand } from '../../commands/index.ts'
import { algoCommands } from './automated-orders.ts'

const one = (id: string, state: string, at: number, asset = 'NYCTMP1') =>
  ({ id, state, at, asset, side: 'buy', terms: { kind: 'slices', total: '10' } }) as never
function commandsOn(algos: readonly never[] | null, asset: string | null = 'NYCTMP1') {
  const port = { pause: vi.fn(), askGoOn: vi.fn(), stop: vi.fn() }
  return { ...port, commands: algoCommands({ ...port, algos, asset }) }
}

describe('the commands for scales and slices', () => {
  it('act on the newest applicable one in the market in use, and name it', () => {
    const all = [
      one('old', 'working', 1),
      one('new', 'working', 2),
      one('held', 'paused', 3),
      one('far', 'working', 9, 'X'),
    ]
    const { commands, pause, askGoOn, stop } = commandsOn(all)
    expect(commands.map((command) => runCommand(command))).toEqual([true, true, true])
    expect([pause, askGoOn, stop].map(({ mock }) => mock.calls)).toEqual([[['new']], [['held']], [['held']]])
    expect(commands[0]?.title).toBe('Pause: Slices, buy 10')
  })

  it('show why they are unavailable, and then do nothing', () => {
    const reasons = (algos: readonly never[] | null, asset?: null) => {
      const { commands, pause, askGoOn, stop } = commandsOn(algos, asset)
      for (const command of commands) runCommand(command)
      expect([pause, askGoOn, stop].flatMap(({ mock }) => mock.calls)).toEqual([])
      return commands.map(({ impossible }) => impossible)
    }
    expect(reasons(null)).toEqual(Array(3).fill('Loading'))
    expect(reasons([], null)).toEqual(Array(3).fill('No panel shows a market'))
    expect(reasons([one('over', 'done', 1), one('ending', 'stopping', 2)])).toEqual([
      'None running in this market',
      'None paused in this market',
      'None running in this market',
    ])
  })
})
