/**
 * Values between main and a page are sent as JSON. Electron clones more (Map, Date, undefined inside objects); the host refuses what JSON would
 * silently change, so that nothing works here and differs there.
 */

/**
 * Throws for a value that JSON cannot carry unchanged. Undefined members are dropped; undefined elements become null. Self-contained: it also runs,
 * as source text, in the page's isolated world.
 */
export function assertPlain(value: unknown, depth: number = 0): void {
  switch (typeof value) {
    case 'string':
    case 'boolean':
    case 'undefined':
      return
    case 'number':
      if (Number.isFinite(value)) return
      throw new Error(`${value} could not be cloned: chromium-host passes finite numbers only`)
    case 'object':
      break
    default:
      throw new Error(`An object could not be cloned: chromium-host passes no ${typeof value}`)
  }
  if (value === null) return
  if (depth > 200) throw new Error('An object could not be cloned: it is circular or nested too deeply')
  if (Array.isArray(value)) {
    for (const element of value) assertPlain(element, depth + 1)
    return
  }
  const prototype = Object.getPrototypeOf(value)
  if (prototype !== null && Object.getPrototypeOf(prototype) !== null) {
    throw new Error(
      `An object could not be cloned: chromium-host passes plain objects only, not ${value.constructor?.name}`,
    )
  }
  for (const key in value) assertPlain((value as Record<string, unknown>)[key], depth + 1)
}

/** Arguments as sent: trailing undefined ones are dropped, and arrive as undefined. */
export function plainArguments(args: readonly unknown[]): readonly unknown[] {
  let length = args.length
  while (length > 0 && args[length - 1] === undefined) length -= 1
  const sent = args.slice(0, length)
  assertPlain(sent)
  return sent
}
