/** The command that begins it. Pure. */
import type { Command } from '../commands/index.ts'

export const limitsTestCommand = (run: () => void): Command => ({
  id: 'limits/test',
  title: 'Test my limits',
  scope: 'app',
  words: ['limits', 'risk', 'safety', 'check', 'proof', 'controls', 'sheet', 'print'],
  menu: { menu: 'View', section: 'Find', label: 'Test my limits…' },
  run,
})
