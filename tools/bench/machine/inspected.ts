/** Reads a Node program's memory through its inspector, without garbage. */

/** Makes the program open its inspector on a free port. */
export const INSPECTED = { NODE_OPTIONS: '--inspect=127.0.0.1:0' } as const

export interface Inspected {
  /** Collects the garbage, then returns the heap in use, MB. */
  heapMb(): Promise<number>
  close(): void
}

/**
 * @param output of the program so far, including the line with its inspector's address.
 * @throws Error when it was not started with `INSPECTED`.
 */
export async function inspect(output: string): Promise<Inspected> {
  const address = /Debugger listening on (ws:\S+)/.exec(output)?.[1]
  if (address === undefined) throw new Error('the program has no inspector: start it with the environment INSPECTED')
  const socket = new WebSocket(address)
  await new Promise((resolve, reject) => {
    socket.addEventListener('open', resolve, { once: true })
    socket.addEventListener('error', () => reject(new Error(`the inspector at ${address} does not answer`)), {
      once: true,
    })
  })
  const waiting = new Map<number, (result: unknown) => void>()
  socket.addEventListener('message', ({ data }) => {
    const { id, result } = JSON.parse(String(data)) as { id: number; result: unknown }
    waiting.get(id)?.(result)
    waiting.delete(id)
  })
  let last = 0
  const ask = (method: string): Promise<unknown> => {
    last += 1
    socket.send(JSON.stringify({ id: last, method }))
    return new Promise((resolve) => waiting.set(last, resolve))
  }
  await ask('HeapProfiler.enable')
  return {
    async heapMb() {
      await ask('HeapProfiler.collectGarbage')
      const { usedSize } = (await ask('Runtime.getHeapUsage')) as { usedSize: number }
      return usedSize / 1024 / 1024
    },
    close: () => socket.close(),
  }
}
