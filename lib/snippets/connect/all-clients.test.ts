import { describe, expect, test } from 'vitest'
import { parse } from 'yaml'
import { connectClients } from './all-clients.ts'
import {
  clientGroups,
  type ConnectBlock,
  type ConnectLines,
  type ConnectServer,
  keyPlaceholder,
} from './connect-client.ts'

const server: ConnectServer = {
  address: 'https://ai.example.org',
  model: 'acme/large',
  contextWindow: 32_768,
  readsImages: true,
  apiKey: null,
}
const ways = connectClients.flatMap(client => client.ways.map(way => [way.id, way] as const))

describe.each(ways)('the lines of %s', (_, way) => {
  test('have the address of this server and the chosen model', () => {
    const text = textOf(way.lines(server))

    expect(text).toContain(server.address)
    expect(text.includes(server.model)).toBe(way.modelKind !== null)
  })

  test('take the key from the environment, or show a placeholder until there is one', () => {
    const text = textOf(way.lines(server))

    expect(text).toContain(way.keyIn === 'environment' ? 'SEXTANT_API_KEY' : keyPlaceholder)
    expect(text).not.toContain('sxt_')
    expect(textOf(way.lines({ ...server, apiKey: 'sxt_new' })).includes('sxt_new')).toBe(
      way.keyIn === 'lines',
    )
  })

  test('fit on one screen', () => {
    expect(textOf(way.lines(server)).trim().split('\n').length).toBeLessThanOrEqual(28)
  })

  test('need a key with at least one scope', () => {
    expect(way.scopes.length).toBeGreaterThan(0)
  })
})

test('links of earlier versions still open the same lines', () => {
  const known = ['curl', 'openai-python', 'openai-typescript', 'cohere', 'firecrawl']

  expect(known.filter(id => !ways.some(([way]) => way === id))).toEqual([])
  expect(new Set(ways.map(([id]) => id)).size).toBe(ways.length)
})

test('every group has clients, in the order of the page', () => {
  expect([...new Set(connectClients.map(({ group }) => group))]).toEqual([...clientGroups])
})

test('a model ID with special characters cannot end its string', () => {
  const odd = { ...server, model: `o'hara"` }

  expect(textOf(linesOf('curl', odd))).toContain(String.raw`o'\''hara\"`)
  expect(textOf(linesOf('openai-python', odd))).toContain(String.raw`"o'hara\""`)
  expect(textOf(linesOf('openai-typescript', odd))).toContain(String.raw`'o\'hara"'`)
  expect(textOf(linesOf('claude-code', odd))).toContain(String.raw`ANTHROPIC_MODEL='o'\''hara"'`)
  expect(textOf(linesOf('claude-code-powershell', odd))).toContain(`$env:ANTHROPIC_MODEL = 'o''hara"'`)
})

describe('Claude Code', () => {
  test('gets the address without /v1, and no other key', () => {
    const [block] = linesOf('claude-code', server).setUp

    expect(codeOf(block)).toContain('export ANTHROPIC_BASE_URL=https://ai.example.org\n')
    expect(codeOf(block)).toMatch(/^unset ANTHROPIC_API_KEY\n/)
  })

  test('gets the context window of a model that it does not know', () => {
    const text = textOf(linesOf('claude-code', server))

    expect(text).toContain('CLAUDE_CODE_MAX_CONTEXT_TOKENS=32768')
    expect(text).toContain('CLAUDE_CODE_MAX_OUTPUT_TOKENS=8192')
    expect(textOf(linesOf('claude-code', { ...server, model: 'anthropic/claude-opus-5' }))).not.toContain(
      'TOKENS',
    )
    expect(textOf(linesOf('claude-code', { ...server, contextWindow: null }))).not.toContain('TOKENS')
  })

  test('starts with fewer tools where the context window is small', () => {
    const send = (contextWindow: number) => codeOf(linesOf('claude-code', { ...server, contextWindow }).send)

    expect(send(16_384)).toBe("claude -p 'Say hello'\n")
    expect(send(16_383)).toBe("claude --bare -p 'Say hello'\n")
    expect(textOf(linesOf('claude-code', { ...server, contextWindow: 4_096 }))).toContain(
      'WINDOW_ENFORCEMENT=1',
    )
    expect(textOf(linesOf('claude-code', { ...server, contextWindow: 8_192 }))).not.toContain('ENFORCEMENT')
  })

  test('has the same variables in a settings file', () => {
    const [block] = linesOf('claude-code-settings', { ...server, apiKey: 'sxt_new' }).setUp

    expect(JSON.parse(codeOf(block))).toEqual({
      env: {
        ANTHROPIC_API_KEY: '',
        ANTHROPIC_AUTH_TOKEN: 'sxt_new',
        ANTHROPIC_BASE_URL: 'https://ai.example.org',
        ANTHROPIC_MODEL: 'acme/large',
        ANTHROPIC_DEFAULT_HAIKU_MODEL: 'acme/large',
        CLAUDE_CODE_DISABLE_NONSTREAMING_FALLBACK: '1',
        CLAUDE_CODE_MAX_CONTEXT_TOKENS: '32768',
        CLAUDE_CODE_MAX_OUTPUT_TOKENS: '8192',
      },
    })
  })
})

