import { chatCompletionSchema } from '#lib/contracts/api/chat.ts'
import { type EmbeddedServer, startEmbeddedServer } from './embedded-server.ts'
import { toRow, type Row } from './row.ts'
import { temporaryFolder } from './temporary-folder.ts'
import { createToolPrompts, type ToolPrompt } from './tools-prompts.ts'

const model = 'local/qwen2.5-coder-0.5b-instruct'
const tokensMax = 120

/** Whether the smallest embedded chat model calls a tool where one is needed, and only there. */
export async function run(): Promise<readonly Row[]> {
  using folder = temporaryFolder()
  await using server = await startEmbeddedServer(folder.path)
  const results: { readonly prompt: ToolPrompt; readonly called: Called | null }[] = []
  for (const prompt of createToolPrompts()) results.push({ prompt, called: await ask(server, prompt) })
  const right = results.filter(({ prompt, called }) => isRight(prompt, called)).length
  const needless = results.filter(({ prompt, called }) => prompt.call === null && called !== null).length
  return [
    toRow({ name: 'right calls of 30, 0.5B', unit: '', ours: right, goal: 28, moreIsBetter: true }),
    toRow({ name: 'needless calls of 30, 0.5B', unit: '', ours: needless, goal: 3 }),
  ]
}

interface Called {
  readonly name: string
  readonly values: string
}

async function ask(server: EmbeddedServer, { text, tools }: ToolPrompt): Promise<Called | null> {
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
