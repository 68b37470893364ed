import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, describe, expect, it } from 'vitest'
import { block } from '../../contract/safe-text.ts'
import { ReleaseError } from './release.ts'
import { playUpdater, releaseOf, settled } from './testing/play-updater.ts'

const made: { remove(): void }[] = []
function play(...given: Parameters<typeof playUpdater>) {
  const one = playUpdater(...given)
  made.push(one)
  return one
}
afterEach(() => {
  for (const one of made.splice(0)) one.remove()
})

describe('a check for updates', () => {
  it('finds one, records it, and downloads nothing automatically', async () => {
    const { updater, view, store, host, loads, clock } = play()
    const looking = updater.check()
    expect(view().state.kind).toBe('checking')
    await looking
    expect(view()).toMatchObject({
      state: { kind: 'available', release: { version: '1.2.0', notes: 'What is new in 1.2.0.', bytes: 1000 } },
      ...{ running: '1.1.0', channel: 'stable', checkedAt: clock.now(), reached: true, heldBack: null },
    })
    expect(store.value.highestSeen).toEqual({ stable: '1.2.0', beta: null })
    await clock.advanceAsync(20 * 3_600_000)
    expect([loads, host.asked]).toEqual([[], ['stable']])
  })

  it('is a single check for any number of simultaneous requests', async () => {
    const { updater, host } = play()
    await Promise.all([updater.check(), updater.check(), updater.check()])
    expect(host.asked).toHaveLength(1)
  })

  it('finds nothing newer, or reports why a newer one is withheld', async () => {
    const { updater, view, host } = play()
    host.release = releaseOf('1.1.0')
    await updater.check()
    expect(view()).toMatchObject({ state: { kind: 'idle' }, heldBack: null, reached: true })
    host.release = releaseOf('1.2.0', { stagingPercentage: 0 })
    await updater.check()
    expect(view()).toMatchObject({ state: { kind: 'idle' }, heldBack: expect.stringContaining('gradually') })
  })

  it('is silent where nobody can be reached, and forgets nothing by it', async () => {
    const { updater, view, host, notices } = play()
    await updater.check()
    host.release = new ReleaseError('unreachable', 'No way.')
    await updater.check()
    expect(view()).toMatchObject({ state: { kind: 'available' }, reached: false })
    expect(notices()).toEqual([])
  })

  it('reports a fault of a release host, and shows a notice only for what no network failure explains', async () => {
    const { updater, view, host, notices } = play()
    host.release = new ReleaseError('refused', 'The release host answered 503.')
    await updater.check()
    expect(view().state).toEqual({
      ...{ kind: 'failed', during: 'check', release: null },
      ...{ reason: 'The release host answered 503.', advice: 'Try again later.' },
    })
    expect(notices()).toEqual([])
    host.release = new ReleaseError('bad_signature', 'latest.yml is not signed.')
    await updater.check()
    expect(notices().map(({ title }) => title)).toEqual(['Update not trusted'])
    host.release = releaseOf('1.2.0')
    await updater.check()
    expect([view().state.kind, notices()]).toEqual(['available', []])
  })

  it('reports an expired feed, and a replayed one', async () => {
    const { updater, view, host, notices, store, clock } = play()
    host.release = releaseOf('1.3.0', { expires: clock.now() })
    await updater.check()
    expect(view().state).toMatchObject({
      kind: 'failed',
      reason: expect.stringContaining(
        "The release list expired at 2023-11-14 22:13 UTC: newer releases may be withheld, or this computer's clock is wrong.",
      ),
    })
    expect([notices().length, store.value.highestSeen.stable, view().checkedAt]).toEqual([1, null, null])
    host.release = releaseOf('1.4.0')
    await updater.check()
    host.release = releaseOf('1.2.0')
    await updater.check()
    expect(view().state).toMatchObject({
      kind: 'failed',
      reason: expect.stringContaining('The release host offers 1.2.0 but has offered 1.4.0 before.'),
    })
    expect(notices()).toHaveLength(1)
  })

  it('knows across restarts what was seen: an older feed is not trusted then either', async () => {
    const first = play()
    first.host.release = releaseOf('1.4.0')
    await first.updater.check()
    const { updater, view, host } = play({ folder: first.directory })
    host.release = releaseOf('1.3.0')
    await updater.check()
    expect(view().state.kind).toBe('failed')
    expect(JSON.parse(readFileSync(join(first.directory, 'updates.json'), 'utf8')).highestSeen.stable).toBe('1.4.0')
  })
})

