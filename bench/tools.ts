import { chatCompletionSchema } from '#lib/contracts/api/chat.ts'
import type { BenchmarkOptions } from './benchmark-options.ts'
import { type EmbeddedServer, startEmbeddedServer } from './embedded-server.ts'
import { toRow, type Row } from './row.ts'
import { temporaryFolder } from './temporary-folder.ts'
import { createToolPrompts, type ToolPrompt } from './tools-prompts.ts'

const smallest = 'local/qwen2.5-coder-0.5b-instruct'
const tokensMax = 120

/** Whether embedded chat models, the smallest by default, call a tool where one is needed, and only there. */
export async function run({ models, part }: BenchmarkOptions): Promise<readonly Row[]> {
  using folder = temporaryFolder()
  await using server = await startEmbeddedServer(folder.path)
  const prompts = createToolPrompts().filter((_, at) => at % part.of === part.number - 1)
  const rows: Row[] = []
  for (const model of models.length === 0 ? [smallest] : models) {
    const results: Result[] = []
    for (const prompt of prompts) {
      results.push({ prompt, called: await ask(server, model, prompt) })
    }
    tellWrong(results)
    rows.push(...toRows(model, results))
  }
  return rows
}

function toRows(model: string, results: readonly Result[]): Row[] {
  const needed = results.filter(({ prompt }) => prompt.call !== null)
  const others = results.filter(({ prompt }) => prompt.call === null)
  const right = needed.filter(({ prompt, called }) => isRight(prompt, called)).length
  const needless = others.filter(({ called }) => called !== null).length
  const goals = { right: Math.ceil((28 / 30) * needed.length), needless: Math.floor(others.length / 10) }
  return [
    toRow({
      name: `right calls of ${needed.length}, ${model}`,
      unit: '',
      ours: right,
      goal: goals.right,
      moreIsBetter: true,
    }),
    toRow({
      name: `needless calls of ${others.length}, ${model}`,
      unit: '',
      ours: needless,
      goal: goals.needless,
    }),
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
