import { describe, expect, it } from 'vitest'
import { JsonNumber, jsonNumber, parseAnswer, parseJson, toPlain } from './json.ts'

describe('JSON on the wire', () => {
  it('keeps the text of every number', () => {
    expect(parseJson('{"p":571.80,"q":[1e-7,-0.0,12345678901234567890]}')).toEqual({
      p: new JsonNumber('571.80'),
      q: [new JsonNumber('1e-7'), new JsonNumber('-0.0'), new JsonNumber('12345678901234567890')],
    })
  })

  it('returns ordinary values, keys in order, and bigints where a number would lose digits', () => {
    const text = '{"b":1,"a":[true,null,"1",2.5],"o":9007199254740993}'
    expect(toPlain(parseJson(text))).toEqual({ b: 1, a: [true, null, '1', 2.5], o: 9_007_199_254_740_993n })
    expect(Object.keys(toPlain(parseJson(text)) as object)).toEqual(['b', 'a', 'o'])
  })

  it('keeps a key named like the prototype harmless', () => {
    const value = toPlain(parseJson('{"__proto__":{"admin":true}}')) as Record<string, unknown>
    expect(value.admin).toBeUndefined()
    expect(Object.keys(value)).toEqual(['__proto__'])
  })

  it('is refused when it is nested too deep', () => {
    expect(() => parseJson(`${'['.repeat(200_000)}${']'.repeat(200_000)}`)).toThrow()
  })

  it('writes a decimal as a number with exactly its digits', () => {
    expect(JSON.stringify({ p: jsonNumber('0.50') })).toBe('{"p":0.50}')
  })
})

describe('a long answer', () => {
  const rows = Array.from({ length: 20_000 }, (_, i) => `{"tid":"${i}","px":571.${i},"sz":1e-7,"__proto__":null}`)
  const text = `{"fills":[${rows.join()}]}`

  it('is parsed in slices, with other work between them', async () => {
    let isRead = false
    const reading = parseAnswer(text).finally(() => {
      isRead = true
    })
    for (let turn = 0; turn < 20; turn += 1) {
      await new Promise((resolve) => setImmediate(resolve))
      expect(isRead).toBe(false)
    }
    await reading
  })

  it('has the same result as a short one', async () => {
    expect(await parseAnswer(text)).toStrictEqual(parseJson(text))
  })
})
