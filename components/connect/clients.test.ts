import { expect, test } from 'vitest'
import { listClients } from './clients.ts'

const server = { baseUrl: 'https://ai.example.org', chatModel: 'acme/large', rerankModel: 'acme/rank' }
const clients = listClients(server)

test.each(clients.map(client => [client.id, client] as const))(
  'the lines of %s have this server’s URL and read the key from the environment',
  (_, { setUp, send }) => {
    const lines = setUp.code + send.code

    expect(lines).toContain(server.baseUrl)
    expect(lines).toContain('SEXTANT_API_KEY')
    expect(lines).not.toContain('sxt_')
  },
)

test.each(clients.map(client => [client.id, client] as const))(
  'the program of %s fits on one screen',
  (_, { setUp, send }) => {
    expect((setUp.code + send.code).trim().split('\n').length).toBeLessThanOrEqual(12)
  },
)

test('a model ID with special characters cannot end its string', () => {
  const [curl, python, typescript] = listClients({ ...server, chatModel: `o'hara"` })

  expect(curl?.send.code).toContain(String.raw`o'\''hara\"`)
  expect(python?.setUp.code).toContain(String.raw`"o'hara\""`)
  expect(typescript?.setUp.code).toContain(String.raw`'o\'hara"'`)
})
