import { describe, expect, it, vi } from 'vitest'
import type { Position } from '../../contract/account.ts'
import { ASSET, BUCKET, openPositionCloses } from './testing/setup.ts'

type Setup = ReturnType<typeof openPositionCloses>

/** A disk whose writes fail while a test sets it so. */
function fullDisk({ store, storage }: Setup): () => void {
  const refuse = (): never => {
    throw new Error('database or disk is full')
  }
  const writes = [
    ...(['hold', 'forget', 'release', 'report', 'settle'] as const).map((write) =>
      vi.spyOn(store, write).mockImplementation(refuse),
    ),
    vi.spyOn(storage.ledger, 'keep').mockImplementation(refuse),
  ]
  return () => {
    for (const write of writes) write.mockRestore()
  }
}

/** Longs of 40 that the terminal has seen for a minute. */
async function held(...assets: readonly string[]): Promise<Setup> {
  const setup = openPositionCloses()
  for (const asset of assets) setup.hold('40', { asset })
  await setup.restart()
  await setup.pass(60_000)
  return setup
}

describe('an end with failing disk writes', () => {
  it('is reported all the same, once, and stored without another report as soon as possible', async () => {
    const setup = await held(ASSET)
    const makeRoom = fullDisk(setup)
    await setup.pass(setup.start + BUCKET - setup.clock.now())
    setup.hold('0')
    setup.bucket = null
    setup.fill('sell', '40', '553.05', 'settlement')
    await setup.changed()
    expect(setup.titles).toEqual(['Position settled'])
    await setup.changed()
    await setup.pass(60_000)
    expect([setup.titles.length, setup.view()]).toEqual([1, []])
    makeRoom()
    await setup.pass(10_000)
    expect([setup.titles.length, setup.view().length]).toEqual([1, 1])
    await setup.restart()
    await setup.pass(60_000)
    expect([setup.titles.length, setup.view().length]).toEqual([1, 1])
  })

  it('does not prevent the report of another end', async () => {
    const setup = await held('NYCTMP1', ASSET)
    fullDisk(setup)
    for (const asset of ['NYCTMP1', ASSET]) setup.hold('0', { asset })
    await setup.changed()
    await setup.pass(30_000)
    expect(setup.titles).toEqual(['Position gone', 'Position gone'])
  })
})

describe('a position with failing disk writes', () => {
  it('is followed without an error that ends the terminal, and is stored as soon as possible', async () => {
    const setup = await held(ASSET)
    const makeRoom = fullDisk(setup)
    // The mark reaches the liquidation price: the next turn must store that.
    setup.mark = '535.00'
    await setup.pass(5_000)
    const other: Partial<Position> = { asset: 'NYCTMP1' }
    setup.hold('40', other)
    await setup.changed()
    await setup.pass(5_000)
    makeRoom()
    await setup.pass(10_000)
    expect(setup.store.held({ profile: 'practice', account: setup.address ?? '' })).toMatchObject([
      { asset: 'NYCTMP1' },
      { asset: ASSET },
    ])
    expect(setup.held()).toMatchObject([{ asset: ASSET, isReached: true }, { asset: 'NYCTMP1' }])
  })
})
