import { pythonLiteral, shellLiteral, typescriptLiteral } from '#lib/snippets/literals.ts'

/** A client that can call this server. */
export interface ConnectClient {
  readonly id: string
  readonly name: string
  /** Language or purpose. */
  readonly about: string
  /** Scopes that its key needs. */
  readonly scopes: readonly ('chat' | 'embeddings' | 'rerank' | 'web')[]
  /** Installs its package; null: nothing to install. */
  readonly install: string | null
  /** Points the client at this server. */
  readonly setUp: CodeLines
  /** Sends the first request, in the same shell as the key. */
  readonly send: CodeLines
}

export interface CodeLines {
  /** File or program that the lines belong to. */
  readonly place: string
  readonly language: 'bash' | 'python' | 'typescript'
  readonly code: string
}

/** The values that differ between servers. */
interface ConnectServer {
  readonly baseUrl: string
  readonly chatModel: string
  readonly rerankModel: string
}

/** Every client with the lines for this server; the key comes from the environment. */
export function listClients(server: ConnectServer): readonly ConnectClient[] {
  return [curl(server), openaiPython(server), openaiTypescript(server), cohere(server), firecrawl(server)]
}

function curl({ baseUrl, chatModel }: ConnectServer): ConnectClient {
  const body = JSON.stringify({ model: chatModel, messages: [{ role: 'user', content: 'Say hello' }] })
  return {
    id: 'curl',
    name: 'curl',
    about: 'Any shell',
    scopes: ['chat'],
    install: null,
    setUp: {
      place: 'Shell',
      language: 'bash',
      code: `export SEXTANT_BASE_URL=${shellLiteral(`${baseUrl}/v1`)}\n`,
    },
    send: {
      place: 'Shell',
      language: 'bash',
      code: `curl "$SEXTANT_BASE_URL/chat/completions" \\
  -H "Authorization: Bearer $SEXTANT_API_KEY" \\
  -H 'Content-Type: application/json' \\
  -d ${shellLiteral(body)}
`,
    },
  }
}

function openaiPython({ baseUrl, chatModel }: ConnectServer): ConnectClient {
  return {
    id: 'openai-python',
    name: 'OpenAI SDK',
    about: 'Python',
    scopes: ['chat', 'embeddings'],
    install: 'pip install openai',
    setUp: {
      place: 'hello.py',
      language: 'python',
      code: `import os
from openai import OpenAI

client = OpenAI(base_url=${pythonLiteral(`${baseUrl}/v1`)}, api_key=os.environ["SEXTANT_API_KEY"])
answer = client.chat.completions.create(
    model=${pythonLiteral(chatModel)},
    messages=[{"role": "user", "content": "Say hello"}],
)
print(answer.choices[0].message.content)
`,
    },
    send: { place: 'Shell', language: 'bash', code: 'python3 hello.py\n' },
  }
}

function openaiTypescript({ baseUrl, chatModel }: ConnectServer): ConnectClient {
  return {
    id: 'openai-typescript',
    name: 'OpenAI SDK',
    about: 'TypeScript, Node',
    scopes: ['chat', 'embeddings'],
    install: 'npm install openai',
    setUp: {
      place: 'hello.mts',
      language: 'typescript',
      code: `import OpenAI from 'openai'

const client = new OpenAI({ baseURL: ${typescriptLiteral(`${baseUrl}/v1`)}, apiKey: process.env.SEXTANT_API_KEY })
const answer = await client.chat.completions.create({
  model: ${typescriptLiteral(chatModel)},
  messages: [{ role: 'user', content: 'Say hello' }],
})
console.log(answer.choices[0]?.message.content)
`,
    },
    send: { place: 'Shell', language: 'bash', code: 'node hello.mts\n' },
  }
}

function cohere({ baseUrl, rerankModel }: ConnectServer): ConnectClient {
  return {
    id: 'cohere',
    name: 'Cohere SDK',
    about: 'Rerank, TypeScript',
    scopes: ['rerank'],
    install: 'npm install cohere-ai',
    setUp: {
      place: 'hello.mts',
      language: 'typescript',
      code: `import { CohereClient } from 'cohere-ai'

const client = new CohereClient({ environment: ${typescriptLiteral(baseUrl)}, token: process.env.SEXTANT_API_KEY })
const ranking = await client.rerank({
  model: ${typescriptLiteral(rerankModel)},
  query: 'When does the library open?',
  documents: ['The library opens at 9.', 'The museum closes at 6.'],
})
console.log(ranking.results)
`,
    },
    send: { place: 'Shell', language: 'bash', code: 'node hello.mts\n' },
  }
}

function firecrawl({ baseUrl }: ConnectServer): ConnectClient {
  return {
    id: 'firecrawl',
    name: 'Firecrawl SDK',
    about: 'Map and scrape, Python',
    scopes: ['web'],
    install: 'pip install firecrawl-py',
    setUp: {
      place: 'hello.py',
      language: 'python',
      code: `import os
from firecrawl import Firecrawl

client = Firecrawl(api_url=${pythonLiteral(baseUrl)}, api_key=os.environ["SEXTANT_API_KEY"])
page = client.scrape("https://example.com", formats=["markdown"])
print(page.markdown)
`,
    },
    send: { place: 'Shell', language: 'bash', code: 'python3 hello.py\n' },
  }
}
