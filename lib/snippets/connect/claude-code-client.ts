import { shellLiteral } from '#lib/snippets/literals.ts'
import {
  type ConnectBlock,
  type ConnectClient,
  type ConnectServer,
  type ConnectWay,
  hello,
  keyPlaceholder,
  type Proof,
  shellBlock,
} from './connect-client.ts'

// Claude Code 2.1 sends 48 to 78 kB with all its tools, and 2 to 4 kB with `--bare`.
const claudeCodeNeeds = { all: 16_384, less: { tokens: 2_048, flag: '--bare' } } as const

const ran: Proof = { kind: 'ran', version: 'Claude Code 2.1.330', on: '2026-11-23' }
const read: Proof = { kind: 'read', on: '2026-11-23', source: 'https://code.claude.com/docs/en/env-vars' }

export const claudeCodeClient: ConnectClient = {
  id: 'claude-code',
  name: 'Claude Code',
  about: 'Coding agent',
  group: 'Agents',
  callsFrom: 'this machine',
  userAgent: /^claude-cli\//,
  needsTokens: claudeCodeNeeds,
  ways: [
    toWay('claude-code', 'macOS, Linux', ran, server => [posix(server)]),
    toWay('claude-code-powershell', 'PowerShell', read, server => [powershell(server)]),
    toWay('claude-code-settings', 'Settings file', ran, server => [settingsFile(server)]),
  ],
}

function toWay(
  id: string,
  label: string,
  proof: Proof,
  setUp: (server: ConnectServer) => readonly [ConnectBlock],
): ConnectWay {
  return {
    id,
    label,
    scopes: ['chat'],
    modelKind: 'chat',
    keyIn: id === 'claude-code-settings' ? 'lines' : 'environment',
    proof,
    lines: server => ({
      install: 'npm install -g @anthropic-ai/claude-code',
      setUp: setUp(server),
      send: shellBlock(`claude ${isSmall(server) ? '--bare ' : ''}-p ${shellLiteral(hello)}\n`),
    }),
  }
}

function isSmall({ contextWindow }: ConnectServer): boolean {
  return contextWindow !== null && contextWindow < claudeCodeNeeds.all
}

function posix(server: ConnectServer): ConnectBlock {
  const lines = Object.entries(variables(server)).map(
    ([name, value]) => `export ${name}=${shellLiteral(value)}`,
  )
  // Another key in this variable would win.
  return shellBlock(
    ['unset ANTHROPIC_API_KEY', 'export ANTHROPIC_AUTH_TOKEN="$SEXTANT_API_KEY"', ...lines, ''].join('\n'),
  )
}

function powershell(server: ConnectServer): ConnectBlock {
  const lines = Object.entries(variables(server)).map(
    ([name, value]) => `$env:${name} = '${value.replaceAll("'", "''")}'`,
  )
  const key = [
    'Remove-Item Env:ANTHROPIC_API_KEY -ErrorAction SilentlyContinue',
    '$env:ANTHROPIC_AUTH_TOKEN = $env:SEXTANT_API_KEY',
  ]
  return { ...shellBlock([...key, ...lines, ''].join('\n')), place: 'PowerShell' }
}

function settingsFile(server: ConnectServer): ConnectBlock {
  // Empty, another key in this variable does not win.
  const env = {
    ANTHROPIC_API_KEY: '',
    ANTHROPIC_AUTH_TOKEN: server.apiKey ?? keyPlaceholder,
    ...variables(server),
  }
  return {
    kind: 'code',
    place: '~/.claude/settings.json',
    language: 'json',
    code: `${JSON.stringify({ env }, null, 2)}\n`,
  }
}

const outputTokensMax = 8_192
const enforceableWindow = 8_192

function variables({ address, model, contextWindow }: ConnectServer): Record<string, string> {
  const named = {
    ANTHROPIC_BASE_URL: address,
    ANTHROPIC_MODEL: model,
    // Titles and summaries; else it names a model of its own.
    ANTHROPIC_DEFAULT_HAIKU_MODEL: model,
    // Without it, a stream that was cut is repeated without streaming.
    CLAUDE_CODE_DISABLE_NONSTREAMING_FALLBACK: '1',
  }
  // It knows the windows of Claude models, and takes others for a million tokens.
  if (contextWindow === null || /claude/i.test(model)) return named
  return {
    ...named,
    CLAUDE_CODE_MAX_CONTEXT_TOKENS: String(contextWindow),
    CLAUDE_CODE_MAX_OUTPUT_TOKENS: String(Math.min(outputTokensMax, Math.floor(contextWindow / 4))),
    // It keeps 3,000 tokens free, which leaves too little of a small window.
    ...(contextWindow < enforceableWindow && { CLAUDE_CODE_DISABLE_UNKNOWN_MODEL_WINDOW_ENFORCEMENT: '1' }),
  }
}
