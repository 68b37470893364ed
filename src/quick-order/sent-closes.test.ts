import { describe, expect, it } from 'vitest'
import { SentCloses } from './use-close-now.tsx'

const ASSET = 'NYCTMP1'
const action = { id: 'close' }

describe('a close by a key that sends at once', () => {
  it('is unseen until main has accepted it and it shows, for its own asset alone', () => {
    const sent = new SentCloses()
    expect(sent.isUnseen(ASSET)).toBe(false)
    sent.began(ASSET)
    sent.update([{ id: 'another' }])
    expect(sent.isUnseen(ASSET)).toBe(true)
    sent.taken(ASSET, 'close', [])
    expect(sent.isUnseen(ASSET)).toBe(true)
    expect(sent.isUnseen('NYCTMP2')).toBe(false)
    sent.update([action])
    expect(sent.isUnseen(ASSET)).toBe(false)
  })

  it('is seen if it showed before main answered, and none if main refused it', () => {
    const sent = new SentCloses()
    sent.began(ASSET)
    sent.taken(ASSET, 'close', [action])
    expect(sent.isUnseen(ASSET)).toBe(false)
    sent.began(ASSET)
    sent.refused(ASSET)
    expect(sent.isUnseen(ASSET)).toBe(false)
  })

  it('stays seen once it has left the list: the next partial close is not blocked for the rest of the day', () => {
    const sent = new SentCloses()
    sent.began(ASSET)
    sent.taken(ASSET, 'close', [action])
    sent.update([{ id: 'much later' }])
    expect(sent.isUnseen(ASSET)).toBe(false)
  })
})
