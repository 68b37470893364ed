import { chmodSync, existsSync, mkdirSync, mkdtempSync, rmSync, statSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'
import { makeDataFolder } from './start-options.ts'

function scratch(): string {
  const made = mkdtempSync(join(tmpdir(), 'data-folder-'))
  onTestFinished(() => rmSync(made, { recursive: true }))
  return made
}

describe('the data folder', () => {
  it('is created with its parents, for this user only, and may exist already', () => {
    const folder = join(scratch(), 'a', 'b', 'c')
    makeDataFolder(folder)
    makeDataFolder(folder)
    expect(statSync(folder).mode & 0o777).toBe(0o700)
  })

  it.runIf(process.platform !== 'win32')(
    'that existed before is closed to other users too, without its parents',
    () => {
      const root = scratch()
      chmodSync(root, 0o755)
      mkdirSync(join(root, 'there'))
      chmodSync(join(root, 'there'), 0o755)
      makeDataFolder(join(root, 'there'))
      expect([root, join(root, 'there')].map((folder) => statSync(folder).mode & 0o777)).toEqual([0o755, 0o700])
    },
  )

  it.runIf(process.platform !== 'win32')('that all users share deliberately is left unchanged', () => {
    const shared = join(scratch(), 'shared')
    mkdirSync(shared)
    chmodSync(shared, 0o1777)
    makeDataFolder(shared)
    expect(statSync(shared).mode & 0o7777).toBe(0o1777)
  })

  it('is refused where a file is in the way, and nothing is created then', () => {
    const root = scratch()
    writeFileSync(join(root, 'file'), '')
    expect(() => makeDataFolder(join(root, 'file'))).toThrow('file is not a folder')
    expect(() => makeDataFolder(join(root, 'file', 'below'))).toThrow()
  })

  it('is refused behind a dangling link', () => {
    const root = scratch()
    symlinkSync(join(root, 'gone'), join(root, 'link'))
    expect(() => makeDataFolder(join(root, 'link', 'below'))).toThrow()
    expect(existsSync(join(root, 'gone'))).toBe(false)
  })

  it.runIf(process.platform === 'linux').each(['/proc/isotherm', '/proc/isotherm/deep/er', '/proc/self/fd/x/y'])(
    'is refused at once where the system creates no folders: %s',
    (folder) => {
      expect(() => makeDataFolder(folder)).toThrow()
    },
  )
})
