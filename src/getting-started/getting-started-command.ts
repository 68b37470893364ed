/** The command that opens the list of first steps. Pure. */
import type { Command } from '../commands/index.ts'

export const gettingStartedCommand = (open: () => void): Command => ({
  id: 'help/getting-started',
  title: 'Getting started: from practice to a first order',
  scope: 'app',
  words: ['first', 'steps', 'begin', 'checklist', 'setup', 'onboarding', 'live', 'help'],
  menu: { menu: 'View', section: 'Help', label: 'Getting started…' },
  run: open,
})
