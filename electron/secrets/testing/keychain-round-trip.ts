/** Run by a test in a separate session: stores a secret in the system's real keychain and prints the value read back, as JSON. */
import { systemClock } from '../../clock.ts'
import { createSecretStore, Secret, secretAccount } from '../secret-store.ts'

const account = secretAccount('round trip', 'access-token')
const open = () => createSecretStore({ service: 'isotherm-test', clock: systemClock })
const textOf = (secret: Secret | null): string | null => secret?.reveal() ?? null

const store = open()
const before = textOf(await store.get(account))
await store.set(account, new Secret('planted-secret'))
/** A store with nothing in memory: what it finds is in the keychain. */
const after = textOf(await open().get(account))
await store.delete(account)
const deleted = textOf(await open().get(account))
process.stdout.write(JSON.stringify({ before, after, deleted, view: store.view() }))
process.exit(0)
