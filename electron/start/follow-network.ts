/** What main trusts and goes through on its way to services: certificates and proxy of the system. */
import { setGlobalProxyFromEnv } from 'node:http'
import tls from 'node:tls'
import { app, session } from 'electron'
import type { Clock } from '../../contract/time.ts'
import { checkCertificates, createSystemProxy, type ReachThrough, trustCertificates } from '../desktop/index.ts'
import type { Log } from '../log/index.ts'
import type { Notices } from '../topics/index.ts'

interface NetworkOptions {
  readonly notices: Pick<Notices, 'add'>
  readonly clock: Clock
  readonly log: Log
}

/** Before the first connection of main; what is given back waits for the system's proxy of an address. */
export function followNetwork({ notices, clock, log }: NetworkOptions): ReachThrough {
  const tell = (title: string, detail: string): void => notices.add('warning', title, detail)
  checkCertificates({ environment: process.env, isPackaged: app.isPackaged, tell })
  let isTrusting = false
  /** Not at the start: who is on the practice venue alone needs none of them. */
  const trust = (): void => {
    if (isTrusting) return
    isTrusting = true
    trustCertificates({
      read: (from) => tls.getCACertificates(from),
      trust: (certificates) => tls.setDefaultCACertificates(certificates),
      log,
    })
  }
  return createSystemProxy({
    async resolve(url) {
      trust()
      await app.whenReady()
      return session.defaultSession.resolveProxy(url)
    },
    apply: (environment) => setGlobalProxyFromEnv(environment),
    tell,
    clock,
  })
}
