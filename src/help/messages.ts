/** Texts of the glossary when no term is found. */
export const MESSAGES = {
  noTerm: 'Nothing is called that, and nothing is said of it.',
} as const
