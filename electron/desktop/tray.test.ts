import { inflateSync } from 'node:zlib'
import type { MenuItemConstructorOptions } from 'electron'
import { describe, expect, it } from 'vitest'
import { createTray, type TrayAction, trayPicture, trayView } from './tray.ts'

const practice = { name: 'practice', running: true, holds: null as string | null }

describe('the tray', () => {
  it('names the pending work of each deployment', () => {
    const view = trayView([
      { ...practice, holds: '2 exits' },
      { ...practice, name: 'mainnet', holds: '1 alert' },
      { ...practice, name: 'idle', running: false, holds: '1 alert' },
    ])
    expect(view.tooltip).toBe('Isotherm – practice: 2 exits; mainnet: 1 alert')
    const labels = view.parts.flat().map(({ label }) => label)
    expect(labels).toContain('mainnet: Flatten…')
    expect(labels.join()).not.toContain('idle')
    expect(trayView([practice])).toMatchObject({ isHeld: false, tooltip: 'Isotherm – Nothing is watched' })
  })

  it('runs the chosen action, and follows the pending work', () => {
    const state = { holds: null as string | null }
    const done: TrayAction[] = []
    const seen = { images: 0, tips: [] as string[], menu: [] as MenuItemConstructorOptions[] }
    let click = (): void => undefined
    const tray = createTray({
      makeTray: () =>
        ({
          setImage: () => {
            seen.images += 1
          },
          setToolTip: (tip: string) => void seen.tips.push(tip),
          setContextMenu: () => undefined,
          on: (_event: string, listener: () => void) => {
            click = listener
          },
          destroy: () => undefined,
        }) as never,
      picture: () => ({ setTemplateImage: () => undefined }) as never,
      makeMenu: (items) => {
        seen.menu = items
        return {} as never
      },
      choices: () => [{ ...practice, holds: state.holds }],
      does: (action) => void done.push(action),
      platform: 'linux',
      log: { warn: () => undefined },
    })
    tray?.review()
    expect([seen.images, seen.tips.length]).toEqual([0, 1])
    state.holds = '1 alert'
    tray?.review()
    expect([seen.images, seen.tips.at(-1)]).toEqual([1, 'Isotherm – practice: 1 alert'])
    click()
    for (const { id, click: press } of seen.menu) if (id !== undefined) press?.(null as never, undefined, null as never)
    expect(done).toEqual([
      { kind: 'show' },
      { kind: 'show' },
      { kind: 'kill', profile: 'practice' },
      { kind: 'flatten', profile: 'practice' },
      { kind: 'quit' },
    ])
  })

  it('is missing where the system has none', () => {
    const warned: unknown[] = []
    const tray = createTray({
      makeTray: () => {
        throw new Error('no tray')
      },
      picture: () => ({}) as never,
      makeMenu: () => ({}) as never,
      choices: () => [],
      does: () => undefined,
      platform: 'linux',
      log: { warn: (facts) => void warned.push(facts) },
    })
    expect([tray, warned.length]).toEqual([null, 1])
  })
})

describe('the tray picture', () => {
  it('is a PNG whose middle is filled only while automated orders are active', () => {
    const middleOf = (isHeld: boolean): number => {
      const png = trayPicture(32, isHeld, [1, 2, 3])
      expect(png.subarray(1, 4).toString()).toBe('PNG')
      const length = png.readUInt32BE(33)
      const rows = inflateSync(png.subarray(41, 41 + length))
      return rows[16 * (1 + 32 * 4) + 1 + 16 * 4 + 3] ?? -1
    }
    expect([middleOf(false), middleOf(true)]).toEqual([0, 255])
  })
})
