/** For the tests of this folder: deployments over one storage in a separate folder, as main has them. */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { onTestFinished, vi } from 'vitest'
import type { Clock } from '../../../contract/time.ts'
import { createSecretStore } from '../../secrets/index.ts'
import { deploymentProfile } from '../../service/index.ts'
import { TerminalSettings } from '../../settings/index.ts'
import { NonceAllocator } from '../../signing/index.ts'
import { openStorage, type Storage } from '../../storage/index.ts'
import { Notices } from '../../topics/index.ts'
import { createBrowserSigner } from '../../wallet/index.ts'
import { createOpenMeteoKey } from '../../weather/index.ts'
import { createDeployment, type Deployment } from '../deployment.ts'

interface DeploymentsSetup {
  readonly storage: Storage
  readonly secrets: ReturnType<typeof createSecretStore>
  readonly settings: TerminalSettings
  readonly nonces: NonceAllocator
  /** Creates a deployment of this name; it is stopped when the test ends. */
  make(name: string, baseUrl: string): Deployment
}

/** @param prepare fills the storage before the first deployment is created. */
export function openDeployments(clock: Clock, prepare: (storage: Storage) => void = () => undefined): DeploymentsSetup {
  const directory = mkdtempSync(join(tmpdir(), 'deployments-'))
  const log = { debug: vi.fn(), info: vi.fn(), warn: vi.fn(), error: vi.fn() }
  const storage = openStorage({ directory, clock })
  prepare(storage)
  const settings = new TerminalSettings(storage.settings)
  const notices = new Notices(clock)
  const nonces = new NonceAllocator({ store: storage.nonces })
  const secrets = createSecretStore({ clock, keychain: () => Promise.reject(new Error('none')) })
  const made: Deployment[] = []
  onTestFinished(() => {
    for (const deployment of made) deployment.stop()
    storage.close()
    rmSync(directory, { recursive: true })
  })
  return {
    storage,
    secrets,
    settings,
    nonces,
    make(name, baseUrl) {
      const deployment = createDeployment({
        profile: deploymentProfile.parse({ name, baseUrl, network: 'testnet' }),
        keys: {
          secrets,
          browser: createBrowserSigner({ clock, openExternal: async () => undefined, randomText: () => 'x' }),
          practice: null,
          nonces,
        },
        record: { storage, onStep: undefined },
        choices: { current: () => [], onChange: () => () => undefined },
        messages: {
          notices: notices.of(name),
          notifications: { feature: () => ({ on: true }), show: () => undefined, beep: () => undefined },
          notifyRemotely: () => undefined,
        },
        settings,
        openMeteoKey: createOpenMeteoKey({ secrets, origins: storage.secretOrigins }),
        terminal: { version: '0', host: 'chromium-host' },
        clock,
        log,
      })
      made.push(deployment)
      return deployment
    },
  }
}
