/** The command that opens remote notifications. Pure. */
import type { Command } from '../commands/index.ts'

export const outwardCommand = (open: () => void): Command => ({
  id: 'outward/open',
  title: 'Set up remote notifications',
  scope: 'app',
  words: ['webhook', 'ntfy', 'heartbeat', 'phone', 'push', 'dead man', 'alerts', 'remote'],
  menu: { menu: 'View', section: 'Alerts and notifications', label: 'Remote notifications…' },
  run: open,
})