describe('automatic checks', () => {
  it('run a minute after the start and every six hours, a fifth later at most', async () => {
    const { updater, clock, host } = play()
    updater.begin()
    await clock.advanceAsync(65_999)
    expect(host.asked).toHaveLength(0)
    await clock.advanceAsync(1)
    expect(host.asked).toHaveLength(1)
    await clock.advanceAsync(6 * 3_600_000 * 1.1 - 1)
    expect(host.asked).toHaveLength(1)
    await clock.advanceAsync(1)
    expect(host.asked).toHaveLength(2)
  })

  it('stop when that is turned off, and can still be started manually', async () => {
    const { updater, clock, host, choose, engine } = play({ automatic: false })
    updater.begin()
    await clock.advanceAsync(24 * 3_600_000)
    expect([host.asked, engine.loaded]).toEqual([[], 0])
    await updater.check()
    expect(host.asked).toHaveLength(1)
    choose({ automatic: true })
    await clock.advanceAsync(66_000)
    expect(host.asked).toHaveLength(2)
    choose({ automatic: false })
    await clock.advanceAsync(24 * 3_600_000)
    expect(host.asked).toHaveLength(2)
  })

  it('do not exist where updates are off, with the reason on request', async () => {
    const { updater, clock, host, view, engine } = play({ off: 'Updates are off: a reason.' })
    updater.begin()
    await clock.advanceAsync(24 * 3_600_000)
    await expect(updater.check()).rejects.toThrow('Updates are off: a reason.')
    expect(() => updater.download()).toThrow('Updates are off: a reason.')
    await expect(updater.restart()).rejects.toThrow('Updates are off: a reason.')
    expect([host.asked, engine.loaded, view().state]).toEqual([
      [],
      0,
      { kind: 'off', reason: 'Updates are off: a reason.' },
    ])
  })
})

describe('a running download', () => {
  it('reports its progress in whole percent, and is ready at its end', async () => {
    const { updater, view, loads, store } = play()
    expect(() => updater.download()).toThrow('No update to download.')
    await updater.check()
    let reported = 0
    updater.source.onChange(() => {
      reported += 1
    })
    updater.download()
    await settled()
    for (const count of [0, 4, 9, 10, 500, 505]) loads[0]?.asked.onBytes(count)
    expect(view().state).toMatchObject({ kind: 'downloading', percent: 50 })
    // As it began, at 1 and at 50.
    expect(reported).toBe(3)
    await expect(updater.check()).rejects.toThrow('A download is in progress. Cancel it first.')
    loads[0]?.done.resolve()
    await settled()
    expect(view().state).toMatchObject({ kind: 'ready', release: { version: '1.2.0' } })
    expect(store.value.notes).toEqual({ version: '1.2.0', text: 'What is new in 1.2.0.' })
  })

  it('can be canceled by the trader, and is offered again', async () => {
    const { updater, kind, loads } = play()
    await updater.check()
    updater.download()
    await settled()
    updater.cancel()
    expect(loads[0]?.asked.signal.aborted).toBe(true)
    await settled()
    expect(kind()).toBe('available')
  })

  it('fails with its reason and the remedy, and can be retried from there', async () => {
    const { updater, view, loads, notices } = play()
    await updater.check()
    updater.download()
    await settled()
    loads[0]?.done.reject(new ReleaseError('disk_full', 'The disk is full.'))
    await settled()
    expect(view().state).toMatchObject({
      ...{ kind: 'failed', during: 'download', reason: 'The disk is full.' },
      advice: 'Free up disk space, then download it again.',
    })
    expect(notices()).toEqual([])
    updater.download()
    await settled()
    loads[1]?.done.reject(new ReleaseError('other_file', 'The checksum of the file does not match the release.'))
    await settled()
    expect(notices()).toHaveLength(1)
    updater.download()
    await settled()
    loads[2]?.done.resolve()
    await settled()
    expect(view().state.kind).toBe('ready')
  })

  it('stays ready through later checks, until there is a newer one still', async () => {
    const { updater, view, host, toReady } = play()
    await toReady()
    await updater.check()
    expect(view().state.kind).toBe('ready')
    host.release = releaseOf('1.3.0')
    await updater.check()
    expect(view().state).toMatchObject({ kind: 'available', release: { version: '1.3.0' } })
  })

  it('ends with its channel', async () => {
    const { updater, kind, loads, choose, host, view } = play()
    await updater.check()
    updater.download()
    await settled()
    choose({ channel: 'beta' })
    await settled()
    expect([kind(), loads[0]?.asked.signal.aborted]).toEqual(['idle', true])
    host.release = releaseOf('1.3.0-beta.1')
    await updater.check()
    expect([kind(), host.asked, view().channel]).toEqual(['available', ['stable', 'beta'], 'beta'])
    choose({ channel: 'stable' })
    expect(kind()).toBe('idle')
  })

  it('ignores late results of a channel that was changed meanwhile', async () => {
    const { updater, kind, host, choose } = play()
    const wait = Promise.withResolvers<void>()
    host.wait = wait.promise
    const looking = updater.check()
    choose({ channel: 'beta' })
    wait.resolve()
    await looking
    expect(kind()).toBe('idle')
  })
})

