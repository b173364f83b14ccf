import type { Tool } from '#lib/contracts/api/chat-message.ts'
import type { TemplateMessage } from '#lib/models/llama/template-messages.ts'
import type { AnswerPlan } from './plan-answer.ts'

const messagesMax = 3
const messageCharsMax = 1000

/**
 * A conversation that shows whether the last message needs a tool: small models begin a call for any message, a
 * greeting included, unless they have seen a greeting and small tasks that were answered, and a request that was called.
 * @returns null where nothing has to be decided: no choice, or the last message is no user's
 */
export function toNeedProbe(
  { calls, grammar, tools }: Pick<AnswerPlan, 'calls' | 'grammar' | 'tools'>,
  messages: readonly TemplateMessage[],
): TemplateMessage[] | null {
  const [tool] = tools
  if (calls !== 'read' || grammar !== null || tool === undefined || messages.at(-1)?.role !== 'user')
    return null
  const said = messages.filter(
    ({ role, content, tool_calls: called }) =>
      (role === 'user' || role === 'assistant') && content !== '' && called === undefined,
  )
  const recent = said
    .slice(-messagesMax)
    .map(({ role, content }) => ({ role, content: content.slice(-messageCharsMax) }))
  return [...answered, ...calledWith(tool), ...recent]
}

/** Texts with which a call begins; a fence may as well begin code that was asked for. */
export function beginsCall(text: string): boolean {
  return /^\s*(?:<tool_call>|<tool|<$|\{)/u.test(text)
}

/** Below it, the message needs no tool. Measured with `npm run bench tools`. */
export const callProbabilityMin = 0.08

const answered: readonly TemplateMessage[] = [
  { role: 'user', content: 'Hi' },
  { role: 'assistant', content: 'Hello! How can I help you?' },
  { role: 'user', content: 'Translate "thank you" into French.' },
  { role: 'assistant', content: 'Merci.' },
  { role: 'user', content: 'What is 3 times 4?' },
  { role: 'assistant', content: '12' },
]

function calledWith({ function: { name, description, parameters } }: Tool): TemplateMessage[] {
  return [
    { role: 'user', content: `${description ?? name}: example` },
    {
      role: 'assistant',
      content: '',
      tool_calls: [{ type: 'function', function: { name, arguments: toExample(parameters) } }],
    },
    { role: 'tool', content: 'ok' },
    { role: 'assistant', content: 'Done.' },
  ]
}

function toExample(parameters: Tool['function']['parameters']): Record<string, unknown> {
  const properties = parameters?.['properties']
  if (typeof properties !== 'object' || properties === null) return {}
  return Object.fromEntries(
    Object.entries(properties).map(([name, schema]) => [name, isText(schema) ? 'example' : 1]),
  )
}

function isText(schema: unknown): boolean {
  return typeof schema === 'object' && schema !== null && 'type' in schema && schema.type === 'string'
}
