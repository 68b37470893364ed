/** Work that a request asks for once, however often it is sent. */

/**
 * The work of each request id, begun at the first call; later calls get the same promise.
 * @param again whether a request whose work failed may be sent once more.
 */
export function oncePerRequest<Args extends readonly unknown[], Value>(
  work: (requestId: string, ...args: Args) => Promise<Value>,
  again: boolean,
): (requestId: string, ...args: Args) => Promise<Value> {
  const running = new Map<string, Promise<Value>>()
  return (requestId, ...args) => {
    const known = running.get(requestId)
    if (known !== undefined) return known
    const begun = work(requestId, ...args)
    running.set(requestId, begun)
    if (again) begun.catch(() => running.delete(requestId))
    return begun
  }
}
