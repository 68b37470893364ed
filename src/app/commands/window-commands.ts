/** Commands for the window as a whole: new windows, moving the focus, the layout. Pure. */
import { MENU_KEYS } from '../../../contract/key.ts'
import type { Command } from '../../commands/index.ts'

/** Their interface to the window. */
export interface WindowPort {
  readonly newWindow: () => void
  /** Opens the list of deployments, which moves this window to another one. */
  readonly showDeployments: () => void
  readonly resetLayout: () => void
  readonly templates: readonly { readonly id: string; readonly title: string; readonly apply: () => void }[]
  /** Moves the focus to the next region of the window, or the previous one. */
  readonly focusRegion: (step: 1 | -1) => void
  /** Brings the order ticket to the front, with the focus on its first field. */
  readonly focusTicket: () => void
  /** Opens the exit plan of the order ticket, with the focus on its stop. */
  readonly focusExits: () => void
  /** Null where windows need not be armed; else whether this one is. */
  readonly armed: boolean | null
  readonly arm: (armed: boolean) => void
}

/** All of them. */
export const windowCommands = (port: WindowPort): readonly Command[] => [
  {
    id: 'window/new',
    title: 'Open a new window',
    scope: 'app',
    keys: [MENU_KEYS['window/new']],
    run: port.newWindow,
  },
  {
    id: 'deployment/switch',
    title: 'Switch deployment, in Account',
    scope: 'window',
    aliases: ['profile', 'mainnet', 'testnet', 'practice', 'network'],
    run: port.showDeployments,
  },
  {
    id: 'focus/next',
    title: 'Next panel',
    scope: 'window',
    keys: [{ code: 'F6' }],
    aliases: ['focus', 'region'],
    run: () => port.focusRegion(1),
  },
  {
    id: 'focus/previous',
    title: 'Previous panel',
    scope: 'window',
    keys: [{ code: 'F6', shift: true }],
    aliases: ['focus', 'region', 'previous'],
    run: () => port.focusRegion(-1),
  },
  {
    id: 'focus/ticket',
    title: 'Go to the order ticket',
    scope: 'window',
    keys: [{ code: 'F2' }],
    aliases: ['focus', 'price', 'size', 'buy', 'sell'],
    run: port.focusTicket,
  },
  {
    id: 'focus/exits',
    title: 'Go to the exit plan of the order ticket (bracket)',
    scope: 'window',
    keys: [{ code: 'F2', shift: true }],
    aliases: ['focus', 'stop', 'target', 'bracket', 'protect'],
    run: port.focusExits,
  },
  {
    id: 'window/arm',
    title: 'Arm this window',
    scope: 'window',
    aliases: ['safety', 'catch', 'trade'],
    impossible: port.armed === null ? 'Arming not required here' : port.armed ? 'Already armed' : null,
    run: () => port.arm(true),
  },
  {
    id: 'window/disarm',
    title: 'Disarm this window',
    scope: 'window',
    aliases: ['safety', 'catch'],
    impossible: port.armed === null ? 'Arming not required here' : port.armed ? null : 'Not armed',
    run: () => port.arm(false),
  },
  ...port.templates.map(({ id, title, apply }) => ({
    id: `layout/${id}`,
    title: `Use the ${title} layout`,
    scope: 'window' as const,
    aliases: ['template', 'panels'],
    menu: { menu: 'View' as const, section: 'Layouts', label: `${title} layout` },
    run: apply,
  })),
  {
    id: 'layout/reset',
    title: 'Reset layout of this window',
    scope: 'window',
    aliases: ['arrange', 'panels'],
    menu: { menu: 'View', section: 'Layout', label: 'Reset layout' },
    run: port.resetLayout,
  },
]
