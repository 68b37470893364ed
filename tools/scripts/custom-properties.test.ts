import { globSync, readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'

const sources = globSync('src/**/*.{css,html,ts,tsx}').map((file) => ({ file, text: readFileSync(file, 'utf8') }))

/** Set in a style sheet, in an element's style, or by name from a script. */
const DEFINITION = /(--[\w-]+)['"\]]*\s*:|['"`](--[\w-]+)['"`]/g
/** Uses without a fallback. */
const USE = /var\((--[\w-]+)\)/g

describe('a custom property', () => {
  it('is defined when a style uses it, because the browser silently ignores an unknown one', () => {
    const defined = new Set(sources.flatMap(({ text }) => [...text.matchAll(DEFINITION)].map((m) => m[1] ?? m[2])))
    const unknown = sources.flatMap(({ file, text }) =>
      [...text.matchAll(USE)]
        .map(([, name]) => name)
        .filter((name) => !defined.has(name))
        .map((name) => [file, name]),
    )
    expect(unknown).toEqual([])
  })
})
