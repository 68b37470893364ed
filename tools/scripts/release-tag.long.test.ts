import { execFileSync, spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { verifyTag } from './release-tag.mjs'
import { onPath } from './setup.mjs'

let folder: string
let signers: string
/** Git without the user's settings. */
const git = (...args: string[]): string =>
  execFileSync('git', args, {
    cwd: folder,
    encoding: 'utf8',
    stdio: 'pipe',
    env: {
      ...process.env,
      ...{ GIT_CONFIG_GLOBAL: '/dev/null', GIT_CONFIG_NOSYSTEM: '1', GIT_DIR: undefined },
      ...{ GIT_AUTHOR_NAME: 'a', GIT_AUTHOR_EMAIL: 'a@isotherm.example' },
      ...{ GIT_COMMITTER_NAME: 'a', GIT_COMMITTER_EMAIL: 'a@isotherm.example' },
    },
  }).trim()
const commit = (what: string): void => void git('commit', '-q', '--allow-empty', '-m', what)
const sign = (tag: string, by: 'maintainer' | 'stranger' = 'maintainer'): string =>
  git('-c', 'gpg.format=ssh', '-c', `user.signingKey=${join(folder, by)}`, 'tag', '-s', '-m', tag, tag)

describe.skipIf(!onPath('ssh-keygen'))('the tag of a release', () => {
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'isotherm-tag-'))
    for (const name of ['maintainer', 'stranger'])
      execFileSync('ssh-keygen', ['-q', '-t', 'ed25519', '-N', '', '-C', name, '-f', join(folder, name)])
    signers = `maintainer@isotherm.example namespaces="git" ${readFileSync(join(folder, 'maintainer.pub'), 'utf8')}`
    git('init', '-q', '-b', 'main')
    commit('reviewed')
    git('update-ref', 'refs/remotes/origin/main', 'HEAD')
  })
  afterEach(() => rmSync(folder, { recursive: true }))

  it('is accepted when a maintainer signed it on a commit of main, even after main has moved on', () => {
    sign('v1.2.0')
    expect(verifyTag('v1.2.0', signers, folder)).toBe(git('rev-parse', 'HEAD'))
    commit('later')
    git('update-ref', 'refs/remotes/origin/main', 'HEAD')
    git('checkout', '-q', 'v1.2.0')
    expect(verifyTag('v1.2.0', signers, folder)).toBe(git('rev-parse', 'HEAD'))
  })

  it.each<[string, () => void, string]>([
    ['is a lightweight tag', () => git('tag', 'v1.2.0'), 'no signed tag'],
    ['is annotated and not signed', () => git('tag', '-a', '-m', 'v1.2.0', 'v1.2.0'), 'not signed by anybody'],
    ['is signed by someone else', () => sign('v1.2.0', 'stranger'), 'not signed by anybody'],
    ['is missing', () => undefined, 'no signed tag'],
    [
      'is another signed tag stored under this name',
      () => {
        sign('v1.1.0')
        git('update-ref', 'refs/tags/v1.2.0', git('rev-parse', 'refs/tags/v1.1.0'))
      },
      'was signed as v1.1.0',
    ],
    [
      'is on an unreviewed commit on top of main',
      () => {
        commit('not reviewed')
        sign('v1.2.0')
      },
      'is not on main',
    ],
    [
      'is not the checked-out commit',
      () => {
        sign('v1.2.0')
        commit('later')
      },
      'not the one that is checked out',
    ],
  ])('is refused when it %s', (_what, prepare, fault) => {
    prepare()
    expect(() => verifyTag('v1.2.0', signers, folder)).toThrow(fault)
  })

  it('is refused when no maintainer is configured', () => {
    sign('v1.2.0')
    expect(() => verifyTag('v1.2.0', ' \n', folder)).toThrow('names nobody')
    const env = { ...process.env, ISOTHERM_TAG_SIGNERS: '' }
    const script = join(import.meta.dirname, 'release-tag.mjs')
    const { status, stderr } = spawnSync(process.execPath, [script, 'v1.2.0'], { cwd: folder, encoding: 'utf8', env })
    expect({ status, stderr }).toEqual({ status: 2, stderr: expect.stringContaining('ISOTHERM_TAG_SIGNERS') })
  })

  it('is refused when its key is trusted only by the repository itself', () => {
    writeFileSync(join(folder, 'own-signers'), `x ${readFileSync(join(folder, 'stranger.pub'), 'utf8')}`)
    git('config', 'gpg.ssh.allowedSignersFile', join(folder, 'own-signers'))
    sign('v1.2.0', 'stranger')
    git('verify-tag', 'v1.2.0')
    expect(() => verifyTag('v1.2.0', signers, folder)).toThrow('not signed by anybody')
  })

  it.each(['', 'main', '--help', 'v1', 'v1.2.0/../x'])('is never %j', (tag) => {
    expect(() => verifyTag(tag, signers, folder)).toThrow('is not the tag of a release')
  })
})
