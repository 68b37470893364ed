/**
 * Scans the built code for known Electron misconfigurations with Doyensec's Electronegativity. Exit code 0: only the known findings below; 1: other
 * findings, or unreadable code; 3: skipped, with the reason. Runs on the project's Node; all output goes to stderr. With `--install` it only installs
 * the tool.
 *
 * The tool brings 400 packages, so it is not a dependency: it is installed on first use, into `.cache/`, without install scripts and as of a fixed
 * date. It requests translations and Electron's releases from the network, and on Node 24 such a request that times out ends the process; here it has
 * no network at all, and the one check that needs it is skipped.
 */
import { copyFileSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, extname, join, relative } from 'node:path'
import { transformWithOxc } from 'vite'
import { alone, environment, root, run, say } from './setup.mjs'

const VERSION = '1.10.3'
/** Newest permitted date of the tool's packages. */
const AS_OF = '2026-06-01'
const INSTALL_TIMEOUT_MS = 180_000
const SKIPPED = 3

/** File in the scanned copy with the preferences of every window, each in a literal constructor call that the tool can see. */
const WINDOWS = 'main/windows-made-on-the-spot.js'

/** Known findings and their assessment. `sample` is the line of code; null matches findings without one. */
const JUDGED = [
  {
    id: 'CSP_GLOBAL_CHECK',
    sample: null,
    reason:
      'the policy is a header of the app: protocol (electron/windows/app-protocol.ts); the tool knows meta tags and web requests',
  },
  {
    id: 'CUSTOM_ARGUMENTS_JS_CHECK',
    file: 'main/main.js',
    sample: /^app\.commandLine\.appendSwitch\("js-flags", PAGE_MEMORY\);$/,
    reason: 'fixed limits of the memory of pages: they permit nothing (electron/start/prepare-electron.ts)',
  },
  {
    id: 'PROTOCOL_HANDLER_JS_CHECK',
    file: 'main/main.js',
    sample: /^if \(app\.isPackaged\) app\.setAsDefaultProtocolClient\(SCHEME\);$/,
    reason:
      'a link opens a view of what is listed there and nothing else, never an order (electron/desktop/deep-link.ts)',
  },
  {
    id: 'OPEN_EXTERNAL_JS_CHECK',
    sample: /^open: \(url\) => shell\.openExternal\(url\),$/,
    reason: 'the only call, behind the list of what may be opened (electron/wallet/open-external.ts)',
  },
  ...['AUXCLICK_JS_CHECK', 'CONTEXT_ISOLATION_JS_CHECK', 'SANDBOX_JS_CHECK'].map((id) => ({
    id,
    file: 'main/main.js',
    sample: /^make: \((\w+)\) => new BrowserWindow\(\1\),$/,
    reason: 'options that are made elsewhere are not seen here; they are looked at as a window of their own',
  })),
  {
    id: 'AUXCLICK_JS_CHECK',
    file: WINDOWS,
    sample: /^new BrowserWindow\(/,
    reason: 'a middle click opens nothing: every new window is refused (electron/windows/hardening.ts)',
  },
  {
    id: 'PRELOAD_JS_CHECK',
    file: WINDOWS,
    sample: /^preload(: [^/'"]*\.preload)?,$/,
    reason: 'the one preload script, in a sandbox, gives pages the calls of contract/ipc.ts and nothing of Electron',
  },
  {
    id: 'DANGEROUS_FUNCTIONS_JS_CHECK',
    sample: /^(?:\}, )?\w+ = setTimeout\(\w+, \d+\);$/,
    reason: 'a timer of the layout library with a function; the policy forbids evaluating text',
  },
]

/** Findings that the tool must report, or it is not working. */
const CANARY = `const { BrowserWindow } = require('electron');
class Holder { #secret = 1; get it() { return this.#secret ?? 0; } }
new BrowserWindow({ webPreferences: { contextIsolation: false, sandbox: false, webSecurity: false } }).loadURL('http://x.example');`
const CANARY_IDS = [
  'CONTEXT_ISOLATION_JS_CHECK',
  'SANDBOX_JS_CHECK',
  'WEB_SECURITY_JS_CHECK',
  'HTTP_RESOURCES_JS_CHECK',
]

const cache = join(root, '.cache')
const home = join(cache, `electronegativity-${VERSION}`)

/** Installs the tool if missing. Resolves with whether it can be used. */
const ensureTool = () => alone('scanner', 'it installs electronegativity', installTool)

async function installTool() {
  const marker = join(home, '.complete')
  if (existsSync(marker)) return true
  say(`installing electronegativity ${VERSION} into .cache (about 150 MB, once) …`)
  rmSync(home, { recursive: true, force: true })
  mkdirSync(home, { recursive: true })
  writeFileSync(join(home, 'package.json'), '{ "private": true }\n')
  const options = [
    '--ignore-scripts',
    '--no-save',
    '--package-lock=false',
    '--no-audit',
    '--no-fund',
    '--loglevel=error',
  ]
  const code = await run(
    process.platform === 'win32' ? 'npm.cmd' : 'npm',
    ['install', ...options, `--before=${AS_OF}`, `@doyensec/electronegativity@${VERSION}`],
    { cwd: home, env: environment(), shell: process.platform === 'win32', timeout: INSTALL_TIMEOUT_MS },
  ).catch(() => 1)
  if (code === 0) writeFileSync(marker, '')
  else rmSync(home, { recursive: true, force: true })
  return code === 0
}

/** The tool's own entry point, with every network request failing at once. */
function loadTool() {
  const require = createRequire(join(home, 'package.json'))
  const entry = require.resolve('@doyensec/electronegativity')
  const got = createRequire(entry).resolve('got')
  const refuse = () => Promise.reject(new Error('no network here'))
  require.cache[got] = { id: got, filename: got, loaded: true, exports: Object.assign(refuse, { head: refuse }) }
  return require(entry)
}

/** Copies the code for the tool, which supports neither private fields nor extensions other than `.js`. */
async function copyLowered(from, to) {
  rmSync(to, { recursive: true, force: true })
  for (const entry of readdirSync(from, { recursive: true, withFileTypes: true })) {
    const file = join(entry.parentPath, entry.name)
    const isCode = /^\.[cm]?js$/.test(extname(file))
    if (!entry.isFile() || !(isCode || extname(file) === '.html')) continue
    const copy = join(to, relative(from, file)).replace(/\.[cm]js$/, '.js')
    mkdirSync(dirname(copy), { recursive: true })
    if (isCode) writeFileSync(copy, (await transformWithOxc(readFileSync(file, 'utf8'), file, LOWERED)).code)
    else copyFileSync(file, copy)
  }
}
const LOWERED = { target: 'es2017', lang: 'js', sourcemap: false }

/** Writes `WINDOWS`. Returns the number of windows. */
function showWindows(scanned) {
  const code = readFileSync(join(scanned, 'main', 'main.js'), 'utf8')
  const preferences = code.match(/\bwebPreferences: \{[^{}]*\}/g) ?? []
  const windows = preferences.map((text) => `new BrowserWindow({ ${text} });\n`)
  writeFileSync(join(scanned, WINDOWS), windows.join(''))
  return windows.length
}

async function scan(tool, input) {
  const { log, warn } = console
  console.log = console.warn = () => {}
  try {
    return await tool({
      input,
      customScan: [],
      excludeFromScan: ['availablesecurityfixesglobalcheck'],
      isRelative: true,
      electronVersionOverride: JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')).devDependencies.electron,
      parserPlugins: [],
    })
  } finally {
    Object.assign(console, { log, warn })
  }
}

const sampleOf = ({ sample }) => (typeof sample === 'string' ? sample.trim() : null)
const judgementOf = (issue) =>
  JUDGED.find(
    ({ id, file, sample }) =>
      id === issue.id &&
      (file === undefined || file === issue.file) &&
      (sample === null ? issue.file === 'N/A' : sample.test(sampleOf(issue) ?? '')),
  )
const describe = (issue) =>
  `${issue.id} (${issue.severity.name}) ${issue.file}:${issue.location.line} ${sampleOf(issue) ?? ''}`.trim()

/** Whether the built code has no findings but the judged ones; prints all findings. */
async function passes(tool) {
  const planted = join(cache, 'electronegativity-canary')
  const scanned = join(cache, 'electronegativity-scanned')
  mkdirSync(join(planted, 'in'), { recursive: true })
  writeFileSync(join(planted, 'in', 'main.js'), CANARY)
  await copyLowered(join(planted, 'in'), join(planted, 'lowered'))
  const canary = await scan(tool, join(planted, 'lowered'))
  const missed = CANARY_IDS.filter((id) => !canary.issues.some((issue) => issue.id === id))
  if (missed.length > 0) {
    say(`electronegativity missed what was planted for it: ${missed.join(', ')}`)
    return false
  }

  await copyLowered(join(root, 'out'), scanned)
  if (showWindows(scanned) === 0) {
    say('electronegativity was shown no window: the built code has no webPreferences that can be read')
    return false
  }
  const { issues, errors } = await scan(tool, scanned)
  for (const { file, message } of errors) say(`not read: ${relative(scanned, file)}: ${message}`)
  const open = issues.filter((issue) => judgementOf(issue) === undefined)
  for (const issue of issues) say(`${open.includes(issue) ? 'FOUND' : 'judged'} ${describe(issue)}`)
  say(`electronegativity: ${issues.length} findings, ${issues.length - open.length} of them judged`)
  return open.length === 0 && errors.length === 0
}

const installOnly = process.argv.includes('--install')
if (!installOnly && !existsSync(join(root, 'out', 'main', 'main.js'))) {
  say('there is no built code to look at; npm run build makes it')
  process.exit(1)
}
if (!(await ensureTool())) {
  say('electronegativity skipped: it could not be installed, which takes a connection to the npm registry once')
  process.exit(SKIPPED)
}
if (installOnly) process.exit(0)
process.exit((await passes(loadTool())) ? 0 : 1)
