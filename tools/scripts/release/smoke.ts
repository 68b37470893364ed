/**
 * `node tools/scripts/smoke-package.mjs PACKAGE`: starts a finished package, or the program in a folder, like a trader would, on a new data folder
 * and the practice venue; it must show a live order book, take a picture of it, and exit by itself. Exit code 0: it did; 1: it did not.
 */
import { spawn } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { layoutOf, targetOf } from './package-layout.ts'
import { faultsOfRun } from './smoke-verdict.ts'
import { unpack } from './unpack.ts'

/** Maximum duration, ms; a runner without a graphics card is slow. */
const AT_MOST = 180_000

const [path] = process.argv.slice(2)
if (path === undefined) {
  process.stderr.write('isotherm: it is not said what to start: name a package or a folder of a packed program\n')
  process.exit(2)
}
const { program } = layoutOf(unpack(path).folder, targetOf(`${process.platform}-${process.arch}`))
const data = mkdtempSync(join(tmpdir(), 'isotherm-smoke-'))
const picture = join(data, 'picture.png')
const child = spawn(program, ['--user-data-dir', data, '--screenshot', picture], { stdio: ['ignore', 'pipe', 'pipe'] })
let output = ''
for (const stream of [child.stdout, child.stderr]) {
  stream.setEncoding('utf8').on('data', (text: string) => {
    output += text
    process.stderr.write(text)
  })
}
const timer = setTimeout(() => child.kill('SIGKILL'), AT_MOST)
const code = await new Promise<number | string>((resolve) => {
  child.once('error', (error) => resolve(error.message))
  child.once('close', (status, signal) => resolve(status ?? signal ?? 'no reason'))
})
clearTimeout(timer)
const read = (file: string): Buffer => (existsSync(file) ? readFileSync(file) : Buffer.alloc(0))
const faults = faultsOfRun({
  code,
  output,
  picture: read(picture),
  log: read(join(data, 'isotherm.log')).toString('utf8'),
})
for (const fault of faults) process.stderr.write(`isotherm: ${path}: ${fault}\n`)
if (faults.length === 0) process.stderr.write(`isotherm: ${path}: it showed a live order book and ended by itself\n`)
process.exit(faults.length === 0 ? 0 : 1)
