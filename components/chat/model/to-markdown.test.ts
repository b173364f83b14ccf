import { expect, test } from 'vitest'
import { emptyAnswer, emptyChoice } from './answer.ts'
import { beginRun } from './run/begin-run.ts'
import { openBodies } from './draft/open-draft.ts'
import { settleRun } from './run/settle-run.ts'
import { toMarkdown } from './to-markdown.ts'

const createIds = () => {
  let count = 0
  return () => `id${(count += 1)}`
}

test('a conversation is exported with its roles, model names and figures', () => {
  const newId = createIds()
  const opened = openBodies([{ model: 'a/b', messages: [{ role: 'system', content: 'Be brief.' }] }], newId)
  const { state, starts } = beginRun(
    { ...opened, pending: { text: 'Hi', images: [] } },
    [opened.activeId],
    newId,
    0,
  )
  const settled = settleRun(state, opened.activeId, starts[0]?.turnId ?? '', {
    state: 'done',
    model: 'a/b',
    answer: {
      ...emptyAnswer,
      model: 'a/b-answered',
      choices: [{ ...emptyChoice, content: 'Hello' }],
      usage: { prompt_tokens: 9, completion_tokens: 5, total_tokens: 14 },
    },
    chosen: 0,
    startedAt: 0,
    firstMs: 212,
    totalMs: 1900,
    failure: null,
    requestId: null,
    serverTiming: null,
    sentBytes: 0,
    schema: null,
  })

  expect(toMarkdown(settled).text).toBe(
    '# a/b\n\n## System\n\nBe brief.\n\n## User\n\nHi\n\n## Assistant (a/b-answered)\n\nHello\n\n' +
      '_done · TTFT 212 ms · total 1.9 s · 9 → 5 tokens · –_\n',
  )
})

test('tool calls cannot break out of their fences, and images are named', () => {
  const call = { id: 'c1', type: 'function', function: { name: 'f', arguments: '{"x":"```"}' } }
  const image = { type: 'image_url', image_url: { url: 'data:image/png;base64,AAAA' } }
  const messages = [
    { role: 'user', content: [{ type: 'text', text: 'Look' }, image] },
    { role: 'assistant', content: null, tool_calls: [call] },
  ]
  const { text: markdown } = toMarkdown(openBodies([{ model: 'm', messages }], createIds()))

  expect(markdown).toContain('````json\n{"x":"```"}\n````')
  expect(markdown).toContain('[image: image/png, 3 bytes]')
  expect(markdown).not.toContain('base64')
})
