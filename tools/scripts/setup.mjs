/**
 * Prepares a fresh clone: packages, a browser, the build. Prints each step, skips what is already done, and names what to install when something is
 * not available. Runs on any Node from 20 on, before anything is installed; all output goes to stderr.
 */
import { spawn, spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { delimiter, dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { oneAtATime } from './one-at-a-time.mjs'
import { arePackagesInstalled } from './packages.mjs'

export const root = dirname(dirname(dirname(fileURLToPath(import.meta.url))))
const windows = process.platform === 'win32'

/** The Node that every script runs on, from the devDependency `node`. */
export const node = join(root, 'node_modules', 'node', 'bin', windows ? 'node.exe' : 'node')

/** Prints one line of progress. */
export const say = (text) => process.stderr.write(`isotherm: ${text}\n`)

/** Exits with an error line and exit code 2. */
export function giveUp(text) {
  say(text)
  process.exit(2)
}

/** The environment of child processes: this project's Node and tools first; Node's compile cache is kept for the next start. */
export const environment = (extra = {}) => ({
  NODE_COMPILE_CACHE: join(root, '.cache', 'compiled'),
  ...process.env,
  PATH: [dirname(node), join(root, 'node_modules', '.bin'), process.env.PATH].join(delimiter),
  ...extra,
})

/** Runs a command with its output on stderr (or captured); resolves with its exit code. */
export function run(command, args, options = {}) {
  return new Promise((resolve, reject) => {
    const child = spawn(command, args, {
      cwd: root,
      stdio: ['ignore', process.stderr, process.stderr],
      env: environment(),
      ...options,
    })
    child.once('error', reject)
    child.once('exit', (code, signal) => resolve(signal === null ? code : 1))
  })
}

/** Runs a program of the installed toolchain on the project's Node with its output shown; resolves with its exit code. */
export const tool = (args, env = {}) =>
  run(node, args, { stdio: ['ignore', 'inherit', 'inherit'], env: environment(env) })

/** Like `tool`, with its output captured: resolves with its exit code and all output. */
export function captured(args, env = {}) {
  const chunks = []
  return piped(args, env, (chunk) => chunks.push(chunk)).then((code) => ({
    code,
    output: Buffer.concat(chunks).toString(),
  }))
}

/** Like `tool`, with its output shown: resolves with its exit code and its last lines. */
export async function followed(args, env = {}) {
  let last = ''
  const code = await piped(args, env, (chunk) => {
    process.stdout.write(chunk)
    last = (last + chunk.toString()).slice(-4000)
  })
  return { code, tail: last.trimEnd().split('\n').slice(-20) }
}

function piped(args, env, take) {
  const color = process.stdout.isTTY ? { FORCE_COLOR: '1' } : {}
  return new Promise((resolve, reject) => {
    const child = spawn(node, args, {
      cwd: root,
      stdio: ['ignore', 'pipe', 'pipe'],
      env: environment({ ...color, ...env }),
    })
    child.stdout.on('data', take)
    child.stderr.on('data', take)
    child.once('error', reject)
    child.once('close', (code, signal) => resolve(signal === null ? code : 1))
  })
}

/** A file of an installed package. */
export const bin = (...path) => join(root, 'node_modules', ...path)

/** Runs Playwright's tests, like `followed`; the host is Electron's binary or the development host in Chromium. */
export const playwright = (flags, env = {}) =>
  followed(
    [bin('@playwright', 'test', 'cli.js'), 'test', '--config', join(root, 'e2e', 'playwright.config.ts'), ...flags],
    {
      ISOTHERM_HOST: 'chromium',
      ...env,
    },
  )

/** Work that only one command at a time does in this clone; others wait for it. */
export const alone = (work, what, task) => oneAtATime({ folder: root, work, what, say }, task)

const npm = (...args) =>
  run(windows ? 'npm.cmd' : 'npm', [...args, '--no-audit', '--no-fund', '--loglevel=error'], {
    env: { ...process.env, npm_config_engine_strict: 'false' },
    shell: windows,
  })

/**
 * Installs the packages of the lock file, unless they are already installed in any way. Of their install scripts only that of `node` runs, which puts
 * this system's Node into place. The others would build or download what their packages bring prebuilt.
 */
export const ensurePackages = () =>
  alone('packages', 'it installs packages', async () => {
    if (!arePackagesInstalled(root)) {
      say('installing packages (npm ci) …')
      if ((await npm('ci', '--ignore-scripts')) !== 0)
        giveUp('npm ci failed; the lines above say why. A network connection to the npm registry is needed once.')
    }
    if (existsSync(node)) return
    if ((await npm('rebuild', 'node', '--ignore-scripts=false')) !== 0 || !existsSync(node))
      giveUp('Node 24 (package "node") could not be put into place; the lines above say why. Run: npm rebuild node')
  })

/** Inputs of the build. */
const SOURCES = [
  ...['contract', 'electron', 'src', 'venue', 'tools/scripts/release', 'resources/licences'],
  ...['electron.vite.config.ts', 'package-lock.json'],
]

function fingerprint(path, hash) {
  const stats = statSync(path)
  if (!stats.isDirectory()) {
    if (!/\.test\.tsx?$/.test(path)) hash.update(`${path}\0${stats.size}\0${stats.mtimeMs}\n`)
    return
  }
  for (const name of readdirSync(path).sort()) fingerprint(join(path, name), hash)
}

/**
 * Builds main, preload and renderer into out/, unless nothing changed since the last build.
 * @param {{ anew?: boolean }} on whether to build in any case: inputs from the environment are not compared.
 */
export const ensureBuild = ({ anew = false } = {}) => alone('build', 'it builds', () => build(anew))

async function build(anew) {
  const hash = createHash('sha256')
  for (const source of SOURCES) fingerprint(join(root, source), hash)
  const digest = hash.digest('hex')
  const marker = join(root, 'out', '.built')
  if (!anew && existsSync(marker) && readFileSync(marker, 'utf8') === digest) return
  say('building …')
  const code = await run(node, [
    join(root, 'node_modules', 'electron-vite', 'bin', 'electron-vite.js'),
    'build',
    '--logLevel',
    'warn',
  ])
  if (code !== 0) giveUp('the build failed; the lines above say why.')
  say(`built: ${bundleSizes().join(', ')}`)
  mkdirSync(join(root, 'out'), { recursive: true })
  // A build with inputs from the environment must not be reused.
  writeFileSync(marker, anew ? '' : digest)
}

/** What is read at a start, and its budget, kB of 1,000 bytes. */
const BUNDLES = [
  { name: 'main', folder: 'main', file: /^main\.js$/, budget: 1650 },
  { name: 'preload', folder: 'preload', file: /\.cjs$/, budget: 5 },
  { name: 'window', folder: 'renderer/assets', file: /^(?!guide-).*\.js$/, budget: 2400 },
]

/** The size of each bundle, and which is over its budget. */
const bundleSizes = (out = join(root, 'out')) =>
  BUNDLES.map(({ name, folder, file, budget }) => {
    const path = join(out, folder)
    const files = readdirSync(path).filter((each) => file.test(each))
    const size = Math.round(files.reduce((sum, each) => sum + statSync(join(path, each)).size, 0) / 1000)
    return `${name} ${size} kB${size > budget ? `, over its budget of ${budget} kB` : ''}`
  })

export const onPath = (command) =>
  spawnSync(windows ? 'where' : 'which', [command], { stdio: ['ignore', 'pipe', 'ignore'] }).status === 0

export const canInstallPackages = () => process.getuid?.() === 0 && onPath('apt-get')

/** Installs Debian packages as root. Resolves with whether it worked. */
export const installDebianPackages = (packages) =>
  alone('system', "it installs Debian's packages", () => installFromDebian(packages))

async function installFromDebian(packages) {
  say(`installing ${packages.join(', ')} from Debian's packages …`)
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }
  const quiet = { env, stdio: ['ignore', 'ignore', process.stderr] }
  if ((await run('apt-get', ['update', '-qq'], quiet)) !== 0) return false
  return (await run('apt-get', ['install', '-y', '-qq', '--no-install-recommends', ...packages], quiet)) === 0
}

/** Installs what the tests need beyond the terminal itself; without root, prints what will be skipped. */
export async function ensureTestTools() {
  const wanted = [
    ['dbus-run-session', 'dbus'],
    ['gnome-keyring-daemon', 'gnome-keyring'],
    ['Xvfb', 'xvfb'],
    ['ssh-keygen', 'openssh-client'],
  ]
  const missing = wanted.filter(([command]) => !onPath(command)).map(([, name]) => name)
  if (missing.length === 0) return
  if (canInstallPackages() && (await installDebianPackages(missing))) return
  say(
    `missing: ${missing.join(', ')}. The tests that need them are skipped; install them with: apt-get install ${missing.join(' ')}`,
  )
}
