import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { z } from 'zod'
import { chatModel, hostToken, type RunningHost } from '#lib/models/http/__fixtures__/running-host.ts'
import { startReal } from '#lib/models/llama/__fixtures__/real-host.ts'
import { type ClaudeCode, installClaudeCode, runClaudeCode } from './__fixtures__/claude-code.ts'
import { startTestGateway, type TestGateway } from './__fixtures__/test-gateway.ts'

// Run with `npm run test:clients`: it installs the real client into a temporary folder.

const folder = mkdtempSync(join(tmpdir(), 'sextant-claude-code-'))
const windowTokens = 8192
// Two cores read some hundred tokens a second.
const waitMs = 280_000

let claudeCode: ClaudeCode
let host: RunningHost
let sextant: TestGateway
beforeAll(async () => {
  claudeCode = await installClaudeCode(folder)
  host = await startReal({ contextTokens: windowTokens })
  sextant = await startTestGateway({
    local: { baseUrl: `${host.origin}/v1`, token: hostToken, checkChat: () => undefined },
    timers: { firstEventMs: waitMs, idleMs: waitMs, plainMs: waitMs, streamMs: waitMs, keepAliveMs: 5000 },
  })
})
afterAll(async () => {
  await sextant[Symbol.asyncDispose]()
  await host[Symbol.asyncDispose]()
  rmSync(folder, { recursive: true, force: true })
})

const printed = z.object({
  is_error: z.boolean(),
  result: z.string(),
  usage: z.object({ input_tokens: z.number(), output_tokens: z.number() }),
})

test(
  'Claude Code answers with an embedded model within its context window',
  { timeout: 600_000 },
  async () => {
    const answered = printed.parse(
      await runClaudeCode(claudeCode, {
        server: sextant,
        model: chatModel,
        home: folder,
        folder,
        args: [
          '--bare',
          '--tools',
          'Bash',
          '--allowedTools',
          'Bash',
          '-p',
          'Say hello in one short sentence.',
        ],
        env: {
          CLAUDE_CODE_MAX_CONTEXT_TOKENS: String(windowTokens),
          CLAUDE_CODE_MAX_OUTPUT_TOKENS: '256',
        },
      }),
    )

    expect(answered.is_error).toBe(false)
    expect(answered.result).toMatch(/hello/i)
    expect(answered.usage.input_tokens).toBeLessThan(windowTokens)
    expect(answered.usage.output_tokens).toBeGreaterThan(0)
  },
)
