import { describe, expect, it } from 'vitest'
import { createFakeClock } from '../../contract/testing/fake-clock.ts'
import type { FrameBatch } from '../../contract/topics.ts'
import { Notices } from './notices.ts'
import { createPublisher } from './publisher.ts'

const shown = (notices: Notices): string[] => notices.source.value.map(({ title }) => title)

it('a notice shows the text of services, files and pages safely', () => {
  const notices = new Notices(createFakeClock())
  notices.add('info', 'Market \u202Eno\nlies', 'First\u0007\nsecond')
  notices.put('key', 'info', 'x'.repeat(3_000), '\u202E')
  expect(notices.source.value).toMatchObject([
    { title: `${'x'.repeat(499)}…`, detail: '' },
    { title: 'Market no lies', detail: 'First\nsecond' },
  ])
})

describe('notices of several deployments', () => {
  it('coexist, and one does not remove that of another', () => {
    const notices = new Notices(createFakeClock())
    const [alpha, beta] = [notices.of('alpha'), notices.of('beta')]
    alpha.put('signed-out', 'error', 'Signed out', '')
    beta.put('signed-out', 'error', 'Signed out', '')
    expect(shown(notices)).toEqual(['Signed out', 'Signed out'])
    beta.clear('signed-out')
    notices.nameDeployments(true)
    expect(shown(notices)).toEqual(['alpha: Signed out'])
  })

  it('name the deployment while several run, including earlier ones, but not those without one', () => {
    const notices = new Notices(createFakeClock())
    notices.of('alpha').add('info', 'Filled', '')
    notices.add('warning', 'The settings file was damaged', '')
    notices.nameDeployments(true)
    expect(shown(notices)).toEqual(['The settings file was damaged', 'alpha: Filled'])
    notices.nameDeployments(false)
    expect(shown(notices)).toEqual(['The settings file was damaged', 'Filled'])
  })

  it('stay in the list once dismissed, until their state is over, and are open again with new content', () => {
    const notices = new Notices(createFakeClock())
    const open = (): string[] => notices.source.value.filter((one) => !one.isDismissed).map(({ detail }) => detail)
    notices.put('feed', 'warning', 'No data', 'since 12:00')
    notices.dismiss(['feed'])
    notices.put('feed', 'warning', 'No data', 'since 12:00')
    expect([shown(notices), open()]).toEqual([['No data'], []])
    notices.put('feed', 'warning', 'No data', 'since 13:00')
    expect(open()).toEqual(['since 13:00'])
    notices.dismiss(['feed'])
    notices.clear('feed')
    expect(shown(notices)).toEqual([])
  })

  it('are forwarded as they come, with their deployment: a state when it has new content, nothing twice', () => {
    const notices = new Notices(createFakeClock())
    notices.nameDeployments(true)
    const reports: unknown[] = []
    notices.onNew(({ title, detail }, profile) => void reports.push([title, detail, profile]))
    const alpha = notices.of('alpha')
    alpha.add('error', 'A stop failed', '')
    alpha.put('feed', 'warning', 'No data', 'since 12:00')
    alpha.put('feed', 'warning', 'No data', 'since 12:00')
    alpha.put('feed', 'warning', 'No data', 'since 13:00')
    alpha.clear('feed')
    notices.put('feed', 'warning', 'No data', 'since 13:00')
    expect(reports).toEqual([
      ['A stop failed', '', 'alpha'],
      ['No data', 'since 12:00', 'alpha'],
      ['No data', 'since 13:00', 'alpha'],
      ['No data', 'since 13:00', null],
    ])
  })

  it('offer actions for their own deployment only', () => {
    const notices = new Notices(createFakeClock())
    notices.of('alpha').add('error', 'No exit protects a late order', '', { kind: 'protect', asset: 'NYCTMP1' })
    notices.add('warning', 'The settings file was damaged', '', null, { kind: 'protect', asset: 'NYCTMP1' })
    expect(notices.source.value.map(({ act }) => act)).toEqual([
      null,
      { kind: 'protect', asset: 'NYCTMP1', profile: 'alpha' },
    ])
  })
})

