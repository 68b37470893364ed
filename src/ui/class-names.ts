/** Joins class names, leaving out what is switched off. */
export const classNames = (...names: readonly (string | false | null | undefined)[]): string =>
  names.filter((name) => typeof name === 'string' && name !== '').join(' ')
