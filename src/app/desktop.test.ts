import { describe, expect, it } from 'vitest'
import type { WindowAsk } from '../../contract/desktop.ts'
import { LIVE } from '../../contract/market-ref.ts'
import { runRequest } from './desktop.tsx'

function ask(request: WindowAsk, more: Partial<Parameters<typeof runRequest>[1]> = {}): string[] {
  const done: string[] = []
  runRequest(request, {
    commands: () => [
      { id: 'palette', title: 'Find', scope: 'app', run: () => void done.push('palette') },
      { id: 'window/arm', title: 'Arm', scope: 'app', impossible: 'It is armed', run: () => void done.push('armed') },
    ],
    providers: () => [
      {
        section: 'Workspaces',
        search: (query) => [
          { id: 'workspace/Day', title: `Open ${query}`, run: () => void done.push('Day') },
          { id: 'workspace/Daybreak', title: 'Open Daybreak', impossible: 'too many windows', run: () => undefined },
        ],
      },
    ],
    isModalOpen: () => false,
    showPanel: (kind) => {
      done.push(`panel ${kind}`)
      return kind === 'alerts'
    },
    showMarket: ({ family }) => family === 'scalar',
    refuse: (title, reason) => void done.push(`refused ${title}: ${reason}`),
    ...more,
  })
  return done
}

describe('requests of the desktop to a window', () => {
  it('run a command as the palette does, and show why one is unavailable', () => {
    expect(ask({ kind: 'command', id: 'palette' })).toEqual(['palette'])
    expect(ask({ kind: 'command', id: 'window/arm' })).toEqual(['refused Not available: Arm: It is armed'])
    expect(ask({ kind: 'command', id: 'gone' })[0]).toContain(
      'refused Not possible now: This window no longer has this command.',
    )
  })

  it('show panels, markets and workspaces by their exact name', () => {
    expect(ask({ kind: 'panel', panel: 'alerts' })).toEqual(['panel alerts'])
    expect(ask({ kind: 'panel', panel: 'orders' })[1]).toContain('refused Not opened: Unknown panel orders.')
    expect(ask({ kind: 'market', market: LIVE })).toEqual([])
    expect(ask({ kind: 'market', market: { family: 'binary', asset: 'active' } })[0]).toContain('No panel')
    expect(ask({ kind: 'workspace', name: 'Day' })).toEqual(['Day'])
    expect(ask({ kind: 'workspace', name: 'Daybreak' })[0]).toContain('too many windows')
    expect(ask({ kind: 'workspace', name: 'Night' })[0]).toContain(
      'refused Not opened: No other workspace named Night.',
    )
  })

  it('do nothing while a dialog waits for an answer', () => {
    expect(ask({ kind: 'command', id: 'palette' }, { isModalOpen: () => true })[0]).toContain('A dialog')
  })
})