describe('more than 200 notices', () => {
  const levels = (notices: Notices): Record<string, number> => {
    const counts: Record<string, number> = {}
    for (const { level } of notices.source.value) counts[level] = (counts[level] ?? 0) + 1
    return counts
  }
  const addAll = (notices: Notices, level: 'info' | 'warning' | 'error', count: number, from = 0): void => {
    for (let i = from; i < from + count; i += 1) notices.add(level, `${level} ${i}`, '')
  }

  it('drop the oldest info first, then the oldest warning, and no error', () => {
    const notices = new Notices(createFakeClock())
    addAll(notices, 'error', 3)
    addAll(notices, 'info', 2)
    addAll(notices, 'warning', 195)
    notices.put('feed', 'warning', 'No data', '')
    expect(shown(notices)).toHaveLength(200)
    expect(shown(notices)).not.toContain('info 0')
    expect(shown(notices)).toContain('info 1')
    addAll(notices, 'warning', 3, 195)
    expect(levels(notices)).toEqual({ error: 3, warning: 197 })
    expect(shown(notices)).not.toContain('warning 1')
    expect(shown(notices).slice(0, 4)).toEqual(['warning 197', 'warning 196', 'warning 195', 'No data'])
    expect(shown(notices).slice(-4)).toEqual(['warning 2', 'error 2', 'error 1', 'error 0'])
  })

  it('drop the oldest error only where all are errors, and show no other then', () => {
    const notices = new Notices(createFakeClock())
    const reports: string[] = []
    notices.onNew(({ title }) => void reports.push(title))
    addAll(notices, 'error', 200)
    notices.add('warning', 'A warning', '')
    expect(levels(notices)).toEqual({ error: 200 })
    expect(reports.at(-1)).toBe('A warning')
    notices.add('error', 'The newest', '')
    expect([shown(notices).at(0), shown(notices).at(-1)]).toEqual(['The newest', 'error 1'])
    notices.dismiss(['notice-7', 'notice-9'])
    notices.add('warning', 'A warning', '')
    expect(levels(notices)).toEqual({ error: 199, warning: 1 })
    expect(shown(notices)).not.toContain('error 6')
    expect(shown(notices)).toContain('error 8')
  })
})

describe('a burst of notices', () => {
  it('calls its listeners once until the list is read, and each reader gets all of them', () => {
    const notices = new Notices(createFakeClock())
    let calls = 0
    notices.source.onChange(() => (calls += 1))
    for (let i = 0; i < 20; i += 1) notices.add('info', `notice ${i}`, '')
    notices.put('feed', 'warning', 'No data', '')
    notices.clear('feed')
    expect(calls).toBe(1)
    expect(notices.source.view({ kind: 'notices' })).toHaveLength(20)
    expect(notices.source.value).toBe(notices.source.value)
    notices.dismiss(['notice-1'])
    notices.dismiss(['notice-2'])
    expect(calls).toBe(2)
    expect(notices.source.value.filter(({ isDismissed }) => !isDismissed)).toHaveLength(18)
  })

  it('is one batch of a window, and none of the other windows misses it', () => {
    const clock = createFakeClock()
    const notices = new Notices(clock)
    const windows = [true, true, false].map((visible) => {
      const batches: FrameBatch[] = []
      const publisher = createPublisher({
        ...{ clock, epochMs: () => clock.now(), sources: [notices.source] },
        send: (batch) => void batches.push(batch),
      })
      publisher.watch('notices' as never)
      publisher.setVisible(visible)
      return { batches, publisher }
    })
    clock.advance(2_000)
    notices.add('info', 'The first', '')
    clock.advance(150)
    const before = windows.map(({ batches }) => batches.length)
    for (let i = 0; i < 50; i += 1) notices.add('info', `notice ${i}`, '')
    clock.advance(150)
    // Two have read the list; the hidden one has not, when there is more.
    notices.add('error', 'The newest', '')
    clock.advance(2_000)
    expect(windows.map(({ batches }, i) => batches.length - (before[i] ?? 0))).toEqual([2, 2, 1])
    for (const { batches } of windows) expect(batches.at(-1)?.updates[0]?.[1]).toHaveLength(52)
  })
})
