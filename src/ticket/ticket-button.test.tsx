import { renderToStaticMarkup } from 'react-dom/server'
import { expect, it } from 'vitest'
import { HeldOff } from '../trade-forms/index.ts'
import { TicketButton } from './use-ticket-sender.tsx'

const button = (isOff: boolean): string =>
  renderToStaticMarkup(
    <HeldOff isOff={isOff}>
      <TicketButton side="buy" name="Buy" what="100" disabled={false} onPress={() => undefined} />
    </HeldOff>,
  )

it('a sending button ignores clicks while its ticket rolls over to another market', () => {
  expect(button(false)).not.toContain('disabled')
  expect(button(true)).toContain('disabled=""')
})
