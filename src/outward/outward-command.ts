/** The command that opens notifications elsewhere. Pure. */
import type { Command } from '../commands/index.ts'

export const outwardCommand = (open: () => void): Command => ({
  id: 'outward/open',
  title: 'Set up notifications elsewhere',
  scope: 'app',
  words: ['webhook', 'ntfy', 'heartbeat', 'phone', 'push', 'dead man', 'alerts', 'remote'],
  menu: { menu: 'View', section: 'Alerts and notifications', label: 'Notifications elsewhere…' },
  run: open,
})
