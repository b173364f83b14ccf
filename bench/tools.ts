import { chatCompletionSchema } from '#lib/contracts/api/chat.ts'
import type { BenchmarkOptions } from './benchmark-options.ts'
import { type EmbeddedServer, startEmbeddedServer } from './embedded-server.ts'
import { toRow, type Row } from './row.ts'
import { temporaryFolder } from './temporary-folder.ts'
import { createToolPrompts, type ToolPrompt } from './tools-prompts.ts'

const smallest = 'local/qwen2.5-coder-0.5b-instruct'
const tokensMax = 120

/** Whether embedded chat models, the smallest by default, call a tool where one is needed, and only there. */
export async function run({ models }: BenchmarkOptions): Promise<readonly Row[]> {
  using folder = temporaryFolder()
  await using server = await startEmbeddedServer(folder.path)
  const rows: Row[] = []
  for (const model of models.length === 0 ? [smallest] : models) {
    const results: Result[] = []
    for (const prompt of createToolPrompts()) {
      results.push({ prompt, called: await ask(server, model, prompt) })
    }
    tellWrong(results)
    rows.push(...toRows(model, results))
  }
  return rows
}

function toRows(model: string, results: readonly Result[]): Row[] {
  const right = results.filter(({ prompt, called }) => isRight(prompt, called)).length
  const needless = results.filter(({ prompt, called }) => prompt.call === null && called !== null).length
  return [
    toRow({ name: `right calls of 30, ${model}`, unit: '', ours: right, goal: 28, moreIsBetter: true }),
    toRow({ name: `needless calls of 30, ${model}`, unit: '', ours: needless, goal: 3 }),
  ]
}

function tellWrong(results: readonly Result[]): void {
  for (const { prompt, called } of results) {
    const right = prompt.call === null ? called === null : isRight(prompt, called)
    if (right) continue
    const tools = prompt.tools.map(tool => tool.function.name).join(', ')
    console.log(
      `${prompt.text} (${tools})\n  ${called === null ? 'no call' : `${called.name} ${called.values}`}`,
    )
  }
}

interface Result {
  readonly prompt: ToolPrompt
  readonly called: Called | null
}

interface Called {
  readonly name: string
  readonly values: string
}

async function ask(
  server: EmbeddedServer,
  model: string,
  { text, tools }: ToolPrompt,
): Promise<Called | null> {
  const messages = [{ role: 'user', content: text }]
  const body = { model, messages, tools, temperature: 0, max_tokens: tokensMax }
  const { choices } = chatCompletionSchema.parse(await server.post('/v1/chat/completions', body))
  const [call] = choices[0]?.message.tool_calls ?? []
  return call === undefined ? null : { name: call.function.name, values: call.function.arguments }
}

function isRight({ call }: ToolPrompt, called: Called | null): boolean {
  if (call === null || called === null) return false
  return called.name === call.name && called.values.toLowerCase().includes(call.holds)
}
