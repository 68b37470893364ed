/** Texts of the panel "Calendar" when it has no rows. */
const NOTHING_ENDS = 'Nothing settles or expires in the next 48 hours.'

export const MESSAGES = {
  all: NOTHING_ENDS,
  settlements: NOTHING_ENDS,
  mine: 'None of your positions ends in the next 48 hours.',
} as const
