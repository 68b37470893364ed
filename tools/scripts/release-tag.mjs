/**
 * `node tools/scripts/release-tag.mjs v1.2.3`: refuses a tag not signed by a maintainer, or whose commit is not on `main`.
 *
 * The maintainers are in the variable ISOTHERM_TAG_SIGNERS, in the format of ssh-keygen's allowed signers file: it comes from the protected
 * environment and not from the repository, where the tag itself could bring another. Exits with code 2 and the reason.
 */
import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/**
 * @param {string} tag such as "v1.2.3".
 * @param {string} signers who may sign it, one per line: `maintainer@isotherm.example namespaces="git" ssh-ed25519 AAAA…`.
 * @param {string} folder a clone that has the tag as it was pushed, its commit checked out, and the complete `origin/main`.
 * @returns {string} the commit.
 * @throws {Error} when a requirement is not met.
 */
export function verifyTag(tag, signers, folder) {
  const git = (/** @type {string[]} */ ...args) => {
    const { status, stdout, stderr, error } = spawnSync('git', args, { cwd: folder, encoding: 'utf8' })
    if (error !== undefined) throw error
    return { ok: status === 0, out: stdout.trim(), why: stderr.trim().split('\n').at(-1) }
  }
  if (!/^v\d+\.\d+\.\d+(?:-[0-9a-z.]+)?$/.test(tag)) throw new Error(`"${tag}" is not the tag of a release`)
  if (signers.trim() === '') throw new Error('ISOTHERM_TAG_SIGNERS names nobody who may sign a tag')
  const ref = `refs/tags/${tag}`
  // A lightweight tag is just another name of a commit, and cannot be signed.
  if (git('cat-file', '-t', ref).out !== 'tag') throw new Error(`${tag} is no signed tag: make it with git tag -s`)
  // A signed tag of another name, stored under this one, would verify as well.
  const named = /^tag (.*)$/m.exec(git('cat-file', 'tag', ref).out)?.[1]
  if (named !== tag) throw new Error(`${tag} was signed as ${named}`)
  const own = mkdtempSync(join(tmpdir(), 'isotherm-signers-'))
  try {
    writeFileSync(join(own, 'signers'), `${signers.trim()}\n`)
    const allowed = `gpg.ssh.allowedSignersFile=${join(own, 'signers')}`
    // OpenPGP would use the runner's own keyring, which is not a list of maintainers.
    const verified = git('-c', allowed, '-c', 'gpg.program=false', '-c', 'gpg.x509.program=false', 'verify-tag', ref)
    if (!verified.ok) throw new Error(`${tag} is not signed by anybody who may release: ${verified.why}`)
  } finally {
    rmSync(own, { recursive: true })
  }
  const commit = git('rev-parse', `${ref}^{commit}`).out
  if (git('rev-parse', 'HEAD').out !== commit)
    throw new Error(`the commit of ${tag} is not the one that is checked out`)
  if (!git('merge-base', '--is-ancestor', commit, 'refs/remotes/origin/main').ok)
    throw new Error(`the commit of ${tag} is not on main, where changes are reviewed`)
  return commit
}

if (import.meta.main) {
  try {
    const [tag = ''] = process.argv.slice(2)
    const commit = verifyTag(tag, process.env.ISOTHERM_TAG_SIGNERS ?? '', process.cwd())
    process.stdout.write(`${tag} is signed, and its commit ${commit} is on main\n`)
  } catch (error) {
    process.stderr.write(`release-tag: ${/** @type {Error} */ (error).message}\n`)
    process.exitCode = 2
  }
}