describe('Codex', () => {
  test('gets the Responses API, the catalog of models and no search of its own', () => {
    const [block] = linesOf('codex', server).setUp

    expect(codeOf(block)).toContain('base_url = "https://ai.example.org/v1"\n')
    expect(codeOf(block)).toContain('wire_api = "responses"\n')
    expect(codeOf(block)).toContain('model_catalog_url = "https://ai.example.org/v1/models"\n')
    expect(codeOf(block)).toContain('web_search = "disabled"\n')
  })

  test('has no subagents where the context window is small', () => {
    const text = (contextWindow: number) => textOf(linesOf('codex', { ...server, contextWindow }))

    expect(text(16_384)).not.toContain('[agents]')
    expect(text(16_383)).toContain('[agents]\nenabled = false\n')
  })

  test('gets a model ID with special characters as a string of TOML', () => {
    expect(textOf(linesOf('codex', { ...server, model: 'a"b\\c' }))).toContain(String.raw`model = "a\"b\\c"`)
  })
})

test('the files of Continue, LibreChat and Zed are valid, whatever the model is called', () => {
  const odd = { ...server, model: 'a: "b" #c' }
  const [, continueFile] = linesOf('continue', odd).setUp
  const [, librechatFile] = linesOf('librechat', odd).setUp
  const [zedFile] = linesOf('zed', odd).setUp

  expect(parse(codeOf(continueFile))).toMatchObject({
    models: [
      {
        provider: 'openai',
        model: odd.model,
        apiBase: 'https://ai.example.org/v1',
        apiKey: '${{ secrets.SEXTANT_API_KEY }}',
        defaultCompletionOptions: { contextLength: 32_768 },
      },
    ],
  })
  expect(parse(codeOf(librechatFile))).toMatchObject({
    endpoints: {
      custom: [
        {
          apiKey: '${SEXTANT_API_KEY}',
          baseURL: 'https://ai.example.org/v1',
          models: { default: [odd.model], fetch: true },
        },
      ],
    },
  })
  expect(JSON.parse(codeOf(zedFile))).toMatchObject({
    language_models: {
      openai_compatible: {
        Sextant: {
          api_url: 'https://ai.example.org/v1',
          available_models: [{ name: odd.model, max_tokens: 32_768, capabilities: { images: true } }],
        },
      },
    },
  })
})

test('MCP clients get the address of the tools, and files that are valid', () => {
  const [cursor] = linesOf('mcp-cursor', { ...server, apiKey: 'sxt_new' }).setUp
  const [, vsCode] = linesOf('mcp-vs-code', { ...server, apiKey: 'sxt_new' }).setUp
  const sextant = { url: 'https://ai.example.org/mcp', headers: { Authorization: 'Bearer sxt_new' } }

  expect(JSON.parse(codeOf(cursor))).toEqual({ mcpServers: { sextant } })
  expect(JSON.parse(codeOf(vsCode))).toEqual({ servers: { sextant: { type: 'http', ...sextant } } })
  expect(codeOf(linesOf('mcp-claude-code', server).setUp[0])).toContain(
    'claude mcp add --transport http sextant https://ai.example.org/mcp --header',
  )
})

function linesOf(id: string, facts: ConnectServer): ConnectLines {
  const way = ways.find(([name]) => name === id)?.[1]
  if (way === undefined) throw new Error(`No client has a setup with the ID ${id}.`)
  return way.lines(facts)
}

function textOf({ install, setUp, send }: ConnectLines): string {
  return [install ?? '', ...setUp.map(toText), toText(send)].join('\n')
}

function codeOf(block: ConnectBlock | undefined): string {
  if (block?.kind !== 'code') throw new Error('The block is not code.')
  return block.code
}

function toText(block: ConnectBlock): string {
  switch (block.kind) {
    case 'code':
      return block.code
    case 'fields':
      return block.fields.map(({ label, value }) => `${label}: ${value}`).join('\n')
    case 'text':
      return block.text
  }
}
