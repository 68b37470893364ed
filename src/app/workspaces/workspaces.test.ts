import { describe, expect, it, vi } from 'vitest'
import type { WorkspacesView } from '../../../contract/workspace.ts'
import { freeName, TEMPLATE_NAMES } from '../../../contract/workspace-names.ts'
import { runCommand } from '../../commands/index.ts'
import type { Question } from './use-workspaces.ts'
import { type Choice, type Features, TEMPLATES, tabChoices, templateChoices, unsavable } from './use-workspaces.ts'
import { workspaceCommands, workspaceProvider } from './workspace-commands.tsx'
import { workspaceMenu } from './workspace-tabs.tsx'

const FEATURES = {
  scalar: { on: true },
  binary: { on: true },
  outcomes: { on: false, reason: 'The venue lists no outcome markets.' },
} as unknown as Features

const view = (current: WorkspacesView['current'], ...names: readonly string[]): WorkspacesView => ({
  current,
  list: names.map((name) => ({ name, windows: 1, savedAt: 0 })),
})
const scalar = (changed = false): WorkspacesView['current'] => ({ name: 'Scalar', from: 'template', changed })
const morning = (changed = false): WorkspacesView['current'] => ({ name: 'Morning', from: 'saved', changed })

const named = (choices: readonly Choice[]): readonly string[] =>
  choices.map(({ goal, isCurrent, isChanged }) => `${goal.name}${isCurrent ? '!' : ''}${isChanged ? '*' : ''}`)

describe('the choices of the top bar', () => {
  it('are the templates while nothing is saved, at most one of them selected, without those that would be empty', () => {
    expect(named(tabChoices(view(scalar()), FEATURES))).toEqual([
      'Scalar!',
      'Scalp',
      'Binary',
      'Settlement',
      'Books',
      'Everything',
    ])
    expect(named(tabChoices(view(null), FEATURES))).toEqual([
      'Scalar',
      'Scalp',
      'Binary',
      'Settlement',
      'Books',
      'Everything',
    ])
    expect(named(tabChoices(view(scalar(true)), FEATURES))).toEqual([
      'Scalar!*',
      'Scalp',
      'Binary',
      'Settlement',
      'Books',
      'Everything',
    ])
  })

  it('are the saved workspaces, and then the templates', () => {
    const templates = ['Scalar', 'Scalp', 'Binary', 'Settlement', 'Books', 'Everything']
    const tabs = named(tabChoices(view(morning(true), 'Evening', 'Morning'), FEATURES))
    expect(tabs).toEqual(['Evening', 'Morning!*', ...templates])
    const [, ...others] = templates
    expect(named(tabChoices(view(scalar(), 'Scalar'), FEATURES))).toEqual(['Scalar', 'Scalar!', ...others])
    expect(
      named(tabChoices(view(morning(), 'Morning', 'Scalp'), FEATURES)).filter((one) => one === 'Scalp'),
    ).toHaveLength(1)
  })

  it('state why a template cannot be opened, and nothing before the features are known', () => {
    expect(templateChoices(view(null), FEATURES).map(({ impossible }) => impossible)).toEqual([
      null,
      null,
      null,
      'The venue lists no outcome markets.',
      null,
      null,
      null,
    ])
    expect(templateChoices(view(null), undefined).every(({ impossible }) => impossible === null)).toBe(true)
  })
})

function port() {
  const requests: Question[] = []
  const actions = { open: vi.fn(), save: vi.fn(), remove: vi.fn(), showExport: vi.fn() }
  return { asked: requests, actions, ask: (question: Question) => void requests.push(question) }
}

describe('the menu and the commands', () => {
  it('save under a name only what has changed since, and ask for a name where there is none', () => {
    expect(unsavable(view(morning(true), 'Morning'))).toBeNull()
    expect(unsavable(view(morning(), 'Morning'))).toBe('nothing has changed')
    const { asked, actions, ask } = port()
    const save = (of: WorkspacesView) => workspaceCommands(of, { actions, ask })[0]
    runCommand(save(view(scalar(true))) as never)
    expect(asked).toEqual([{ kind: 'save-as', next: null }])
    expect(runCommand(save(view(morning(), 'Morning')) as never)).toBe(false)
    runCommand(save(view(morning(true), 'Morning')) as never)
    expect(actions.save).toHaveBeenCalledOnce()
  })

  it('ask before anything is lost, and state why an action that needs a saved workspace is unavailable', () => {
    const { asked, actions, ask } = port()
    for (const command of workspaceCommands(view(scalar()), { actions, ask })) runCommand(command)
    expect(asked.map(({ kind }) => kind)).toEqual(['save-as', 'save-as', 'import'])
    asked.length = 0
    for (const command of workspaceCommands(view(morning(), 'Morning'), { actions, ask })) runCommand(command)
    expect(asked.map(({ kind }) => kind)).toEqual(['save-as', 'reset', 'rename', 'duplicate', 'import'])
    expect(actions.showExport).toHaveBeenCalledWith('Morning')
  })

  it('list the same things', () => {
    const { actions, ask } = port()
    const entries = workspaceMenu(view(morning(true), 'Evening', 'Morning'), FEATURES, { actions, ask })
    expect(entries.filter(({ section }) => section === 'Open').map(({ label, note }) => [label, note])).toEqual([
      ['Evening', undefined],
      ['Morning', 'changed'],
    ])
    expect(new Set(entries.map(({ id }) => id)).size).toBe(entries.length)
    entries.find(({ id }) => id === 'workspace/Evening')?.onAction?.()
    expect(actions.open).toHaveBeenCalledWith({ kind: 'workspace', name: 'Evening' })
  })

  it('find unopened entries by a part of their name', () => {
    const { actions } = port()
    const { search } = workspaceProvider(view(morning(), 'Evening', 'Morning'), FEATURES, actions.open)
    expect(search('N', 10).map(({ title }) => title)).toEqual([
      'Open Evening',
      'Open Binary',
      'Open Settlement',
      'Open Everything',
    ])
    expect(search('', 2)).toHaveLength(2)
    expect(search('open binary', 10).map(({ title }) => title)).toEqual(['Open Binary'])
  })
})

describe('suggested names', () => {
  it('are free in any spelling, differ from templates, and never exceed the maximum length', () => {
    expect(freeName('Morning', [])).toBe('Morning')
    expect(freeName('Morning', ['MORNING', 'Morning 2'])).toBe('Morning 3')
    expect(TEMPLATES.map(({ name }) => name)).toEqual(TEMPLATE_NAMES)
    expect(freeName('scalar', [])).toBe('scalar 2')
    expect(freeName('Scalar', ['Scalar 2'])).toBe('Scalar 3')
    const long = 'x'.repeat(60)
    expect(freeName(long, [long])).toBe(`${'x'.repeat(58)} 2`)
  })
})
