/** The desktop around the terminal: the lock of the screen, sleep and clocks, the tray, links, what it may be kept awake for. */

export { LONGEST_LINK, parseLink, SCHEME } from './deep-link.ts'
export { createKeepAwake, followScreenLock } from './machine.ts'
export { checkCertificates, createSystemProxy, type ReachThrough, trustCertificates } from './network.ts'
export { watchTime } from './time-watch.ts'
export { createTray, type TrayDeed } from './tray.ts'
