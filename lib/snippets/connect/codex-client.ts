import { shellLiteral } from '#lib/snippets/literals.ts'
import {
  type ConnectBlock,
  type ConnectClient,
  type ConnectServer,
  hello,
  shellBlock,
} from './connect-client.ts'

// Codex 0.169 sends 39 kB with all its tools, and 29 kB without those for subagents.
const codexNeeds = { all: 16_384, less: { tokens: 12_288, flag: 'agents.enabled = false' } } as const

export const codexClient: ConnectClient = {
  id: 'codex',
  name: 'Codex',
  about: 'Coding agent',
  group: 'Agents',
  callsFrom: 'this machine',
  userAgent: /^codex_/,
  needsTokens: codexNeeds,
  ways: [
    {
      id: 'codex',
      label: 'config.toml',
      scopes: ['chat'],
      modelKind: 'chat',
      keyIn: 'environment',
      proof: { kind: 'ran', version: 'Codex 0.169.0', on: '2026-11-23' },
      lines: server => ({
        install: 'npm install -g @openai/codex',
        setUp: [configFile(server)],
        send: shellBlock(`codex exec --skip-git-repo-check ${shellLiteral(hello)}\n`),
      }),
    },
  ],
}

function configFile({ address, model, contextWindow }: ConnectServer): ConnectBlock {
  const isSmall = contextWindow !== null && contextWindow < codexNeeds.all
  const code = `model = ${text(model)}
model_provider = "sextant"
${contextWindow === null ? '' : `model_context_window = ${contextWindow}\n`}web_search = "disabled"

[model_providers.sextant]
name = "Sextant"
base_url = ${text(`${address}/v1`)}
env_key = "SEXTANT_API_KEY"
wire_api = "responses"
request_max_retries = 1
stream_max_retries = 2
stream_idle_timeout_ms = 600000
${isSmall ? '\n[agents]\nenabled = false\n' : ''}`
  return { kind: 'code', place: '~/.codex/config.toml', language: 'toml', code }
}

/** A basic string of TOML has the escapes of JSON. */
function text(value: string): string {
  return JSON.stringify(value)
}
