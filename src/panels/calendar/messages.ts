/** Texts of the panel "Calendar" when it has no rows. */
const NOTHING_ENDS = 'Nothing settles or expires in the next 48 hours, as far as the venue tells.'

export const MESSAGES = {
  all: NOTHING_ENDS,
  settlements: NOTHING_ENDS,
  mine: 'You hold nothing that ends in the next 48 hours.',
} as const
