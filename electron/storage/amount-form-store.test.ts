import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { createFakeClock } from '../../contract/testing/fake-clock.ts'
import { openStorage } from './index.ts'

it('the form of an amount is stored for its deployment, only the latest, across restarts', () => {
  const directory = mkdtempSync(join(tmpdir(), 'isotherm-forms-'))
  onTestFinished(() => rmSync(directory, { recursive: true, force: true }))
  const storage = openStorage({ directory, clock: createFakeClock() })
  storage.amountForms.keep('a', 'binaryPredict/amount_usdc', 'text')
  storage.amountForms.keep('a', 'binaryPredict/amount_usdc', 'number')
  storage.close()
  const again = openStorage({ directory, clock: createFakeClock() })
  expect([...again.amountForms.all('a')]).toEqual([['binaryPredict/amount_usdc', 'number']])
  expect(again.amountForms.all('b').size).toBe(0)
  again.close()
})
