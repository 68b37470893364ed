import { describe, expect, it } from 'vitest'
import { createFakeClock } from '../../contract/testing/fake-clock.ts'
import { Notices } from './notices.ts'

const shown = (notices: Notices): string[] => notices.source.value.map(({ title }) => title)

describe('notices of several deployments', () => {
  it('stand side by side, and one does not take away that of another', () => {
    const notices = new Notices(createFakeClock())
    const [alpha, beta] = [notices.of('alpha'), notices.of('beta')]
    alpha.put('signed-out', 'error', 'Signed out', '')
    beta.put('signed-out', 'error', 'Signed out', '')
    expect(shown(notices)).toEqual(['Signed out', 'Signed out'])
    beta.clear('signed-out')
    notices.nameDeployments(true)
    expect(shown(notices)).toEqual(['alpha: Signed out'])
  })

  it('name the deployment while several run, those that were told before too, and never what is of none', () => {
    const notices = new Notices(createFakeClock())
    notices.of('alpha').add('info', 'Filled', '')
    notices.add('warning', 'The settings file was damaged', '')
    notices.nameDeployments(true)
    expect(shown(notices)).toEqual(['The settings file was damaged', 'alpha: Filled'])
    notices.nameDeployments(false)
    expect(shown(notices)).toEqual(['The settings file was damaged', 'Filled'])
  })

  it('are told on as they come, with their deployment: a state when it says something new, nothing twice', () => {
    const notices = new Notices(createFakeClock())
    notices.nameDeployments(true)
    const told: unknown[] = []
    notices.onNew(({ title, detail }, profile) => void told.push([title, detail, profile]))
    const alpha = notices.of('alpha')
    alpha.add('error', 'A stop failed', '')
    alpha.put('feed', 'warning', 'No data', 'since 12:00')
    alpha.put('feed', 'warning', 'No data', 'since 12:00')
    alpha.put('feed', 'warning', 'No data', 'since 13:00')
    alpha.clear('feed')
    notices.put('feed', 'warning', 'No data', 'since 13:00')
    expect(told).toEqual([
      ['A stop failed', '', 'alpha'],
      ['No data', 'since 12:00', 'alpha'],
      ['No data', 'since 13:00', 'alpha'],
      ['No data', 'since 13:00', null],
    ])
  })

  it('offer what they do for their own deployment alone', () => {
    const notices = new Notices(createFakeClock())
    notices.of('alpha').add('error', 'No exit protects a late order', '', { kind: 'protect', asset: 'NYCTMP1' })
    notices.add('warning', 'The settings file was damaged', '', null, { kind: 'protect', asset: 'NYCTMP1' })
    expect(notices.source.value.map(({ act }) => act)).toEqual([
      null,
      { kind: 'protect', asset: 'NYCTMP1', profile: 'alpha' },
    ])
  })
})
