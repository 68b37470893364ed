/** The desktop around the terminal: the lock of the screen, sleep and clocks, the tray, links, what it may be kept awake for. */
export { checkCertificates, trustCertificates } from './certificates.ts'
export { LONGEST_LINK, parseLink, SCHEME } from './deep-link.ts'
export { createKeepAwake } from './keep-awake.ts'
export { followScreenLock } from './screen-lock.ts'
export { createSystemProxy, type ReachThrough } from './system-proxy.ts'
export { watchTime } from './time-watch.ts'
export { createTray } from './tray.ts'
export type { TrayDeed } from './tray-view.ts'
