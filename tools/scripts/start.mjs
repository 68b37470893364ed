/** `npm start`: opens the terminal, after set-up on a fresh clone. Passes all flags to the terminal. */
import { spawn } from 'node:child_process'
import { terminalProgram } from './runtime.mjs'
import { ensureBuild, ensurePackages, environment } from './setup.mjs'

await ensurePackages()
const { command, args } = await terminalProgram(process.argv.slice(2))
await ensureBuild()

const child = spawn(command, args, { stdio: 'inherit', env: environment() })
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => child.kill(signal))
child.once('exit', (code, signal) => process.exit(signal === null ? code : 1))
