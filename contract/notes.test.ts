import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  aboutDay,
  isNoteAbout,
  type Note,
  noteText,
  suggestedTags,
  tagCounts,
  taggedResults,
  tagsOf,
  typedTag,
  withTag,
} from './notes.ts'
import { runs } from './testing/property-runs.ts'
import { millis } from './time.ts'

/** Any text, including lone surrogates. */
const codeUnits = fc
  .array(fc.oneof(fc.integer({ min: 0, max: 0xffff }), fc.constantFrom(9, 10, 13, 32)))
  .map((codes) => String.fromCharCode(...codes))

const note = (about: string, text: string): Note => ({ about, text, at: millis(0) }) as Note

describe('tags in a note', () => {
  it.each([
    ['Sold too soon #late-exit', ['late-exit']],
    ['#Late-Exit and #LATE-EXIT again', ['late-exit']],
    ['#a #b', ['a', 'b']],
    ['C# is none, nor is a#b, nor &#39; nor http://x/#y', []],
    ['# alone, ## twice', []],
    ['#früh, #ｗｉｄｅ.', ['früh', 'wide']],
    ['ends (#plan-).', ['plan']],
  ])('%s', (text, tags) => expect(tagsOf(text)).toEqual(tags))

  it('are counted once per note, the most frequent first', () => {
    const notes = [note('day/1', '#b #b'), note('day/2', '#a #b'), note('day/3', 'none')]
    expect(tagCounts(notes)).toEqual([
      { tag: 'b', count: 2 },
      { tag: 'a', count: 1 },
    ])
  })

  it('are suggested while being typed', () => {
    const tags = tagCounts([note('day/1', '#late-exit #late-entry'), note('day/2', '#late-exit #plan')])
    const at = (text: string) => typedTag(text, text.length)
    expect(at('sold #la')).toEqual({ from: 5, typed: 'la' })
    expect(at('sold #la ')).toBeNull()
    expect(suggestedTags('La', tags)).toEqual(['late-exit', 'late-entry'])
    expect(suggestedTags('plan', tags)).toEqual([])
    expect(withTag('sold #la, sadly', 8, 'late-exit')).toEqual({ text: 'sold #late-exit , sadly', caret: 16 })
    expect(withTag('sold #la then', 8, 'late-exit')).toEqual({ text: 'sold #late-exit then', caret: 16 })
  })

  it('match the text after one is accepted', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), fc.constantFrom('late-exit', 'plan', 'früh'), (before, tag) => {
        const typed = `${before} #${tag.slice(0, 2)}`
        expect(tagsOf(withTag(typed, typed.length, tag).text)).toContain(tag)
      }),
      { numRuns: runs(200, 5000) },
    )
  })
})

describe('the text of a note', () => {
  it.each([
    ['  a\r\nb\t\u0000c \n', 'a\nb  c'],
    ['\u001b[31mred\u001b[0m', '[31mred [0m'],
    ['sold \u202Eylrae\u202C', 'sold  ylrae'],
    ['   ', ''],
  ])('%j is stored as %j', (typed, kept) => expect(noteText(typed)).toBe(kept))

  it('is unchanged when cleaned again', () => {
    fc.assert(
      fc.property(codeUnits, (typed) => noteText(noteText(typed)) === noteText(typed)),
      { numRuns: runs(500, 20_000) },
    )
  })
})

it('the subject of a note includes its kind', () => {
  expect(isNoteAbout(aboutDay(Date.UTC(2026, 10, 25, 23)))).toBe(true)
  for (const wrong of ['day/', 'week/1', 'day/a b', 'x', `day/${'1'.repeat(401)}`])
    expect(isNoteAbout(wrong)).toBe(false)
})

it('results are filtered by the tags of their day, bucket and market', () => {
  const day = millis(Date.UTC(2026, 10, 25))
  const result = (asset: string, bucket: number | null) => ({
    day,
    asset,
    bucket: bucket === null ? null : millis(bucket),
  })
  const all = [result('A', 7), result('A', 9), result('B', 9), result('#1', null)]
  const of = (about: string) => taggedResults(all, [note(about, 'x #t'), note('market/B', '#other')], 't')
  expect(of('day/2026-11-25')).toEqual(all)
  expect(of('day/2026-11-24')).toEqual([])
  expect(of('market/A')).toEqual([all[0], all[1]])
  expect(of('bucket/9/A')).toEqual([all[1]])
  expect(of(`bucket/${day}/#1`)).toEqual([all[3]])
})
