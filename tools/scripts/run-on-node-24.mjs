/** Runs one of the project's TypeScript programs on its own Node, after set-up; passes signals and the exit code through. */
import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { ensurePackages, environment, node, root } from './setup.mjs'

/** Never resolves: exits with the program's exit code. */
export async function runOnNode24(program, args) {
  await ensurePackages()
  const child = spawn(node, ['--disable-warning=ExperimentalWarning', join(root, program), ...args], {
    stdio: 'inherit',
    env: environment(),
  })
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => child.kill(signal))
  child.once('exit', (code, signal) => process.exit(signal === null ? code : 1))
  return new Promise(() => undefined)
}
