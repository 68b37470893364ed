import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { LONG_JSON, parseInTurns } from './json-in-turns.ts'
import { runs } from './testing/property-runs.ts'

const read = (text: string, deepest = 100): Promise<unknown> =>
  parseInTurns(text, { number: Number, deepest, pause: async () => undefined })

/** How often it yielded to other work. */
async function turnsOf(text: string): Promise<number> {
  let turns = 0
  const pause = async (): Promise<void> => {
    turns += 1
  }
  await parseInTurns(text, { number: Number, deepest: 100, pause }).catch(() => undefined)
  return turns
}

describe('long JSON', () => {
  it('parses exactly as with JSON.parse', async () => {
    await fc.assert(
      fc.asyncProperty(fc.json({ stringUnit: 'binary' }), fc.constantFrom(undefined, 1, '\t'), async (json, indent) => {
        const text = JSON.stringify(JSON.parse(json), null, indent)
        expect(await read(text)).toStrictEqual(JSON.parse(text))
      }),
      { numRuns: runs(300, 10_000) },
    )
  })

  it('is rejected where JSON.parse rejects it', async () => {
    await fc.assert(
      fc.asyncProperty(fc.json(), fc.nat(), fc.constantFrom(...'[]{},:"\\0x-.e \u0001'), async (json, at, char) => {
        const place = at % (json.length + 1)
        const text = json.slice(0, place) + char + json.slice(place + 1)
        let expected: unknown
        let isJson = true
        try {
          expected = JSON.parse(text)
        } catch {
          isJson = false
        }
        if (isJson) expect(await read(text)).toStrictEqual(expected)
        else await expect(read(text)).rejects.toThrow(SyntaxError)
      }),
      { numRuns: runs(500, 20_000) },
    )
  })

  it('keeps a key that names the prototype like any other', async () => {
    const value = (await read('{"__proto__":{"a":1},"b":2}')) as object
    expect(Object.keys(value)).toEqual(['__proto__', 'b'])
    expect(Object.getPrototypeOf(value)).toBe(Object.prototype)
  })

  it.each(['[', '{"a":'])('is rejected when nested too deeply: %s', async (unit) => {
    await expect(read(unit.repeat(1_000_000))).rejects.toThrow(RangeError)
  })

  it.each([
    ['numbers', '1,'],
    ['objects', '{"a":"b"},'],
    ['empty lists', '[],'],
    ['texts', `"${'x'.repeat(100)}",`],
  ])('of %s yields to other work every 32 KiB', async (_, unit) => {
    const text = `[${unit.repeat(Math.ceil((40 * LONG_JSON) / unit.length))}0]`
    expect(await turnsOf(text)).toBeGreaterThanOrEqual(39)
  })
})
