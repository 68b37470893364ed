/**
 * Work that two commands of one clone must not do at once, such as installing packages. The lock is a local socket on which the working command
 * listens: the operating system releases it when that process ends, for any reason, so no lock outlives its holder. A waiting command is connected to
 * the holder, which sends a description of its work; the end of that connection is the signal to try again.
 */
import { createHash } from 'node:crypto'
import { rmSync } from 'node:fs'
import { connect, createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/**
 * Address of the lock of a clone's work: a named pipe, or a name in Linux's abstract namespace, both of which end with their process. On other
 * systems it is a socket file, which a killed process leaves behind without anyone answering.
 */
export function addressOf(folder, work, platform = process.platform) {
  const name = `isotherm-${createHash('sha256').update(`${folder}\0${work}`).digest('hex').slice(0, 24)}`
  if (platform === 'win32') return `\\\\.\\pipe\\${name}`
  return platform === 'linux' ? `\0${name}` : join(tmpdir(), `${name}.sock`)
}

/** Listens at the address and sends every client a description of the holder's work. Resolves with a release function, or null when it is taken. */
function take(address, what) {
  return new Promise((resolve, reject) => {
    const waiting = new Set()
    const server = createServer((socket) => {
      waiting.add(socket.unref())
      socket.on('error', () => undefined).on('close', () => waiting.delete(socket))
      socket.write(`${what} (process ${process.pid})`)
    })
    server.once('error', (error) => (error.code === 'EADDRINUSE' ? resolve(null) : reject(error)))
    server.listen(address, () => {
      // The lock must not keep the process alive.
      server.unref()
      resolve(
        () =>
          new Promise((closed) => {
            server.close(closed)
            for (const socket of waiting) socket.destroy()
          }),
      )
    })
  })
}

/** Error codes of connecting to a holder that has just ended. */
const HOLDER_GONE = new Set(['ECONNREFUSED', 'ECONNRESET', 'ENOENT', 'EPIPE'])

/** Resolves when the holder is done or dead; prints its work once. */
function waitFor(address, say) {
  return new Promise((resolve, reject) => {
    const socket = connect(address)
    let fault = null
    socket.once('data', (what) => say(`waiting for another command in this folder: ${what}`))
    socket.once('error', (error) => {
      if (error.code === 'ECONNREFUSED' && !address.startsWith('\0')) rmSync(address, { force: true })
      else if (!HOLDER_GONE.has(error.code)) fault = error
    })
    socket.once('close', () => (fault === null ? resolve() : reject(fault)))
  })
}

/**
 * Does the work while no other process of this machine does work of the same name in the same folder.
 * @param on.folder absolute; the clone.
 * @param on.work names the lock.
 * @param on.what description for a waiting command, such as "installing packages".
 * @param on.say prints a line for the waiting user.
 * @param on.address where the lock listens.
 */
export async function oneAtATime({ folder, work, what, say, address = addressOf(folder, work) }, task) {
  let release = await take(address, what)
  for (let isPrinted = false; release === null; release = await take(address, what)) {
    await waitFor(address, (line) => {
      if (!isPrinted) say(line)
      isPrinted = true
    })
  }
  try {
    return await task()
  } finally {
    await release()
  }
}
