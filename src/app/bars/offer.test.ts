import { expect, it } from 'vitest'
import type { WorkspacesView } from '../../../contract/workspace.ts'
import { offersTemplates } from './notices.tsx'

it.each([
  [{ name: 'Scalar', from: 'template', changed: false }, [], true],
  [{ name: 'Scalar', from: 'template', changed: true }, [], true],
  [{ name: 'Scalar', from: 'template', changed: false }, ['Morning'], false],
  [{ name: 'Binary', from: 'template', changed: false }, [], false],
  [null, [], false],
] as const)(
  'other layouts are offered only while nothing but the first one exists: %o with %o saved, %s',
  (current, saved, offers) => {
    const view = { current, list: saved.map((name) => ({ name })) } as unknown as WorkspacesView
    expect(offersTemplates(view)).toBe(offers)
  },
)
