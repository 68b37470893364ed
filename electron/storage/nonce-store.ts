/** The highest nonce per signer, in the journal's database. */
import type { DatabaseSync } from 'node:sqlite'
import type { NonceStore } from './interface.ts'

/** A stored nonce never goes back, whatever is saved. */
export function createNonceStore(database: DatabaseSync): NonceStore {
  const read = database.prepare('SELECT nonce FROM nonces WHERE signer = ?')
  const write = database.prepare(
    `INSERT INTO nonces (signer, nonce) VALUES (?, ?)
     ON CONFLICT (signer) DO UPDATE SET nonce = max(nonce, excluded.nonce)`,
  )
  return {
    last: (signer) => (read.get(signer) as { nonce: number } | undefined)?.nonce ?? 0,
    save: (signer, nonce) => void write.run(signer, nonce),
  }
}
