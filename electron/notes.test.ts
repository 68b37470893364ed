import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'
import type { Address } from '../contract/address.ts'
import { Listeners } from '../contract/listeners.ts'
import { LONGEST_NOTE, type NoteAbout, noteText } from '../contract/notes.ts'
import type { SafeBlock } from '../contract/safe-text.ts'
import { createFakeClock } from '../contract/testing/fake-clock.ts'
import { millis } from '../contract/time.ts'
import { createNotes } from './notes.ts'
import { openStorage } from './storage/index.ts'

const DAY: NoteAbout = 'day/2026-11-25'

function open() {
  const directory = mkdtempSync(join(tmpdir(), 'notes-'))
  const storage = openStorage({ directory, clock: createFakeClock() })
  onTestFinished(() => {
    storage.close()
    rmSync(directory, { recursive: true })
  })
  const identity = new Listeners()
  let address: Address | null = '0x01' as Address
  let now = 1000
  const notesOf = (profile: string) =>
    createNotes({
      store: storage.notes,
      profile,
      address: () => address,
      onIdentityChange: identity.on,
      clock: { now: () => millis(now++) },
    })
  return {
    storage,
    notesOf,
    signIn(next: string | null) {
      address = next as Address | null
      identity.notify()
    },
  }
}
const typed = (text: string, before: string) => ({ about: DAY, text: noteText(text), before: noteText(before) })
const viewOf = (notes: ReturnType<typeof createNotes>) => notes.topics.view({ kind: 'notes' })

describe('notes', () => {
  it('are kept by wallet and deployment, and published', () => {
    const { notesOf, signIn } = open()
    const notes = notesOf('practice')
    let reported = 0
    notes.topics.onChange(() => reported++)
    notes.save(typed(' Too late. #late-exit\r\n', ''))
    expect(viewOf(notes)).toEqual({ account: '0x01', notes: [{ about: DAY, text: 'Too late. #late-exit', at: 1000 }] })
    expect(reported).toBe(1)
    expect(viewOf(notesOf('main'))).toEqual({ account: '0x01', notes: [] })
    signIn('0x02')
    expect(viewOf(notes)).toEqual({ account: '0x02', notes: [] })
    signIn('0x01')
    expect(viewOf(notes)?.notes).toHaveLength(1)
    expect(reported).toBe(3)
  })

  it('are removed with an empty text, and the same text writes nothing', () => {
    const notes = open().notesOf('practice')
    notes.save(typed('a', ''))
    notes.save(typed('a', ''))
    expect(viewOf(notes)?.notes).toEqual([{ about: DAY, text: 'a', at: 1000 }])
    notes.save(typed('  ', 'a'))
    expect(viewOf(notes)?.notes).toEqual([])
  })

  it('do not silently overwrite another window’s change', () => {
    const notes = open().notesOf('practice')
    notes.save(typed('theirs', ''))
    expect(() => notes.save(typed('mine', ''))).toThrow('changed in another window')
    expect(() => notes.save(typed('mine', ''))).toThrow('“theirs”')
    notes.save(typed('mine', 'theirs'))
    expect(viewOf(notes)?.notes[0]?.text).toBe('mine')
  })

  it('have a bounded total size, and can only become shorter beyond it', () => {
    const notes = open().notesOf('practice')
    const full = '✓'.repeat(LONGEST_NOTE)
    for (let i = 0; i < 333; i++) notes.save({ ...typed(full, ''), about: `market/${i}` })
    expect(() => notes.save(typed(full, ''))).toThrow('All notes together can take 2 MB. Shorten or delete one first.')
    notes.save({ ...typed('x', full), about: 'market/1' })
    notes.save(typed(full, ''))
    expect(viewOf(notes)?.notes).toHaveLength(334)
  })

  it('refuse with a reason a text that is too long, and a user who is not signed in', () => {
    const { notesOf, signIn } = open()
    const notes = notesOf('practice')
    const text = 'x'.repeat(LONGEST_NOTE + 1)
    expect(() => notes.save(typed(text, ''))).toThrow(`has ${LONGEST_NOTE + 1}`)
    signIn(null)
    expect(() => notes.save(typed('a', ''))).toThrow('Sign in to save notes: they belong to a wallet.')
    expect(viewOf(notes)).toEqual({ account: null, notes: [] })
  })

  it('are safe when read from the disk, and can be changed then', () => {
    const { notesOf, storage } = open()
    const of = { profile: 'practice', account: '0x01' }
    storage.notes.keep(of, { about: DAY, text: 'a\u202Eb\u0007' as SafeBlock, at: millis(1) })
    const notes = notesOf('practice')
    expect(viewOf(notes)?.notes).toMatchObject([{ text: 'a b' }])
    notes.save(typed('c', 'a b'))
    expect(viewOf(notes)?.notes).toMatchObject([{ text: 'c' }])
  })
})
