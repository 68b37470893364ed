import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { DEFAULT_SETTINGS } from '../../contract/settings-table.ts'
import { createFakeClock } from '../../contract/testing/fake-clock.ts'
import { openSettings } from './settings-store.ts'

/** Bytes that the disk still accepts, and its maximum at once. */
const disk = vi.hoisted(() => ({ room: Number.POSITIVE_INFINITY, atOnce: Number.POSITIVE_INFINITY }))

vi.mock('node:fs', async (original) => {
  const real = await original<typeof import('node:fs')>()
  const writeSync = (file: number, data: string | Buffer, from = 0): number => {
    const bytes = Buffer.from(data as string).subarray(from, from + Math.min(disk.room, disk.atOnce))
    if (disk.room <= 0) throw Object.assign(new Error('ENOSPC: no space left on device, write'), { code: 'ENOSPC' })
    disk.room -= bytes.length
    return real.writeSync(file, bytes)
  }
  return { ...real, writeSync }
})

let directory = ''
beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), 'isotherm-full-'))
})
afterEach(() => {
  Object.assign(disk, { room: Number.POSITIVE_INFINITY, atOnce: Number.POSITIVE_INFINITY })
  rmSync(directory, { recursive: true, force: true })
})

const open = () => openSettings(directory, createFakeClock(Date.UTC(2026, 10, 21, 12)))
const text = (name: string): string => readFileSync(join(directory, name), 'utf8')
const both = (): readonly string[] => [text('settings.json'), text('settings.json.bak')]

describe('a settings file on a full disk', () => {
  it.each([
    ['at once', () => 0],
    ['in the middle of the file', () => 10],
    ['in the middle of the backup', () => text('settings.json').length + 10],
  ])('is unchanged, and so is its backup, when the space ends %s', (_, room) => {
    const store = open()
    store.saveSettings({ ...DEFAULT_SETTINGS, theme: 'light' })
    store.saveSettings({ ...DEFAULT_SETTINGS, theme: 'system' })
    const before = both()
    for (let attempt = 1; attempt <= 2; attempt += 1) {
      disk.room = room()
      expect(() => store.saveSettings({ ...DEFAULT_SETTINGS, theme: 'dark' })).toThrow(
        'settings.json could not be saved: the disk is full. Free up space',
      )
      expect(both()).toEqual(before)
    }
    expect(store.readSettings().theme).toBe('system')
    disk.room = Number.POSITIVE_INFINITY
    expect(open().readSettings().theme).toBe('system')
    expect(readdirSync(directory).sort()).toEqual(['settings.json', 'settings.json.bak'])
    store.saveSettings({ ...DEFAULT_SETTINGS, theme: 'dark' })
    expect(both()).toEqual([expect.stringContaining('"theme": "dark"'), before[0]])
  })

  it('is written completely where the disk accepts a little at a time', () => {
    disk.atOnce = 7
    open().saveSettings({ ...DEFAULT_SETTINGS, theme: 'light' })
    expect(open()).toMatchObject({ setAside: null })
    expect(open().readSettings()).toEqual({ ...DEFAULT_SETTINGS, theme: 'light' })
  })

  it('keeps as its backup only complete text', () => {
    const store = open()
    store.saveSettings({ ...DEFAULT_SETTINGS, theme: 'light' })
    const whole = text('settings.json')
    writeFileSync(join(directory, 'settings.json'), whole.slice(0, 20))
    store.saveSettings({ ...DEFAULT_SETTINGS, theme: 'system' })
    expect(text('settings.json.bak')).toBe(whole)
  })
})
