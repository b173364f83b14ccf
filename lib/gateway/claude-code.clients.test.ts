import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { Script } from '#e2e/support/script.ts'
import { type ClaudeCode, installClaudeCode, runClaudeCode } from './__fixtures__/claude-code.ts'
import { toRecorded } from './__fixtures__/to-recorded.ts'
import { startTestGateway, type TestGateway } from './__fixtures__/test-gateway.ts'

const folder = mkdtempSync(join(tmpdir(), 'sextant-claude-code-'))

let claudeCode: ClaudeCode
let sextant: TestGateway
beforeAll(async () => {
  claudeCode = await installClaudeCode(folder)
  sextant = await startTestGateway({
    providers: [{ id: 'claude', kind: 'anthropic', apiKey: 'sk-ant-scripted' }],
    // The program is slow to start on a busy machine.
    timers: { firstEventMs: 30_000, idleMs: 30_000, plainMs: 30_000, keepAliveMs: 30_000 },
  })
})
beforeEach(() => sextant.upstream.reset())
afterAll(async () => {
  await sextant[Symbol.asyncDispose]()
  rmSync(folder, { recursive: true, force: true })
})

test.each([
  { model: 'claude/claude-x', flags: ['--bare'] },
  { model: 'scripted/echo', flags: ['--bare'] },
  { model: 'claude/claude-x', flags: [] },
  { model: 'scripted/echo', flags: [] },
])('Claude Code reads and edits a file with $model and the flags $flags', async ({ model, flags }) => {
  const startedAt = Date.now()
  const { answer, text } = await editNotes(model, flags)

  expect(answer).toMatchObject({ is_error: false, result: 'The file is changed.' })
  expect(text).toBe('The tide is high.\n')
  const sessions = async () => {
    const rows = await sextant.store.requests.list(sextant.teamId, { limit: 10 })
    return rows.filter(row => row.startedAt >= startedAt).map(({ session }) => session)
  }
  // Rows are written behind the answers.
  await expect.poll(sessions).toHaveLength(3)
  const [session, ...others] = await sessions()
  expect(session).not.toBeNull()
  expect(others).toEqual([session, session])
})

test.each([
  { flags: [], file: 'claude-code-loop.json' },
  { flags: ['--bare'], file: 'claude-code-bare-loop.json' },
])(
  'with the flags $flags, Claude Code sends what `npm test` replays; -u records it anew',
  async ({ flags, file }) => {
    const model = 'claude/claude-x'
    await editNotes(model, flags)

    const recorded = toRecorded(sextant.upstream.requests, { upstreamModel: 'claude-x', publicModel: model })
    await expect(recorded).toMatchFileSnapshot(join('__fixtures__', 'clients', file))
  },
)

/** Asks Claude Code to read and edit a file, whose text is returned. */
async function editNotes(
  model: string,
  flags: readonly string[],
): Promise<{ answer: unknown; text: string }> {
  const home = mkdtempSync(join(folder, 'home-'))
  const work = join(home, 'work')
  mkdirSync(work)
  const file = join(work, 'notes.txt')
  writeFileSync(file, 'The tide is low.\n')
  const call = (name: string, input: object): Script => ({
    kind: 'answer',
    toolCalls: [{ name, arguments: input }],
  })
  sextant.upstream.next(
    call('Read', { file_path: file }),
    call('Edit', { file_path: file, old_string: 'low', new_string: 'high' }),
    { kind: 'answer', text: 'The file is changed.' },
  )

  const answer = await runClaudeCode(claudeCode, {
    server: sextant,
    model,
    home,
    folder: work,
    args: [
      ...flags,
      '--tools',
      'Read,Edit',
      '--allowedTools',
      'Read,Edit',
      '-p',
      'Say high instead of low in notes.txt',
    ],
  })
  return { answer, text: readFileSync(file, 'utf8') }
}
