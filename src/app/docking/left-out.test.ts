import { describe, expect, it } from 'vitest'
import { leftOutWords } from './left-out.ts'

const saved = (...kinds: readonly unknown[]) => ({ version: 2, layout: {}, panels: kinds.map((kind) => ({ kind })) })

describe('what could not be shown of a saved arrangement', () => {
  it('is told: the whole of it, or the kinds of panels that this version does not have, each once', () => {
    expect(leftOutWords({ version: 9, layout: {} }, false)).toMatch(
      /could not be read by this version.*nothing typed in them/,
    )
    expect(leftOutWords(saved('chart', 'radar', 'radar', 'sonar'), true)).toBe(
      'This version has no panel called radar, sonar: left out of this window.',
    )
  })

  it('is nothing where all is shown, and at a first start', () => {
    expect(leftOutWords(saved('chart', 7), true)).toBeNull()
    expect(leftOutWords({ version: 1, layout: {} }, true)).toBeNull()
    for (const none of [null, undefined, {}, { drafts: {} }, 'x']) expect(leftOutWords(none, false)).toBeNull()
  })
})
