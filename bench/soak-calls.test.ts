import { Agent } from 'undici'
import { expect, onTestFinished, test } from 'vitest'
import { startScriptedUpstream } from '#e2e/support/scripted-upstream.ts'
import { makeCall, type SoakCall, soakCalls } from './soak-calls.ts'

// An upstream alone: it knows no keys, gives no request id, and passes its own faults on.
async function judge(name: string, change: Partial<SoakCall> = {}) {
  await using upstream = await startScriptedUpstream()
  const agent = new Agent()
  onTestFinished(() => agent.destroy())
  const call = soakCalls.find(each => each.name === name)
  if (call === undefined) throw new Error(`no call is named ${name}`)
  const pool = agent.compose(
    dispatch => (options, handler) =>
      dispatch({ ...options, origin: new URL(upstream.baseUrl).origin }, handler),
  )
  return (await makeCall(pool, { ...call, ...change }, {})).problem
}

test.each(['chat', 'stream', 'canceled stream', 'canceled response', 'embeddings', 'rerank'])(
  'a successful %s is no problem',
  async name => {
    expect(await judge(name)).toBeNull()
  },
)

const messages = [{ role: 'user', content: 'x' }]

test.each([
  ['another status', 'chat', { body: { model: 'error-500', messages } }, /^chat: 500 /],
  [
    'a stream without its end',
    'stream',
    { body: { model: 'no-done', messages, stream: true } },
    /^stream: ends with/,
  ],
  ['a cut connection', 'stream', { body: { model: 'reset-3', messages, stream: true } }, /^stream: /],
] as const)('%s is one', async (_what, name, change, words) => {
  expect(await judge(name, change)).toMatch(words)
})
