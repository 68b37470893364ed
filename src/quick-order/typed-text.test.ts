import { inBothUnits, plain } from '../../contract/testing/both-units.ts'
import { typedText } from './order-provider.ts'

inBothUnits([
  [
    'a mark that was typed in a line',
    () => typedText(plain({ kind: 'typed', value: '571.5', unit: 'own' })),
    '571.5',
    '71.5 °F',
  ],
  [
    'a temperature that was typed in a line',
    () => typedText(plain({ kind: 'typed', value: '71.5', unit: 'fahrenheit' })),
    '571.5',
    '71.5 °F',
  ],
  [
    'a temperature that was typed for a mark',
    () => typedText(plain({ kind: 'typed', value: '71.5', unit: 'own' })),
    '71.5',
    '71.5',
  ],
  ['a probability', () => typedText(plain({ kind: 'typed', value: '0.62', unit: 'own' })), '0.62', '0.62'],
  ['a probability in percent', () => typedText(plain({ kind: 'typed', value: '62', unit: 'percent' })), '62 %', '62 %'],
  ['a best price', () => typedText(plain({ kind: 'quote', quote: 'mid' })), 'the mid', 'the mid'],
])
