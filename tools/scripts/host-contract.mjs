/**
 * `node tools/scripts/host-contract.mjs [--electron]`: exercises what the terminal relies on of Electron, in the development host or in Electron's
 * binary, and compares each line with what Electron's documentation promises. Exit code 1 names the lines that differ.
 */
import { spawn } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { isDeepStrictEqual } from 'node:util'

const root = join(import.meta.dirname, '..', '..')
const folder = join(root, 'tools', 'chromium-host', 'fixtures', 'contract')
const LONGEST_MS = 120_000
/** Chromium has no sandbox as root, and reports it at once. */
const isRoot = process.getuid?.() === 0

const read = (name) => JSON.parse(readFileSync(join(folder, name), 'utf8'))
/** Electron's promises: a line, its value, and where that is documented. */
export const expected = read('expected.json')
/** Known differences of the host: its value, and why it stays. */
export const differences = read('differences.json')

/** Runs the app; resolves with its trace. */
export async function record(inElectron) {
  const data = mkdtempSync(join(tmpdir(), 'host-contract-'))
  const trace = join(data, 'trace.json')
  const [program, args] = inElectron
    ? [createRequire(import.meta.url)('electron'), [folder, ...(isRoot ? ['--no-sandbox'] : [])]]
    : [
        process.execPath,
        ['--import', join(root, 'tools', 'chromium-host', 'register.ts'), join(folder, 'main.js'), '--headless'],
      ]
  const { DISPLAY, WAYLAND_DISPLAY, ...bare } = process.env
  const env = inElectron ? process.env : { ...bare, CHROMIUM_HOST_BARE: '1' }
  const child = spawn(program, args, {
    env: { ...env, CONTRACT_TRACE: trace, CONTRACT_DATA: data },
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  let output = ''
  child.stderr.setEncoding('utf8').on('data', (text) => {
    output += text
  })
  const guard = setTimeout(() => child.kill('SIGKILL'), LONGEST_MS)
  await new Promise((ended) => child.once('close', ended))
  clearTimeout(guard)
  try {
    if (!existsSync(trace)) throw new Error(`it ended without a trace:\n${output}`)
    return JSON.parse(readFileSync(trace, 'utf8'))
  } finally {
    rmSync(data, { recursive: true, force: true, maxRetries: 5 })
  }
}

/** The lines of a run that differ, described. `known` are differences that must exist, exactly. */
export function differing(trace, known = {}) {
  const missed = expected.flatMap(([line, promised, source]) => {
    const difference = known[line]
    const wanted = difference === undefined ? promised : difference.host
    if (isDeepStrictEqual(trace[line], wanted) && line in trace) return []
    const [is, was] = [trace[line], wanted].map((value) => JSON.stringify(value))
    return [`${line}: ${is}, not ${was} (${difference === undefined ? source : 'a known difference that is no more'})`]
  })
  const lines = new Set(expected.map(([line]) => line))
  return [...missed, ...Object.keys(trace).flatMap((line) => (lines.has(line) ? [] : [`${line}: nothing is promised`]))]
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  const inElectron = process.argv.includes('--electron')
  const found = differing(await record(inElectron), inElectron ? {} : differences)
  for (const line of found) process.stderr.write(`${line}\n`)
  process.stderr.write(`${expected.length - found.length} of ${expected.length} lines are as promised\n`)
  process.exit(found.length === 0 ? 0 : 1)
}
