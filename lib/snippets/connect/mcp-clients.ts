import { shellLiteral } from '#lib/snippets/literals.ts'
import {
  type CodeBlock,
  type ConnectClient,
  type ConnectServer,
  type ConnectWay,
  keyPlaceholder,
  shellBlock,
} from './connect-client.ts'

const mcp = {
  group: 'MCP',
  about: 'Tools for an agent',
  callsFrom: 'this machine',
  needsTokens: null,
} as const

/** The tools that a key's scopes give an agent; with fewer scopes there are fewer tools. */
const tools = { scopes: ['web', 'chat', 'documents', 'library', 'rerank'], modelKind: null } as const
const ran = { kind: 'ran', on: '2026-11-23' } as const
const read = { kind: 'read', on: '2026-11-23' } as const
const question = 'Use Sextant to read https://example.com'

/** Agents and editors that use Sextant's tools and keep the model of their own. */
export const mcpClients: readonly ConnectClient[] = [
  {
    ...mcp,
    id: 'mcp-claude-code',
    name: 'MCP in Claude Code',
    userAgent: /^claude-code\//,
    ways: [claudeCode()],
  },
  { ...mcp, id: 'mcp-codex', name: 'MCP in Codex', userAgent: /^codex-mcp-client\//, ways: [codex()] },
  { ...mcp, id: 'mcp-cursor', name: 'MCP in Cursor', userAgent: null, ways: [cursor()] },
  { ...mcp, id: 'mcp-vs-code', name: 'MCP in VS Code', userAgent: /^Visual Studio Code/, ways: [vsCode()] },
]

function claudeCode(): ConnectWay {
  return {
    ...tools,
    id: 'mcp-claude-code',
    label: 'Command',
    keyIn: 'environment',
    proof: { ...ran, version: 'Claude Code 2.1.330' },
    lines: server => ({
      install: 'npm install -g @anthropic-ai/claude-code',
      setUp: [
        shellBlock(
          `claude mcp add --transport http sextant ${shellLiteral(addressOf(server))} --header "Authorization: Bearer $SEXTANT_API_KEY"\nclaude mcp list\n`,
        ),
      ],
      send: { kind: 'text', text: `Send Claude Code “${question}”.` },
    }),
  }
}

function codex(): ConnectWay {
  return {
    ...tools,
    id: 'mcp-codex',
    label: 'Command',
    keyIn: 'environment',
    proof: { ...ran, version: 'Codex 0.169.0' },
    lines: server => ({
      install: 'npm install -g @openai/codex',
      setUp: [
        shellBlock(
          `codex mcp add sextant --url ${shellLiteral(addressOf(server))} --bearer-token-env-var SEXTANT_API_KEY\ncodex mcp list\n`,
        ),
      ],
      send: { kind: 'text', text: `Start Codex in the shell that has the key and send “${question}”.` },
    }),
  }
}

function cursor(): ConnectWay {
  return {
    ...tools,
    id: 'mcp-cursor',
    label: 'mcp.json',
    keyIn: 'lines',
    proof: { ...read, source: 'https://cursor.com/docs/mcp.md' },
    lines: server => ({
      install: null,
      setUp: [
        jsonBlock('~/.cursor/mcp.json', {
          mcpServers: { sextant: { url: addressOf(server), headers: headersOf(server) } },
        }),
      ],
      send: { kind: 'text', text: `Send the agent of Cursor “${question}”.` },
    }),
  }
}

function vsCode(): ConnectWay {
  return {
    ...tools,
    id: 'mcp-vs-code',
    label: 'mcp.json',
    keyIn: 'lines',
    // In the build of VS Code for browsers.
    proof: { kind: 'ran', on: '2026-11-27', version: 'VS Code 1.139.1' },
    lines: server => ({
      install: null,
      setUp: [
        {
          kind: 'text',
          text: 'Run the command “MCP: Open User Configuration” of VS Code, and add the server:',
        },
        jsonBlock('mcp.json', {
          servers: { sextant: { type: 'http', url: addressOf(server), headers: headersOf(server) } },
        }),
      ],
      send: {
        kind: 'text',
        text: `Run the command “MCP: List Servers”, choose “sextant” and “Start Server”, then send the agent in the chat “${question}”.`,
      },
    }),
  }
}

function addressOf({ address }: ConnectServer): string {
  return `${address}/mcp`
}

function headersOf({ apiKey }: ConnectServer): Record<string, string> {
  return { Authorization: `Bearer ${apiKey ?? keyPlaceholder}` }
}

function jsonBlock(place: string, value: object): CodeBlock {
  return { kind: 'code', place, language: 'json', code: `${JSON.stringify(value, null, 2)}\n` }
}
