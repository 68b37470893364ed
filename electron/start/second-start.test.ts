import { describe, expect, it } from 'vitest'
import type { WindowAsk } from '../../contract/desktop.ts'
import { answerSecondStart, secondStartOf } from './second-start.ts'

const LINE = {
  headless: false,
  screenshot: null,
  userDataDir: null,
  remoteDebuggingPort: null,
  profile: null,
  windowSize: null,
}
const NOTHING = { link: null, profile: null, unused: [] }

function answer(reported: unknown) {
  const requests: (readonly [string | null, WindowAsk | null])[] = []
  const notices: string[] = []
  answerSecondStart(reported, {
    deployments: {
      choices: () => [
        {
          ...{ name: 'alpha', network: 'testnet', baseUrl: 'https://alpha.example', origin: 'stored' },
          ...{ running: true, windows: 1, holds: null },
        } as const,
      ],
    },
    openInWindow: async (profile, ask) => void requests.push([profile, ask]),
    notices: { put: (_key, _level, title, detail) => void notices.push(`${title}. ${detail}`) },
  })
  return { asked: requests, notices }
}

describe('a second start', () => {
  it('without arguments brings the window used last to the front, and opens none', () => {
    expect(answer(NOTHING)).toEqual({ asked: [[null, null]], notices: [] })
  })

  it('with an invalid message only brings a window to the front', () => {
    expect(answer({ evil: 1 })).toEqual({ asked: [[null, null]], notices: [] })
  })

  it('with the file of a known deployment brings a window of it to the front, or opens one', () => {
    const reported = secondStartOf({
      line: LINE,
      profile: { name: 'alpha', baseUrl: 'https://alpha.example/' },
      link: null,
    } as never)
    expect(answer(reported)).toEqual({ asked: [['alpha', null]], notices: [] })
  })

  it.each([
    [
      { name: 'beta', baseUrl: 'https://beta.example' },
      /Isotherm is already running, without the deployment beta\. It is not a deployment of the running terminal\. Add its file in Account, or restart with --profile\./,
    ],
    [
      { name: 'alpha', baseUrl: 'https://evil.example' },
      /Isotherm is already running, without the deployment alpha\. That name belongs to a different deployment there, at https:\/\/alpha\.example\./,
    ],
  ])('with %j reports the reason', (profile, says) => {
    const { asked, notices } = answer({ ...NOTHING, profile })
    expect(asked).toEqual([[null, null]])
    expect(notices[0]).toMatch(says)
  })

  it('names the flags that it ignored', () => {
    const reported = secondStartOf({
      line: { ...LINE, windowSize: { width: 800, height: 600 } },
      profile: null,
      link: null,
    } as never)
    expect(answer(reported).notices[0]).toContain(
      'Isotherm is already running. --window-size works only on a fresh start. Quit Isotherm first.',
    )
  })

  it('opens a link’s view, and reports an invalid one', () => {
    expect(answer({ ...NOTHING, link: 'isotherm://panel/alerts' }).asked).toEqual([
      [null, { kind: 'panel', panel: 'alerts' }],
    ])
    const { asked, notices } = answer({ ...NOTHING, link: 'isotherm://order/buy/5' })
    expect(asked).toEqual([[null, null]])
    expect(notices[0]).toContain('isotherm://order/buy/5')
  })
})
