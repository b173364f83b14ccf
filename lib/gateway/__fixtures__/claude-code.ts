import { join } from 'node:path'
import { install } from './client-programs.ts'
import { runFile } from './run-file.ts'

/** Claude Code, installed into a folder. */
export interface ClaudeCode {
  readonly program: string
}

/** Installs the one version that the tests know. */
export async function installClaudeCode(folder: string): Promise<ClaudeCode> {
  await install(folder, { '@anthropic-ai/claude-code': '2.1.330' })
  const built = `claude-code-${process.platform}-${process.arch}`
  return { program: join(folder, 'node_modules', '@anthropic-ai', built, 'claude') }
}

interface ClaudeCodeCall {
  readonly server: { readonly url: string; readonly token: string }
  readonly model: string
  /** Where it looks for its settings. */
  readonly home: string
  /** Where it works. */
  readonly folder: string
  readonly args: readonly string[]
  readonly env?: Readonly<Record<string, string>>
}

/** Sends one prompt with `-p`. @returns what it prints as JSON */
export async function runClaudeCode(
  { program }: ClaudeCode,
  { server, model, home, folder, args, env = {} }: ClaudeCodeCall,
): Promise<unknown> {
  const { stdout } = await runFile(program, ['--output-format', 'json', '--model', model, ...args], {
    cwd: folder,
    env: {
      NODE_ENV: 'production',
      HOME: home,
      CLAUDE_CONFIG_DIR: join(home, 'config'),
      PATH: '/usr/bin:/bin',
      TERM: 'dumb',
      ANTHROPIC_BASE_URL: server.url,
      ANTHROPIC_AUTH_TOKEN: server.token,
      ANTHROPIC_MODEL: model,
      ANTHROPIC_DEFAULT_HAIKU_MODEL: model,
      CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC: '1',
      CLAUDE_CODE_DISABLE_NONSTREAMING_FALLBACK: '1',
      ...env,
    },
  })
  return JSON.parse(stdout)
}
