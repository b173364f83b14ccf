import { shellLiteral } from '#lib/snippets/literals.ts'
import {
  type ConnectClient,
  type ConnectServer,
  type ConnectWay,
  hello,
  shellBlock,
} from './connect-client.ts'

/** The API without a client, one way per kind of request. */
export const curlClient: ConnectClient = {
  id: 'curl',
  name: 'curl',
  about: 'Any shell',
  group: 'curl',
  callsFrom: 'this machine',
  userAgent: /^curl\//,
  needsTokens: null,
  ways: [
    {
      ...curl('/chat/completions', ({ model }) => ({ model, messages: [{ role: 'user', content: hello }] })),
      id: 'curl',
      label: 'Chat',
      scopes: ['chat'],
      modelKind: 'chat',
    },
    {
      ...curl('/messages', ({ model }) => ({
        model,
        max_tokens: 256,
        messages: [{ role: 'user', content: hello }],
      })),
      id: 'curl-messages',
      proof: { kind: 'ran', version: 'curl 7.88.1', on: '2026-11-23' },
      label: 'Messages',
      scopes: ['chat'],
      modelKind: 'chat',
    },
    {
      ...curl('/embeddings', ({ model }) => ({ model, input: 'Hello' })),
      id: 'curl-embeddings',
      label: 'Embeddings',
      scopes: ['embeddings'],
      modelKind: 'embeddings',
    },
    {
      ...curl('/rerank', ({ model }) => ({
        model,
        query: 'When does the library open?',
        documents: ['The library opens at 9.', 'The museum closes at 6.'],
      })),
      id: 'curl-rerank',
      label: 'Rerank',
      scopes: ['rerank'],
      modelKind: 'rerank',
    },
  ],
}

function curl(
  path: string,
  toBody: (server: ConnectServer) => object,
): Pick<ConnectWay, 'keyIn' | 'proof' | 'lines'> {
  return {
    keyIn: 'environment',
    proof: { kind: 'tested' },
    lines: server => ({
      install: null,
      setUp: [shellBlock(`export SEXTANT_BASE_URL=${shellLiteral(`${server.address}/v1`)}\n`)],
      send: shellBlock(`curl "$SEXTANT_BASE_URL${path}" \\
  -H "Authorization: Bearer $SEXTANT_API_KEY" \\
  -H 'Content-Type: application/json' \\
  -d ${shellLiteral(JSON.stringify(toBody(server)))}
`),
    }),
  }
}
