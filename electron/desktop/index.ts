/** The desktop around the terminal: screen lock, sleep and clocks, the tray, links, and keeping the machine awake. */

export { LONGEST_LINK, parseLink, SCHEME } from './deep-link.ts'
export { createKeepAwake, followScreenLock } from './machine.ts'
export { checkCertificates, createSystemProxy, type ReachThrough, trustCertificates } from './network.ts'
export { watchTime } from './time-watch.ts'
export { createTray, type TrayAction } from './tray.ts'
