/** `GET /v1/outcomes/conversions/history` */
import type { Conversion } from '../../../contract/outcome.ts'
import type { Wire } from '../wire.ts'
import { storedDecimals } from './stored-decimals.ts'
import { conversionKindOf } from './texts.ts'

/** Newest first. */
export const conversionsOf = (answer: Wire): readonly Conversion[] =>
  answer
    .items('conversions', 'history')
    .map(conversionOf)
    .sort((a, b) => b.time - a.time)

function conversionOf(conversion: Wire): Conversion {
  const places = storedDecimals()
  const kindText = conversion.at('kind', 'type').text()
  return {
    id: conversion.at('id', 'conversionId').id(),
    kind: conversionKindOf(kindText),
    kindText,
    outcomeId: conversion.at('outcomeId').optional((wire) => wire.integer()),
    questionId: conversion.at('questionId').optional((wire) => wire.integer()),
    amount: conversion.at('amount').optional(places.size),
    time: conversion.at('time', 'timestamp').time(),
    ...places.mark(),
  }
}
