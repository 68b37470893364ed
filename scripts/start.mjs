/** `npm start`: opens the terminal, on a fresh clone after all set-up. Flags go through to the terminal, which reads them itself. */
import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { electronBinary, ensureBrowser, ensureBuild, ensurePackages, environment, node, root } from './setup.mjs'

await ensurePackages()
await ensureBrowser()
await ensureBuild()

const main = join(root, 'out', 'main', 'main.js')
const flags = process.argv.slice(2)
const binary = process.env.ISOTHERM_HOST === 'chromium' ? null : electronBinary()
const child =
  binary === null
    ? spawn(node, ['--disable-warning=ExperimentalWarning', '--import', hostModule(), main, ...flags], {
        stdio: 'inherit',
        env: environment(),
      })
    : spawn(binary, [main, ...flags], { stdio: 'inherit', env: environment() })

for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => child.kill(signal))
child.once('exit', (code, signal) => process.exit(signal === null ? code : 1))

function hostModule() {
  return new URL('../chromium-host/register.ts', import.meta.url).href
}
