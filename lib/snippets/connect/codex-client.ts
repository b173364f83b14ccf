import { shellLiteral } from '#lib/snippets/literals.ts'
import {
  type ConnectBlock,
  type ConnectClient,
  type ConnectServer,
  hello,
  shellBlock,
} from './connect-client.ts'

// With the catalog Codex 0.169 sends 23 kB with all its tools, and 13 kB without patches and subagents.
const codexNeeds = { all: 16_384, less: { tokens: 8_192, flag: 'agents.enabled = false' } } as const

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
      proof: { kind: 'ran', version: 'Codex 0.169.0', on: '2026-11-24' },
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
web_search = "disabled"

[model_providers.sextant]
name = "Sextant"
base_url = ${text(`${address}/v1`)}
env_key = "SEXTANT_API_KEY"
wire_api = "responses"
model_catalog_url = ${text(`${address}/v1/models`)}
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
