/** Texts of the glossary when no term is found. */
export const MESSAGES = {
  noTerm: 'No matches.',
} as const
