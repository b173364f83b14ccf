import { expect, test } from 'vitest'
import { sourceOf } from './__fixtures__/search-runs.ts'
import { toChatWithout } from './without-sources.ts'

test('an answer from fewer sources sends the others to a chat between fences, and the question last', () => {
  const sources = [sourceOf('The moon ```moves``` it.', 'https://a.test/', 'Tides')]

  const { body } = toChatWithout('What moves the tides?', sources, { model: 'm', windowTokens: null })

  const [, user] = body['messages'] as { content: string }[]
  expect(body).toMatchObject({ model: 'm', stream: true })
  expect(user?.content).toMatch(
    /^\[1\] Tides · https:\/\/a\.test\/\n````\nThe moon[^]*````\n\nWhat moves the tides\?$/,
  )
})
