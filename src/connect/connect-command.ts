/** The command that opens the dialog. Pure. */
import type { Command } from '../commands/index.ts'

export const connectCommand = (run: () => void): Command => ({
  id: 'deployment/connect',
  title: 'Connect to a deployment by its address',
  scope: 'app',
  words: ['add', 'service', 'network', 'mainnet', 'testnet', 'host', 'url', 'profile', 'live'],
  menu: { menu: 'View', section: 'Find', label: 'Connect to a deployment…' },
  run,
})
