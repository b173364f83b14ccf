import { expect, test } from 'vitest'
import { connectClients } from '#lib/snippets/connect/all-clients.ts'
import { toNewKey } from './new-key.ts'

const now = 1_800_000_000_000
const chosen = { id: 'local/qwen3-1.7b', type: 'chat' } as const

test.each(['claude-code', 'codex'])('a key for %s has the chosen model as its default model', id => {
  const { client, way } = find(id)

  expect(toNewKey('laptop', { client, way, model: chosen, now })).toEqual({
    name: 'laptop',
    scopes: ['chat'],
    default_model: 'local/qwen3-1.7b',
    expires_at: now + 90 * 24 * 3_600_000,
  })
})

test('a key for an agent has none while there is no model', () => {
  const { client, way } = find('claude-code')

  expect(toNewKey('laptop', { client, way, model: undefined, now })).not.toHaveProperty('default_model')
})

test.each(['curl', 'openai-python', 'mcp-claude-code', 'cohere'])(
  'a key for %s has none: wrong model names stay errors',
  id => {
    const { client, way } = find(id)

    const key = toNewKey('laptop', { client, way, model: chosen, now })

    expect(key).not.toHaveProperty('default_model')
    expect(key.scopes).toEqual(way.scopes)
  },
)

function find(id: string) {
  const found = connectClients
    .flatMap(client => client.ways.map(way => ({ client, way })))
    .find(({ way }) => way.id === id)
  if (found === undefined) throw new Error(`there is no way ${id}`)
  return found
}
