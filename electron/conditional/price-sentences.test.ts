import { inBothUnits, plain } from '../../contract/testing/both-units.ts'
import { movedStop } from './moving.ts'
import { priceIssue, triggerIssue } from './trigger.ts'

const EXIT = { family: 'scalar', kind: 'stop', position: 'long', source: 'mark', tickSize: '0.02' }

inBothUnits([
  [
    'a trigger off the tick',
    () => priceIssue(plain({ ...EXIT, trigger: '570.01' })),
    'The trigger must be a multiple of 0.02; 570.01 is not.',
    'The trigger must be a multiple of 0.02; 70.01 °F is not.',
  ],
  [
    'a trigger on the wrong side',
    () => triggerIssue(plain({ ...EXIT, trigger: '572.00', now: '571.84' })),
    'The stop must be below 571.84 (mark); 572.00 is not.',
    'The stop must be below 71.84 °F (mark); 72.00 °F is not.',
  ],
  [
    'a stop that follows',
    () =>
      movedStop(
        plain({
          position: 'long',
          trigger: '570.00',
          plan: {
            role: 'stop',
            entryPx: '570.50',
            tick: '0.02',
            best: '571.00',
            filled: '1',
            terms: { breakEven: null, trail: { distance: '0.50', after: { when: 'at_once' } } },
          },
        }),
        plain('571.84'),
        false,
      )?.detail,
    'Stop trailed to 571.34, behind the best price of 571.84.',
    'Stop trailed to 71.34 °F, behind the best price of 71.84 °F.',
  ],
])
