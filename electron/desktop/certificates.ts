/** The certificates that main trusts: those that come with it, and those of the system, among which a company has its own. */

interface EnvironmentOptions {
  readonly environment: Record<string, string | undefined>
  readonly isPackaged: boolean
  readonly tell: (title: string, detail: string) => void
}

/** A variable of the environment that has Node take any certificate at all. */
const TAKES_ANY = 'NODE_TLS_REJECT_UNAUTHORIZED'

/** Before the first connection: a packaged terminal checks certificates whatever the environment says. */
export function checkCertificates({ environment, isPackaged, tell }: EnvironmentOptions): void {
  if (!isPackaged || environment[TAKES_ANY] === undefined) return
  delete environment[TAKES_ANY]
  tell(
    'A setting that takes any certificate was not followed',
    `${TAKES_ANY} is set where Isotherm was started. Anybody on the way could read and change what is sent; the service's certificate is checked as always.`,
  )
}

interface CertificatesOptions {
  readonly read: (from: 'bundled' | 'system') => readonly string[]
  readonly trust: (certificates: string[]) => void
  readonly log: { info(facts: object, message: string): void; warn(facts: object, message: string): void }
}

/** Takes a tenth of a second. What cannot be read of the system's is said in the log, and those that come along are trusted as ever. */
export function trustCertificates({ read, trust, log }: CertificatesOptions): void {
  try {
    const system = read('system')
    trust([...new Set([...read('bundled'), ...system])])
    log.info({ count: system.length }, 'certificates of the system are trusted')
  } catch (error) {
    log.warn({ err: error }, 'the certificates of the system could not be read')
  }
}