describe('a restart', () => {
  it('is asked about, once at a time; with a no nothing has changed', async () => {
    const { updater, questions, ended, toReady, kind, store } = play()
    await expect(updater.restart()).rejects.toThrow('No update is ready to restart into.')
    await toReady()
    const request = updater.restart()
    await settled()
    expect(questions.map(({ version }) => version)).toEqual(['1.2.0'])
    await expect(updater.restart()).rejects.toThrow('A dialog about this is already open. Answer it first.')
    questions[0]?.answer.resolve(false)
    await request
    expect([ended, kind(), store.value.installing]).toEqual([[], 'ready', null])
  })

  it('is decided again by main after the yes, and is on disk before anything ends', async () => {
    const { updater, questions, ended, toReady, engine, store, directory } = play()
    await toReady()
    const request = updater.restart()
    await settled()
    expect([engine.confirmed, ended]).toEqual([1, []])
    questions[0]?.answer.resolve(true)
    await request
    expect([engine.confirmed, ended.length, store.value.installing]).toEqual([2, 1, '1.2.0'])
    expect(JSON.parse(readFileSync(join(directory, 'updates.json'), 'utf8')).installing).toBe('1.2.0')
    expect(await ended[0]?.()).toBe('/apps/Isotherm.AppImage')
    // Nothing else is started on the way to the end.
    await expect(updater.check()).rejects.toThrow('about to restart')
  })

  it.each(['before', 'after'] as const)('does not start when the file was changed %s the question', async (when) => {
    const { updater, questions, ended, toReady, engine, view } = play()
    await toReady()
    const change = (): void => {
      engine.confirm = () => Promise.reject(new ReleaseError('other_file', 'The downloaded file was modified.'))
    }
    if (when === 'before') change()
    const request = updater.restart()
    await settled()
    if (when === 'after') {
      change()
      questions[0]?.answer.resolve(true)
    }
    await request
    expect([ended, questions.length]).toEqual([[], when === 'before' ? 0 : 1])
    expect(view().state).toMatchObject({
      kind: 'failed',
      during: 'restart',
      reason: 'The downloaded file was modified.',
    })
  })

  it('does not start once the release has expired during the question', async () => {
    const { updater, questions, ended, host, clock, view, toReady } = play()
    host.release = releaseOf('1.2.0', { expires: clock.now() + 1000 })
    await toReady()
    const request = updater.restart()
    await settled()
    clock.advance(1000)
    questions[0]?.answer.resolve(true)
    await request
    expect([ended, view().state.kind]).toEqual([[], 'failed'])
  })

  it('keeps the reason of a failure for the version that starts again, which reports it once', async () => {
    const first = play()
    await first.toReady()
    first.engine.install = () =>
      Promise.reject(new ReleaseError('not_installed', 'The updater failed: mv: no space left.'))
    const request = first.updater.restart()
    await settled()
    first.questions[0]?.answer.resolve(true)
    await request
    await expect(first.ended[0]?.()).rejects.toThrow('mv')
    const again = play({ folder: first.directory })
    again.updater.begin()
    expect(again.notices().map(({ title }) => title)).toEqual(['Isotherm 1.2.0 was not installed'])
    expect(again.notices()[0]?.detail).toMatch(/^The updater failed: mv: no space left\. This is still 1\.1\.0/)
    const third = play({ folder: first.directory })
    third.updater.begin()
    expect(third.notices()).toEqual([])
  })

  it('is reported as not installed where the old version starts without a known reason', () => {
    const { updater, notices } = play({ kept: { installing: '1.2.0' } })
    updater.begin()
    expect(notices()).toHaveLength(1)
  })
})

describe('the release notes', () => {
  const notes = { version: '1.2.0', text: block`Depth is drawn faster.` }

  it('are shown by the new version, until they were read', () => {
    const { updater, view, notices, directory } = play({ running: '1.2.0', kept: { installing: '1.2.0', notes } })
    updater.begin()
    expect([view().whatsNew, notices()]).toEqual([{ version: '1.2.0', notes: notes.text }, []])
    updater.dismissNews()
    expect(view().whatsNew).toBeNull()
    expect(play({ running: '1.2.0', folder: directory }).view().whatsNew).toBeNull()
  })

  it.each([
    ['the old version', { running: '1.1.0', kept: { notes } }],
    ['a manually installed version', { running: '1.3.0', kept: { notes } }],
    ['a release without notes', { running: '1.2.0', kept: { notes: { ...notes, text: block`` } } }],
  ])('are not shown by %s', (_which, given) => {
    expect(play(given).view().whatsNew).toBeNull()
  })
})
